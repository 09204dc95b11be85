"""Judges of the page introduction."""

import pytest

from privlearn.claims.klmns20.introduction.exercises import judge_labellings, judge_least_examples, judge_worst_database


def test_one_cut_more_than_points_is_accepted():
    assert judge_labellings(1001).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (1000, "that leaves out the cut before the first point"),
    (1002, "where can the cut be?"),
    (1001.0, "give an integer"),
])
def test_another_number_of_cuts_is_refused(answer, reason):
    assert judge_labellings(answer).startswith(f"not yet: {reason}")


def test_the_least_number_of_examples_is_accepted():
    assert judge_least_examples(29).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (28, "with 28 examples the failure can be 0.0523"),
    (30, "that is enough, but one fewer is too"),
    (-1, "give an integer of at least 0"),
])
def test_another_number_of_examples_is_refused(answer, reason):
    assert judge_least_examples(answer).startswith(f"not yet: {reason}")


def test_three_neighbouring_values_are_accepted():
    assert judge_worst_database((1, 1, 2, 2, 3)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((2, 2, 2, 2, 2), "at least three of the points"),
    ((1, 1, 1, 2, 2), "at least three of the points"),
    ((1, 1, 3, 3, 4), "failure 1/10, but 3/17 is possible"),
    ((1, 1, 2, 3), "give a tuple of 5 points"),
    ((1, 1, 2, 3, 6), "give a tuple of 5 points of 0..5"),
])
def test_another_database_is_refused(answer, reason):
    assert judge_worst_database(answer).startswith(f"not yet: {reason}")
