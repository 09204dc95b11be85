"""Judges of the page equality."""

from fractions import Fraction

import pytest

from privlearn.papers.fx15.equality.exercises import judge_bad_distribution, judge_comparable

THIRD, HALF = Fraction(1, 3), Fraction(1, 2)


def test_three_words_of_equal_mass_are_accepted():
    assert judge_bad_distribution((THIRD, THIRD, THIRD, 0)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((Fraction(1, 4),) * 4, "here eight keys miss with probability"),
    ((1, 0, 0, 0), "here eight keys miss with probability 0 only"),
    ((THIRD, THIRD, THIRD, THIRD), "they sum to 4/3"),
    ((1 / 3, 1 / 3, 1 / 3, 0), "give four probabilities"),
])
def test_another_distribution_is_refused(answer, reason):
    assert judge_bad_distribution(answer).startswith(f"not yet: {reason}")


def test_half_the_mass_on_two_points_is_accepted():
    assert judge_comparable((0, (HALF, HALF, 0, 0))).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((0, (Fraction(49, 100), Fraction(51, 100), 0, 0)), "some hypothesis errs with probability 49/100 only"),
    ((3, (0, 0, 0, 1)), "some hypothesis errs with probability 0 only"),
    ((4, (HALF, HALF, 0, 0)), "the point is 0, 1, 2 or 3"),
    ((0, (0.5, 0.5, 0, 0)), "the point is 0, 1, 2 or 3"),
    (0, "give (point of the function, four probabilities)"),
])
def test_another_point_or_distribution_is_refused(answer, reason):
    assert judge_comparable(answer).startswith(f"not yet: {reason}")
