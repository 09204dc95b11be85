"""BBKN14, Section 7: Theorem 7.2 for every number of rows, and where a single row is enough."""

from fractions import Fraction
from itertools import product
from math import ceil

from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.fractions import HALF, HUNDREDTH, QUARTER, TENTH
from privlearn.exact.intervals import ball, bracket_of
from privlearn.papers.bbkn14.sanitization.lower_bound import printed_threshold
from privlearn.release import optimal_usefulness, point_queries, smallest_rows_sanitizer


def odds(size: int, beta: Fraction) -> Fraction:
    """Return ``Q = (T - 1)(1 - beta) / beta``."""
    return (size - 1) * (1 - beta) / beta


def stated_rows(size: int, alpha: Fraction, beta: Fraction, exp_epsilon: int) -> Bracket:
    """Bracket ``ln(Q) / (4 epsilon alpha)``."""
    return printed_threshold(size, alpha, beta, exp_epsilon) * Fraction(3, 4)


GOALS = tuple((size, alpha, beta, ratio) for size, alpha, beta, ratio in product(
    (2, 3, 16, 2**20), (HUNDREDTH, TENTH, Fraction(2, 7), QUARTER, HALF), (Fraction(1, 5), HALF, TENTH, HUNDREDTH),
    (2, 3, 8)) if ratio < odds(size, beta))


@check("BBKN14-7.2", grade="certified",
       quantifier="T = 2, 3, 16, 2^20, alpha = 1/100, 1/10, 1/4, 2/7, 1/2, beta = 1/100, 1/10, 1/5, 1/2, e^epsilon = "
                  "2, 3, 8 below Q: the least m that moving ceil(2 alpha m) rows does not exclude",
       says="{ln(Q)/(4 epsilon alpha)} is at most {the least number of rows that the packing does not exclude}")
@sabotage("3.9 in place of 4", lambda *goal: stated_rows(*goal) * Fraction(40, 39))
@judged("<=")
def few_rows_are_excluded_for_every_alpha(rows=stated_rows):
    for goal in GOALS:
        size, alpha, beta, ratio = goal
        yield goal, rows(*goal), as_bracket(smallest_rows_sanitizer(size, ratio, alpha, beta))

def refutes_few_rows_are_excluded_for_every_alpha(rows, size, alpha, beta, ratio):
    kept = next(m for m in range(1, 10**5) if Fraction(ratio) ** ceil(2 * alpha * m) >= odds(size, beta))
    true = bracket_of(lambda: ball(odds(size, beta)).log() / (4 * ball(alpha) * ball(ratio).log()), 256)
    return true.upper <= kept < rows(size, alpha, beta, ratio).lower


@check("BBKN14-7.2", grade="certified",
       quantifier="T = 2, 3, 4, 5, e^epsilon = 2, 3, 8, alpha = 1/100, 1/10, 1/2: all private mechanisms from one row "
                  "to one row",
       says="{the best success with a single row} equals {e^epsilon/(e^epsilon + T - 1)}, whatever alpha is")
@sabotage("no better than a guess, as if fewer than 1/alpha rows were never enough", lambda size, ratio: Fraction(
    1, size))
@judged("==")
def one_row_succeeds_for_every_alpha(success=lambda size, exp_epsilon: Fraction(exp_epsilon, exp_epsilon + size - 1)):
    for size, ratio, alpha in product((2, 3, 4, 5), (2, 3, 8), (HUNDREDTH, TENTH, HALF)):
        best = optimal_usefulness(size, 1, 1, point_queries(size), alpha, ratio)
        yield (size, ratio, alpha, "lower"), 1 - best.upper, success(size, ratio)
        yield (size, ratio, alpha, "upper"), 1 - best.lower, success(size, ratio)

def refutes_one_row_succeeds_for_every_alpha(success, size, ratio, *_):
    # publishing the row with this chance, any other point with an e^epsilon-th of it, is private and sums to 1
    share = success(size, ratio)
    return share + (size - 1) * share / ratio != 1
