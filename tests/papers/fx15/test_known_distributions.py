"""Judges of the page known-distributions."""

from fractions import Fraction

import pytest

from privlearn.papers.fx15.known_distributions.exercises import judge_gap

POINTS = [[int(x == point) for x in range(4)] for point in range(4)]
UNIFORM = [Fraction(1, 4)] * 4


def test_points_that_the_zero_function_covers_are_accepted():
    assert judge_gap((POINTS, UNIFORM, Fraction(1, 4))).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((POINTS, UNIFORM, Fraction(1, 5)), "4 functions cover the class, and 4 of its own concepts do"),
    ((POINTS[:2], UNIFORM, Fraction(1, 4)), "1 functions cover the class, and 2 of its own concepts do"),
    ((POINTS, [0.25] * 4, Fraction(1, 4)), "give integers or Fractions"),
    ((POINTS, UNIFORM[:3], Fraction(1, 4)), "at most 12 rows of at most 6 bits"),
    ((POINTS, [Fraction(1, 3)] * 4, Fraction(1, 3)), "this cannot be judged (ValueError: law must sum to 1, got 4/3)"),
    (0, "this cannot be judged")])
def test_another_instance_is_refused(answer, reason):
    assert judge_gap(answer).startswith(f"not yet: {reason}")
