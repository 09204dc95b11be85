"""Judges of the page generalization."""

import pytest

from privlearn.claims.abms20.generalization.exercises import judge_points, judge_rows


def test_the_lasting_number_of_points_is_accepted():
    assert judge_points(48).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (47, "with 47 points the probability is 0.0114"),
    (49, "with 48 points it is at most 1/100, too"),
    (0, "give a number of points between 1 and 60"),
    (12.0, "give a number of points between 1 and 60"),
])
def test_another_number_of_points_is_refused(answer, reason):
    assert judge_points(answer).startswith(f"not yet: {reason}")


def test_the_least_number_of_rows_is_accepted():
    assert judge_rows(1020).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (1019, "with 1019 rows the test would need a mean above 1.0"),
    (1021, "1020 rows are enough already"),
    (1020.0, "give a number of rows"),
])
def test_another_number_of_rows_is_refused(answer, reason):
    assert judge_rows(answer).startswith(f"not yet: {reason}")
