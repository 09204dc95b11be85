"""Judges of the exercises on the page introduction."""

from fractions import Fraction
from itertools import combinations_with_replacement

from privlearn.claims.answers import answered


@answered
def judge_labellings(answer) -> str:
    """Judge the number of labellings of 1000 ordered points by thresholds, the constant 0 among them."""
    if type(answer) is not int:
        return "not yet: give an integer"
    if answer == 1000:
        return "not yet: that leaves out the cut before the first point, which labels everything 0"
    cuts = len(range(-1, 1000))
    if answer != cuts:
        return "not yet: where can the cut be?"
    return f"accepted: {cuts} cuts, all with different labellings"


@answered
def judge_least_examples(answer) -> str:
    """Judge the least n with ``(9/10)^n <= 1/20``."""
    if type(answer) is not int or not 0 <= answer <= 10_000:
        return "not yet: give an integer of at least 0"
    failure = Fraction(9, 10) ** answer
    if failure > Fraction(1, 20):
        return f"not yet: with {answer} examples the failure can be {float(failure):.4f}"
    if answer and Fraction(9, 10) ** (answer - 1) <= Fraction(1, 20):
        return "not yet: that is enough, but one fewer is too"
    return f"accepted: {float(failure):.4f} with {answer} examples, above 0.05 with one fewer"


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
