"""Judges of the page many-unions."""

from fractions import Fraction

import pytest

from privlearn.claims.abms20.many_unions.exercises import judge_discount, judge_hamming_balls

HAMMING = [0, 7, 25, 30, 42, 45, 51, 52, 75, 76, 82, 85, 97, 102, 120, 127]


def test_the_words_of_the_hamming_code_are_accepted():
    assert judge_hamming_balls(HAMMING).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ([1, *HAMMING[1:]], "the function 0000010 is in none of the 16 balls"),
    ([*range(16)], "the function 0110000 is in none of the 16 balls"),
    (HAMMING[1:], "give a list of 16 integers"),
    ([*HAMMING[:15], 128], "a function on 7 points is an integer from 0 to 127"),
])
def test_other_words_are_refused(answer, reason):
    assert judge_hamming_balls(answer).startswith(f"not yet: {reason}")


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
