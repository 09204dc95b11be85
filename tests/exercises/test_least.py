"""The least number with a proof of both sides: right, too small, too large, inexact."""

from fractions import Fraction

import pytest

from privlearn.exercises.least import least_with_proof


def halves(n):
    return Fraction(1, 2**n)


def said(answer, **more):
    return least_with_proof(answer, halves, Fraction(1, 10), most=50, what="coins", **more)


def test_both_sides_are_shown_and_a_step_is_gone_back():
    assert said((4, halves(4), halves(3))) == "accepted: 4 coins: 0.0625, and 0.125 with 3"
    assert said((4, halves(4), halves(2)), step=2) == "accepted: 4 coins: 0.0625, and 0.25 with 2"


@pytest.mark.parametrize(("answer", "reason"), [
    ((3, halves(3), halves(2)), "with 3 coins it is 0.125, above 1/10"),
    ((5, halves(5), halves(4)), "4 coins are enough as well"),
    ((4, halves(4), halves(4)), "n = 4 is right; the two values are not exact, they are about 0.0625 and 0.125"),
    ((4, 0.0625, 0.125), "give three exact numbers"),
    ((0, 1, 2), "n is one of the integers 1, 2, ..., 50"),
    ((51, halves(51), halves(50)), "n is one of the integers 1, 2, ..., 50"),
    (4, "give three exact numbers"),
])
def test_what_proves_nothing_is_refused(answer, reason):
    assert said(answer).startswith(f"not yet: {reason}")
