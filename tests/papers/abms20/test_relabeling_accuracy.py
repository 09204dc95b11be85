"""Judges of the page relabeling-accuracy."""

from fractions import Fraction
from math import exp, log

import pytest

from privlearn.papers.abms20.relabeling_accuracy.exercises import judge_least_rows, judge_slip


def least_rows(alpha, beta, d):
    n = 10_000.0
    for _ in range(100):
        n = 2 / float(alpha) * (log(1 / beta) + d * log(2 * exp(1) * n / d))
    return int(n) + 1


def test_right_answers_are_accepted():
    assert judge_slip((10, Fraction(1, 2), Fraction(1, 10**5))).startswith("accepted")  # ten points and a small failure
    assert judge_least_rows(least_rows) == "accepted: least in all 12 cases; alpha = beta = 1/20, d = 1 takes 431"


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_slip, (10, Fraction(1, 2), Fraction(1, 10**6)), "the claim asks for 3.159 rows"),
    (judge_slip, (1, Fraction(9, 10), Fraction(9, 10)),
     "alpha and beta must be fractions above 0, alpha below 1 and beta at most"),
    (judge_slip, (10, Fraction(1, 2), 1), "alpha and beta must be fractions"),
    (judge_slip, (13, Fraction(1, 2), Fraction(1, 10**5)), "d must be an integer from 1 to 12"),
    (judge_slip, (10, 0.5, Fraction(1, 10**5)), "alpha and beta must be fractions"),
    (judge_slip, (10, Fraction(1, 2)), "this cannot be judged"),
    (judge_least_rows, lambda *case: least_rows(*case) - 1,
     "for alpha = 1/20, beta = 1/20, d = 1 430 rows are too few"),
    (judge_least_rows, lambda *case: least_rows(*case) + 1,
     "for alpha = 1/20, beta = 1/20, d = 1 one row less than 432 is enough"),
    (judge_least_rows, lambda *case: 431, "for alpha = 1/20, beta = 1/20, d = 2 431 rows are too few"),
    (judge_least_rows, lambda *case: 431.0, "for alpha = 1/20, beta = 1/20, d = 1 give a number of rows"),
    (judge_least_rows, 431, "give a function")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
