"""Judges of the page many-unions."""

from fractions import Fraction
from math import log

import pytest

from privlearn.papers.abms20.many_unions.exercises import judge_discount, judge_seven_balls

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


def discount(experts, mistakes):
    beta = Fraction(1, 2)
    for _ in range(50):
        bound = (mistakes * log(1 / beta) + log(experts)) / log(2 / (1 + beta))
        beta = Fraction(mistakes / (bound - mistakes)).limit_denominator(1000)
    return beta


def test_the_discounts_of_the_least_bounds_are_accepted():
    assert judge_discount(discount).startswith("accepted: for 16 experts and one mistake the discount is 0.13")


@pytest.mark.parametrize(("answer", "reason"), [
    (lambda experts, mistakes: Fraction(1, 2), "for 16 experts and 1 mistakes the bound is 12.0"),
    (lambda experts, mistakes: Fraction(2, 15), "for 16 experts and 2 mistakes the bound is"),
    (lambda experts, mistakes: 1, "for 16 experts and 1 mistakes give a Fraction"),
    (lambda experts, mistakes: 0.1346, "for 16 experts and 1 mistakes give a Fraction"),
    (Fraction(2, 15), "give a function"),
])
def test_another_discount_is_refused(answer, reason):
    assert judge_discount(answer).startswith(f"not yet: {reason}")
