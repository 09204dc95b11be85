"""Judges of the page relabeling-accuracy."""

from fractions import Fraction

import pytest

from privlearn.claims.abms20.relabeling_accuracy.exercises import judge_least_rows, judge_slip


def test_ten_points_and_a_small_failure_are_accepted():
    assert judge_slip((10, Fraction(1, 2), Fraction(1, 10**5))).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((10, Fraction(1, 2), Fraction(1, 10**6)), "the claim asks for 3.159 rows"),
    ((1, Fraction(9, 10), Fraction(9, 10)), "alpha and beta must be fractions above 0, alpha below 1 and beta at most"),
    ((10, Fraction(1, 2), 1), "alpha and beta must be fractions"),
    ((13, Fraction(1, 2), Fraction(1, 10**5)), "d must be an integer from 1 to 12"),
    ((10, 0.5, Fraction(1, 10**5)), "alpha and beta must be fractions"),
    ((10, Fraction(1, 2)), "this cannot be judged"),
])
def test_another_triple_is_refused(answer, reason):
    assert judge_slip(answer).startswith(f"not yet: {reason}")


def test_the_least_number_of_rows_is_accepted():
    assert judge_least_rows(431).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (430, "430 rows are too few, the claim asks for 430."),
    (432, "one row less is enough"),
    (431.0, "give a number of rows"),
])
def test_another_number_of_rows_is_refused(answer, reason):
    assert judge_least_rows(answer).startswith(f"not yet: {reason}")
