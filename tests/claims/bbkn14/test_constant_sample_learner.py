"""Judges of the page constant-sample-learner."""

from fractions import Fraction

import pytest

from privlearn.claims.bbkn14.constant_sample_learner.exercises import (judge_smallest_rows, judge_starred_ratio,
                                                                       judge_worst_pair)

OTHERS = ((0, 0),) * 3
WITH_ONE, WITH_ZERO = (*OTHERS, (1, 1)), (*OTHERS, (0, 1))


def test_the_least_number_of_rows_is_accepted():
    assert judge_smallest_rows(28).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (27, "27 rows miss the target with probability 0.2503"),
    (29, "28 rows are enough as well"),
    (28.0, "give an integer"),
])
def test_another_number_of_rows_is_refused(answer, reason):
    assert judge_smallest_rows(answer).startswith(f"not yet: {reason}")


def test_two_databases_that_are_told_apart_best_are_accepted():
    assert judge_worst_pair((WITH_ONE, WITH_ZERO, (0, 1, 0))).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((WITH_ZERO, WITH_ONE, (0, 1, 0)), "ratio 0."),
    ((WITH_ONE, (*OTHERS, (1, 0)), (0, 1, 0)), "ratio 2.8750, and some pair has more"),
    ((WITH_ONE, (*OTHERS[1:], (0, 1), (0, 1)), (0, 1, 0)), "neighbours differ in one row, these in 2"),
    ((WITH_ONE, WITH_ZERO, (0, 1)), "the hypothesis must be a tuple of 3 bits"),
    ((WITH_ONE, WITH_ZERO), "give (left, right, hypothesis)"),
])
def test_another_pair_is_refused(answer, reason):
    assert judge_worst_pair(answer).startswith(f"not yet: {reason}")


def test_the_exact_ratio_is_accepted():
    assert judge_starred_ratio(Fraction(13, 7)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (Fraction(13, 7) * Fraction(101, 100), "the audit finds a ratio that is smaller"),
    (Fraction(13, 7) * Fraction(99, 100), "the audit finds a ratio that is larger"),
    (13 / 7, "give the ratio as a Fraction"),
])
def test_another_ratio_is_refused(answer, reason):
    assert judge_starred_ratio(answer).startswith(f"not yet: {reason}")
