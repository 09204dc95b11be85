"""Judges of the exercises on the page relabeling-accuracy."""

from fractions import Fraction

from privlearn.claims.answers import answered, is_exact
from privlearn.learners.relabeling import enough_rows
from privlearn.learners.relabeling.accuracy import chosen_above_bracket


@answered
def judge_slip(answer) -> str:
    """Judge ``(d, alpha, beta)``: on the cube with d points and one row the printed claim fails."""
    d, alpha, beta = answer
    if type(d) is not int or not 1 <= d <= 12:
        return "not yet: d must be an integer from 1 to 12"
    if not (is_exact(alpha) and is_exact(beta) and 0 < alpha < 1 and 0 < beta <= Fraction(1, 1000)):
        return "not yet: alpha and beta must be fractions above 0, alpha below 1 and beta at most 1/1000"
    needed, failure = enough_rows(alpha, beta, d, 1), chosen_above_bracket([0, 1], alpha)  # one point: two patterns
    if needed.upper > 1:
        return f"not yet: the claim asks for {float(needed.lower):.3f} rows, more than one, and promises nothing"
    if failure.lower <= beta:
        return f"not yet: the failure has probability {float(failure.lower):.4f}, within beta"
    return (f"accepted: the claim is content with {float(needed.upper):.3f} rows, and one row fails with probability "
            f"{float(failure.lower):.4f} > {float(beta):g}")


@answered
def judge_least_rows(answer) -> str:
    """Judge the least |D| = |T| for which the first form of the claim holds at (1/20, 1/20, VC 1)."""
    if type(answer) is not int or not 1 <= answer <= 10**6:
        return "not yet: give a number of rows between 1 and 1,000,000"
    triple = Fraction(1, 20), Fraction(1, 20), 1
    needed = enough_rows(*triple, 2 * answer)
    if answer < needed.lower:
        return f"not yet: {answer} rows are too few, the claim asks for {float(needed.lower):.2f}"
    if answer - 1 >= enough_rows(*triple, 2 * (answer - 1)).upper:
        return "not yet: one row less is enough, too"
    return f"accepted: {answer} rows; the claim asks for {float(needed.upper):.3f}"
