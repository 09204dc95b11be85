"""Judges of the exercises on the page relabeling-accuracy."""

from fractions import Fraction
from itertools import product

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.learners.relabeling import enough_rows
from privlearn.learners.relabeling.accuracy import chosen_above_bracket, printed_rows


@asked("Find parameters for which the printed claim is content with one row, wrongly.", level=2, minutes=20)
@answered
def judge_slip(answer) -> str:
    """Judge ``(d, alpha, beta)``: on the cube with d points and one row the printed claim fails."""
    d, alpha, beta = answer
    if type(d) is not int or not 1 <= d <= 12:
        return "not yet: d must be an integer from 1 to 12"
    if not (is_exact(alpha) and is_exact(beta) and 0 < alpha < 1 and 0 < beta <= Fraction(1, 1000)):
        return "not yet: alpha and beta must be fractions above 0, alpha below 1 and beta at most 1/1000"
    needed, failure = printed_rows(alpha, beta, d, 1), chosen_above_bracket([0, 1], alpha)  # one point: two patterns
    if needed.upper > 1:
        return f"not yet: the claim asks for {float(needed.lower):.3f} rows, more than one, and promises nothing"
    if failure.lower <= beta:
        return f"not yet: the failure has probability {float(failure.lower):.4f}, within beta"
    return (f"accepted: the claim is content with {float(needed.upper):.3f} rows, and one row fails with probability "
            f"{float(failure.lower):.4f} > {float(beta):g}")


@asked("Find the least number of rows that satisfies the first form, as a function.",
       level=1, minutes=20, library="least_half")
@answered
def judge_least_rows(answer) -> str:
    """Judge ``answer(alpha, beta, d)``, the least |D| = |T| for which the first form of the claim holds."""
    if not callable(answer):
        return "not yet: give a function (alpha, beta, d) -> number of rows"
    for triple in product((Fraction(1, 20), Fraction(1, 5)), (Fraction(1, 20), Fraction(1, 100)), (1, 2, 3)):
        rows, case = answer(*triple), "alpha = {}, beta = {}, d = {}".format(*triple)
        if type(rows) is not int or not 2 <= rows <= 10**6:
            return f"not yet: for {case} give a number of rows between 2 and 1,000,000"
        needed = enough_rows(*triple, 2 * rows)
        if rows < needed.lower:
            return f"not yet: for {case} {rows} rows are too few, the claim asks for {float(needed.lower):.2f}"
        if rows - 1 >= enough_rows(*triple, 2 * (rows - 1)).upper:
            return f"not yet: for {case} one row less than {rows} is enough, too"
    twentieth = Fraction(1, 20)
    return f"accepted: least in all 12 cases; alpha = beta = 1/20, d = 1 takes {answer(twentieth, twentieth, 1)}"
