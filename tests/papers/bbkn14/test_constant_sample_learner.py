"""Judges of the page constant-sample-learner."""

from fractions import Fraction

import pytest

from privlearn.papers.bbkn14.constant_sample_learner.exercises import (judge_smallest_rows, judge_starred_ratio,
                                                                       judge_worst_pair)

OTHERS = ((0, 0),) * 3
WITH_ONE, WITH_ZERO = (*OTHERS, (1, 1)), (*OTHERS, (0, 1))



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


def rows(n):
    return n, Fraction(19, 20) ** n, Fraction(19, 20) ** (n - 1)


def test_the_least_number_of_rows_is_accepted():
    assert judge_smallest_rows(rows(28)) == "accepted: 28 rows: 0.2378, and 0.2503 with 27"


@pytest.mark.parametrize(("answer", "reason"), [
    (rows(27), "with 27 rows it is 0.2503, above 1/4"),
    (rows(29), "28 rows are enough as well"),
    ((28, 0.2378, 0.2503), "give three exact numbers"),
    (28, "give three exact numbers"),
])
def test_another_number_of_rows_is_refused(answer, reason):
    assert judge_smallest_rows(answer).startswith(f"not yet: {reason}")


def starred_ratio(truth, keep):
    return (truth * keep + (1 - keep) / 2) / ((1 - truth) * keep + (1 - keep) / 2)


def test_the_exact_ratio_is_accepted():
    assert judge_starred_ratio(starred_ratio) == "accepted: as audited for nine pairs; the exercise's ratio is 13/7"


@pytest.mark.parametrize(("answer", "reason"), [
    (lambda truth, keep: Fraction(13, 7), "for truth 4/5 and keep 1/3 the audit finds another ratio"),
    (lambda truth, keep: starred_ratio(truth, keep) * Fraction(99, 100), "for truth 4/5 and keep 1/2 the audit"),
    (lambda truth, keep: float(starred_ratio(truth, keep)), "for truth 4/5 and keep 1/2 the audit"),
    (Fraction(13, 7), "give a function"),
])
def test_another_ratio_is_refused(answer, reason):
    assert judge_starred_ratio(answer).startswith(f"not yet: {reason}")
