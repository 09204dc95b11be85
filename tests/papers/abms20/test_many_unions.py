"""Judges of the page many-unions."""

from fractions import Fraction
from math import log

import pytest

from privlearn.papers.abms20.many_unions.exercises import judge_discount, judge_seven_balls

COVER = [3, 4, 10, 11, 16, 22, 29]


def discount(experts, mistakes):
    beta = Fraction(1, 2)
    for _ in range(50):
        bound = (mistakes * log(1 / beta) + log(experts)) / log(2 / (1 + beta))
        beta = Fraction(mistakes / (bound - mistakes)).limit_denominator(1000)
    return beta


def test_right_answers_are_accepted():
    assert judge_seven_balls(COVER).startswith("accepted")  # seven balls that cover
    assert judge_discount(discount).startswith("accepted: for 16 experts and one mistake the discount is 0.13")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_seven_balls, [0, *COVER[1:]], "the function 00111 is in none of the 7 balls"),
    (judge_seven_balls, [*range(7)], "the function 01111 is in none of the 7 balls"),
    (judge_seven_balls, COVER[1:], "give a list of 7 integers"),
    (judge_seven_balls, [*COVER[:6], 32], "a function on 5 points is an integer from 0 to 31"),
    (judge_discount, lambda experts, mistakes: Fraction(1, 2), "for 16 experts and 1 mistakes the bound is 12.0"),
    (judge_discount, lambda experts, mistakes: Fraction(2, 15), "for 16 experts and 2 mistakes the bound is"),
    (judge_discount, lambda experts, mistakes: 1, "for 16 experts and 1 mistakes give a Fraction"),
    (judge_discount, lambda experts, mistakes: 0.1346, "for 16 experts and 1 mistakes give a Fraction"),
    (judge_discount, Fraction(2, 15), "give a function")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
