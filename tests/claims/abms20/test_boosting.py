"""Judges of the page boosting."""

import pytest

from privlearn.claims.abms20.boosting.exercises import judge_experts, judge_largest, judge_three_functions


def test_three_functions_with_one_error_each_at_different_points_are_accepted():
    assert judge_three_functions([[1, 0, 0], [0, 1, 0], [0, 0, 1]]).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ([[1, 0, 0], [1, 0, 0], [0, 0, 1]], "the majority is wrong"),
    ([[1, 0, 0], [0, 1, 0], [0, 0, 0]], "some function does not err on exactly one point"),
    ([[1, 0, 0], [0, 1, 0]], "give three rows"),
    ([[1, 0, 0], [0, 1, 0], [0, 0, 2]], "give three rows"),
    (100, "this cannot be judged"),
])
def test_other_functions_are_refused(answer, reason):
    assert judge_three_functions(answer).startswith(f"not yet: {reason}")


def test_ten_rounds_and_one_error_have_eleven_experts():
    assert judge_experts(11).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (10, "count the sets"),
    (12, "count the sets"),
    (11.0, "give an integer"),
])
def test_another_number_of_experts_is_refused(answer, reason):
    assert judge_experts(answer).startswith(f"not yet: {reason}")


def test_the_largest_dimension_is_accepted():
    assert judge_largest(1140).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (1139, "it is larger than 1139"),
    (1141, "it is smaller than 1141"),
    ("1140", "give an integer"),
])
def test_another_dimension_is_refused(answer, reason):
    assert judge_largest(answer).startswith(f"not yet: {reason}")
