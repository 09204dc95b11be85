"""Judges of the page block-sizes."""

from fractions import Fraction

import pytest

from privlearn.papers.fx15.block_sizes.exercises import judge_five_unstable, judge_six_bad

MASS, LIGHT = Fraction(5, 2**5), Fraction(5, 2**15)
LINE = Fraction(27, 2**15)


def test_a_heavy_point_with_most_of_the_line_is_accepted():
    assert judge_five_unstable((LINE, LINE * Fraction(21, 25))).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((LINE, LINE * Fraction(15, 25)), "the unstable scales are"),
    ((Fraction(1, 1024), Fraction(1, 2048)), "the unstable scales are"),
    ((32 * LINE, 32 * LINE * Fraction(21, 25)), "r is to be at most 1/1000"),
    ((LINE, LINE * Fraction(12, 25)), "q is to be the heavier of two points"),
    ((LINE, LINE * Fraction(22, 25)), "q is to be the heavier of two points, from r/2 to 17/20 r"),
    ((LINE, LINE * Fraction(26, 25)), "0 < q <= r <= 1 is needed"),
    ((0.1, 0.09), "give two exact numbers"),
])
def test_another_line_is_refused(answer, reason):
    assert judge_five_unstable(answer).startswith(f"not yet: {reason}")


def test_a_mass_far_from_the_left_ends_is_accepted():
    assert judge_six_bad((MASS, MASS - LIGHT)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((MASS * Fraction(10, 8), (MASS - LIGHT) * Fraction(10, 8)), "8 bad integers"),
    ((Fraction(1, 8), Fraction(1, 16)), "4 bad integers: 2, 3, 4, 5"),
    (MASS, "give two exact numbers"),
])
def test_another_line_has_more_or_fewer_bad_integers(answer, reason):
    assert judge_six_bad(answer).startswith(f"not yet: {reason}")
