"""Adversaries and the fewest functions that answer them."""

from fractions import Fraction

from privlearn.dimensions.representation.adversaries import can_answer

QUARTER, THIRD = Fraction(1, 4), Fraction(1, 3)


def test_no_adversary_is_answered_by_nothing():
    assert can_answer([], 0, 3, QUARTER)


def test_two_opposite_adversaries_need_two_functions():
    law = (Fraction(1), Fraction(0))
    opposite = [((0, 0), law), ((1, 0), law)]
    assert not can_answer(opposite, 1, 2, QUARTER)
    assert can_answer(opposite, 2, 2, QUARTER)
