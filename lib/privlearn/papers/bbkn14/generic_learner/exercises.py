"""Judges of the exercises on the page generic-learner."""

from fractions import Fraction
from math import comb

from privlearn.concepts import ConceptClass, point_functions, subset_layer
from privlearn.dimensions.representation import RepresentationGame, is_representation_game, representation_alpha
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.exercises.least import least_with_proof
from privlearn.exercises.seeds import drawn
from privlearn.learners.generic.exponential import exponential_learner, point_learner
from privlearn.mechanisms import labelled_rows, multiset_databases


@asked("Prove the value of a representation game by a mixture and a distribution.",
       level=2, minutes=25, library="representation_game")
@answered
def judge_two_subsets(answer) -> str:
    """Judge the game of the pairs of 5 hypotheses as 10 points, for the point whose pair is the first two hypotheses.

    Parameters
    ----------
    answer : (mixture, distribution)
        5 probabilities of the hypotheses and 10 of the points, as Fractions.
    """
    if not isinstance(answer, tuple) or len(answer) != 2 or [
            len(part) for part in answer if isinstance(part, (tuple, list))] != [5, 10]:
        return "not yet: give a tuple of 5 probabilities and a tuple of 10"
    if not all(is_exact(p) for part in answer for p in part):
        return "not yet: give integers or Fractions, not floats"
    layer, target = subset_layer(5, 2), (1,) + (0,) * 9
    mixture, distribution = (tuple(map(Fraction, part)) for part in answer)
    rows = layer.rows()
    miss = max(sum((p for p, row in zip(mixture, rows, strict=True) if row[x] != target[x]), Fraction(0))
               for x in range(10))
    if not is_representation_game(RepresentationGame(miss, mixture, distribution), layer, target):
        return f"not yet: the mixture misses a point with probability {miss}; the distribution does not prove that best"
    return f"accepted: both prove the value {miss}"


def instance_named_target(seed: int) -> int:
    """Return the number of points, 16 for seed 0."""
    return drawn(seed, (16, *range(8, 16), *range(17, 33)))[0]


@asked("Find the least number of rows for one target, with the exact failures on both sides of it.",
       level=2, minutes=20)
@answered
def judge_named_target(answer, seed: int = 0) -> str:
    """Judge the least m for POINT, e^epsilon = 4, mass of the target 1/4, with the failures for m and m - 1."""
    others = instance_named_target(seed) - 2

    def failure(rows: int) -> Fraction:
        seen = (Fraction(comb(rows, k) * 3 ** (rows - k), 4**rows) for k in range(rows + 1))
        weights = (1 + Fraction(1, 2**rows) + Fraction(others, 2**k) for k in range(rows + 1))
        return 1 - sum((p / weight for p, weight in zip(seen, weights, strict=True)), Fraction(0))

    return least_with_proof(answer, failure, Fraction(1, 10), most=60, what="rows", first=1)


@asked("Correct the printed sampler: count the concepts outside the sample.", level=1, minutes=10)
@answered
def judge_outside_count(answer) -> str:
    """Judge ``answer(size, database) -> int``, the number of concepts outside the sample that mends the sampler."""
    if not callable(answer):
        return "not yet: give a function (size, database) -> number of concepts outside the sample"
    sampler = point_learner(4, Fraction(9, 4), outside=answer)
    listed = exponential_learner(point_functions(4), Fraction(9, 4))
    databases = multiset_databases(labelled_rows(4), 3)
    for database in databases:
        if type(answer(4, database)) is not int:
            return "not yet: give a function that returns integers"
        if sampler(database).exact() != listed(database).exact():
            return f"not yet: on {database} the law differs from the exponential mechanism's"
    return f"accepted: the same law on all {len(databases)} databases"


@asked("Find a number of points for which the zero function is superfluous as a hypothesis.", level=2, minutes=15)
@answered
def judge_superfluous_zero(answer) -> str:
    """Judge ``(size, alpha)``, alpha < 1/10: points and the zero function are no alpha-minimal class for themselves."""
    if not isinstance(answer, tuple) or len(answer) != 2 or not isinstance(answer[0], int) or not 1 <= answer[0] <= 40:
        return "not yet: give (number of points, alpha), at most 40 points"
    size, alpha = answer
    if not isinstance(alpha, Fraction) or not 0 < alpha < Fraction(1, 10):
        return "not yet: give alpha as a Fraction between 0 and 1/10"
    points = point_functions(size)
    value = representation_alpha(points, points.union(ConceptClass.from_matrix([[0] * size])))
    if value > alpha:
        return f"not yet: without the zero function the class has value {value}, more than {alpha}"
    return f"accepted: without the zero function the class still {value}-represents all {size + 1} concepts"
