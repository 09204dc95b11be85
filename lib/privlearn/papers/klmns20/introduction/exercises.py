"""Judges of the exercises on the page introduction."""

from fractions import Fraction
from itertools import combinations_with_replacement

from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked
from privlearn.exercises.least import least_with_proof
from privlearn.exercises.seeds import drawn


@asked("List the labellings of ordered points by thresholds.", level=1, minutes=10, library="initial_segments")
@answered
def judge_labellings(answer) -> str:
    """Judge a function from a number of ordered points to the list of their labellings by thresholds and by 0."""
    if not callable(answer):
        return "not yet: give a function from a number of points to the list of labellings, tuples of bits"
    for size in range(1, 9):
        given = [tuple(labels) for labels in answer(size)]
        right = {(1,) * ones + (0,) * (size - ones) for ones in range(size + 1)}
        if len(given) != len({*given}):
            return f"not yet: on {size} points a labelling is listed twice"
        if {*given} - right:
            return f"not yet: on {size} points {min({*given} - right)} is no labelling by a threshold"
        if len(given) < len(right):
            return f"not yet: on {size} points {min(right - {*given})} is missing; where can the cut be?"
    return "accepted: up to 8 points one labelling more than points, so 1001 for 1000"


def instance_least_examples(seed: int) -> tuple[Fraction, Fraction]:
    """Return (alpha, beta), 1/10 and 1/20 for seed 0."""
    return drawn(seed, (Fraction(1, 10), *(Fraction(1, k) for k in (5, 8, 12, 15, 20, 25))),
                 (Fraction(1, 20), *(Fraction(1, k) for k in (10, 30, 50, 100))))


@asked("Find the least number of examples for a threshold, with the exact failures on both sides.",
       level=1, minutes=10, library="erm_rows")
@answered
def judge_least_examples(answer, seed: int = 0) -> str:
    """Judge the least n with ``(1 - alpha)^n <= beta``, with the powers for n and n - 1."""
    alpha, beta = instance_least_examples(seed)
    return least_with_proof(answer, lambda rows: (1 - alpha) ** rows, beta, most=200, what="examples")


@asked("Find a database on which the exponential mechanism does worst.", level=1, minutes=15)
@answered
def judge_worst_database(answer) -> str:
    """Judge 5 rows with three values of 0..5 on which the exponential mechanism, weight ``2^score``, does worst."""
    if not isinstance(answer, (tuple, list)) or len(answer) != 5 or any(
            type(x) is not int or not 0 <= x < 6 for x in answer):
        return "not yet: give a tuple of 5 points of 0..5"
    if len(set(answer)) < 3:
        return "not yet: at least three of the points are to be different"

    def failure(database: tuple[int, ...]) -> Fraction:
        weight = [2 ** min(sum(s <= x for s in database), sum(s >= x for s in database)) for x in range(6)]
        return 1 - Fraction(sum(weight[min(database) : max(database) + 1]), sum(weight))

    worst = max(failure(rows) for rows in combinations_with_replacement(range(6), 5) if len(set(rows)) > 2)
    found = failure(tuple(answer))
    if found < worst:
        return f"not yet: failure {found}, but {worst} is possible"
    return f"accepted: failure {found}, the largest"
