"""Judges of the page many-unions."""

from fractions import Fraction

import pytest

from privlearn.claims.abms20.many_unions.exercises import judge_discount, judge_seven_balls

COVER = [3, 4, 10, 11, 16, 22, 29]


def test_seven_balls_that_cover_are_accepted():
    assert judge_seven_balls(COVER).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ([0, *COVER[1:]], "the function 00111 is in none of the 7 balls"),
    ([*range(7)], "the function 01111 is in none of the 7 balls"),
    (COVER[1:], "give a list of 7 integers"),
    ([*COVER[:6], 32], "a function on 5 points is an integer from 0 to 31"),
])
def test_other_words_are_refused(answer, reason):
    assert judge_seven_balls(answer).startswith(f"not yet: {reason}")


def test_a_discount_near_one_seventh_is_accepted():
    assert judge_discount(Fraction(100, 743)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (Fraction(1, 2), "the bound is 12.0"),
    (Fraction(1, 8) * Fraction(101, 100), "the bound is 8.432"),
    (Fraction(1, 7) * Fraction(99, 100), "the bound is 8.431"),
    (1, "give a Fraction between 0 and 1"),
    (0.1346, "give a Fraction between 0 and 1"),
])
def test_another_discount_is_refused(answer, reason):
    assert judge_discount(answer).startswith(f"not yet: {reason}")
