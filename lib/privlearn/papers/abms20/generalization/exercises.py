"""Judges of the exercises on the page generalization."""

from fractions import Fraction

from privlearn.concepts import all_functions
from privlearn.exact import exp_bracket, log_bracket
from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked
from privlearn.exercises.least import least_with_proof
from privlearn.exercises.seeds import drawn
from privlearn.learning.generalization import realizable_bad_probability


def instance_points(seed: int) -> Fraction:
    """Return the limit for the bad event, 1/100 for seed 0."""
    return Fraction(1, drawn(seed, (100, 20, 25, 30, 40, 50, 60, 80, 120, 150, 200))[0])


@asked("Find from which sample size on a bad event is rare, with the exact chances on both sides.",
       level=1, minutes=15, library="lasting_rows")
@answered
def judge_points(answer, seed: int = 0) -> str:
    """Judge ``(m, bad(m), bad(m - 1))``: the least m from which on the bad event is rare enough."""
    limit, even = instance_points(seed), (Fraction(1, 3),) * 3

    def bad(rows: int) -> Fraction:
        return realizable_bad_probability(all_functions(3).rows(), even, Fraction(3, 10), rows)

    if isinstance(answer, (tuple, list)) and answer and type(answer[0]) is int and 1 < answer[0] <= 60:
        again = next((m for m in range(answer[0], 61) if bad(m) > limit), None)
        if again is not None:
            return f"not yet: with {again} points the probability is {float(bad(again)):.4f}"
    return least_with_proof(answer, bad, limit, most=60, what="points", first=1)


@asked("Find from which number of rows on the theorem says something.", level=1, minutes=15)
@answered
def judge_rows(answer) -> str:
    """Judge the least n with ``e^2 (10/n) ln(1/(n delta)) < 1`` for delta = 10^-9."""
    if type(answer) is not int or not 2 <= answer <= 10_000:
        return "not yet: give a number of rows between 2 and 10,000"

    def level(rows: int) -> Fraction:
        return ((exp_bracket(2) * 10 * log_bracket(Fraction(10**9, rows))) * Fraction(1, rows)).upper

    if level(answer) >= 1:
        return f"not yet: with {answer} rows the test would need a mean above {float(level(answer)):.3f}"
    if level(answer - 1) < 1:
        return f"not yet: {answer - 1} rows are enough already"
    return f"accepted: {answer} rows"
