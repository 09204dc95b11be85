"""Judges of the page fano."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.papers.fx15.fano.exercises import judge_equality

HALF = Fraction(1, 2)


def symmetric(wrong):
    return {(x, y): HALF * (1 - wrong if x == y else wrong) for x, y in product((0, 1), repeat=2)}


def test_right_answers_are_accepted():
    assert judge_equality(symmetric(Fraction(1, 8))).startswith("accepted")  # a symmetric channel
    # a guess without a hint
    assert judge_equality({(0, 0): Fraction(3, 4), (1, 0): Fraction(1, 4)}).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (symmetric(Fraction(1, 8)) | {(0, 0): Fraction(1, 2), (1, 1): Fraction(3, 8)},
     "H(x | y) is 0.5419, below H(1/8) = 0.5436"),
    ({(0, 0): HALF, (1, 0): Fraction(1, 4), (1, 1): Fraction(1, 4)}, "H(x"),
    (symmetric(HALF), "the bits differ with probability 1/2, which must lie strictly between"),
    (symmetric(0), "the bits differ with probability 0"),
    ({(0, 0): HALF}, "the probabilities must be fractions of at least 0 with sum 1"), (HALF, "give a dictionary")])
def test_another_law_is_refused(answer, reason):
    assert judge_equality(answer).startswith(f"not yet: {reason}")
