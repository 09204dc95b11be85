"""Judges of the exercises on the page random-construction."""

from itertools import product

from privlearn.concepts import ConceptClass, aggregate, named_rule
from privlearn.dimensions import threshold_dimension
from privlearn.dimensions.composition import largest_block, or_class_of_coins
from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked


def _class(rows, most: int) -> ConceptClass | str:
    given = rows.matrix if isinstance(rows, ConceptClass) else rows
    if len(given) == 0 or len(given[0]) == 0:
        return "not yet: give the functions as rows of zeros and ones"
    if len(given) > most or any(len(row) > most for row in given):
        return f"not yet: no need for more than {most} functions or points"
    return ConceptClass.from_matrix([list(row) for row in given])


@asked("Find a class with two thresholds whose unions have five.", level=2, minutes=20, library="random_or_class")
@answered
def judge_two_and_five(answer) -> str:
    """Judge a class (rows of zeros and ones): T(H) = 2, and its unions have threshold dimension at least 5."""
    concepts = _class(answer, 32)
    if isinstance(concepts, str):
        return concepts
    own = threshold_dimension(concepts)
    if own != 2:
        return f"not yet: T(H) = {own}"
    unions = threshold_dimension(aggregate(named_rule("or", 2), concepts, concepts))
    return f"{'accepted' if unions >= 5 else 'not yet'}: T(H) = 2, and its unions have threshold dimension {unions}"


@asked("List the outcomes of the coins with three thresholds.", level=1, minutes=15, library="threshold_dimension")
@answered
def judge_coins(answer) -> str:
    """Judge the outcomes of the six coins for m = 3 that leave T(H) = 3."""
    outcomes = list(product((0, 1), repeat=6))
    if not isinstance(answer, (list, tuple, set)) or not all(
            isinstance(coins, tuple) and coins in outcomes for coins in answer):
        return "not yet: list outcomes, each a tuple of six coins 0 or 1"
    given = set(answer)
    for coins in outcomes:
        found = threshold_dimension(or_class_of_coins(3, coins).concepts())
        if (found == 3) != (coins in given):
            return f"not yet: {''.join(map(str, coins))} has T(H) = {found}"
    return f"accepted: {len(given)} outcomes have T(H) = 3, the other {64 - len(given)} have T(H) = 2"


@asked("Show that a bound on thresholds is sharp, by a family of classes.", level=2, minutes=25)
@answered
def judge_sharp(answer) -> str:
    """Judge a function from k to rows of zeros and ones: T = 2k - 2 and no block of side k, tried for k = 2, ..., 6."""
    if not callable(answer):
        return "not yet: give a function that takes k to the rows of a class"
    for k in range(2, 7):
        concepts = _class(answer(k), 16)
        if isinstance(concepts, str):
            return concepts
        own, side = threshold_dimension(concepts), largest_block(concepts)
        if side >= k:
            return f"not yet: for k = {k} there is a block of side {side}"
        if own != 2 * k - 2:
            return f"not yet: for k = {k}, T(H) = {own}, not {2 * k - 2}"
    return "accepted: T(H) = 2k - 2 without a block of side k, for k = 2, ..., 6"
