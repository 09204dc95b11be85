"""Judges of the exercises on the page generalization."""

from fractions import Fraction

from privlearn.claims.answers import answered
from privlearn.concepts import all_functions
from privlearn.exact import exp_bracket, log_bracket
from privlearn.learning.generalization import realizable_bad_probability


@answered
def judge_points(answer) -> str:
    """Judge the least m from which on the bad event of three even points has probability at most 1/100."""
    if type(answer) is not int or not 1 <= answer <= 60:
        return "not yet: give a number of points between 1 and 60"
    even, limit = (Fraction(1, 3),) * 3, Fraction(1, 100)

    def bad(rows: int) -> Fraction:
        return realizable_bad_probability(all_functions(3).rows(), even, Fraction(3, 10), rows)

    later = next((m for m in range(answer, 61) if bad(m) > limit), None)
    if later is not None:
        return f"not yet: with {later} points the probability is {float(bad(later)):.4f}"
    if answer > 1 and bad(answer - 1) <= limit:
        return f"not yet: with {answer - 1} points it is at most 1/100, too"
    return f"accepted: from {answer} points on (looked at up to 60)"


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
