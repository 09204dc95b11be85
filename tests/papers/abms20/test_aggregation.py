"""Judges of the page aggregation."""

import pytest

from privlearn.papers.abms20.aggregation.exercises import judge_disjoint, judge_xor

ONE = [[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0]]
OTHER = [[0, 0, 0, 0], [1, 0, 1, 0], [0, 0, 0, 1]]


def test_two_classes_of_dimension_one_with_an_exclusive_or_of_dimension_three_are_accepted():
    assert judge_xor([ONE, OTHER]).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ([ONE, ONE], "the exclusive or has only 2"),
    ([ONE, [*OTHER, [1, 1, 1, 1]]], "the dimensions are 1 and 2, not 1 and 1"),
    ([ONE, OTHER, OTHER], "give two lists of different rows"),
    ([ONE, [*OTHER, [0, 0, 0, 1]]], "give two lists of different rows"),
    ([[row[:3] for row in ONE], OTHER], "give two lists of different rows"),
])
def test_two_other_classes_are_refused(answer, reason):
    assert judge_xor(answer).startswith(f"not yet: {reason}")


def test_two_families_whose_unions_have_three_thresholds_are_accepted():
    assert judge_disjoint([[[0, 0, 1], [1, 1, 0]], [[0, 0, 1], [0, 1, 0]]]).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ([[[0, 0, 1], [1, 1, 1]], [[0, 0, 1], [0, 1, 0]]], "two sets of one family share a point"),
    ([[[0, 0, 1], [1, 0, 0]], [[0, 0, 1], [1, 0, 0]]], "the unions have only 2"),
    ("disjoint", "give two lists of different rows of three bits"),
])
def test_two_other_families_are_refused(answer, reason):
    assert judge_disjoint(answer).startswith(f"not yet: {reason}")
