"""Balls with ends, and balls without."""

from fractions import Fraction

import pytest
from flint import ctx

from privlearn.exact import Bracket, Undecided, exp_bracket
from privlearn.exact.intervals import MOST_BITS, ball, ball_bracket, bracket_of


def test_balls_and_brackets_agree_on_e_and_an_infinite_ball_has_no_ends():
    found, other = bracket_of(lambda: ball(1).exp(), bits=64), exp_bracket(1)
    assert found.lower <= other.upper
    assert other.lower <= found.upper
    with pytest.raises(Undecided, match="not finite"):
        ball_bracket(1 / ball(-1, 1))


@pytest.mark.parametrize(("low", "high"), [(Fraction(1, 3), Fraction(1, 2)), (Fraction(-7, 5), Fraction(2, 9)), (1, 1),
                                           (Fraction(1, 3), Fraction(1, 3)), (-3, 0)])
def test_a_ball_is_hardly_wider_than_its_interval(low, high):
    found = ball_bracket(ball(low, high))
    assert found.lower <= low
    assert high <= found.upper
    assert found.upper - found.lower <= (high - low) + Fraction(1, 1 << 26)
    assert ball_bracket(ball(Fraction(3, 8))) == Bracket(Fraction(3, 8), Fraction(3, 8))


@pytest.mark.parametrize(("low", "high"), [(2, 1), (Fraction(1, 2), Fraction(1, 3))])
def test_ends_in_the_wrong_order_are_refused(low, high):
    with pytest.raises(ValueError, match=f"upper must be at least lower = {low}, got {high}"):
        ball(low, high)


def test_more_bits_make_the_ends_closer():
    for bits in (8, 64, 128, 500):
        found = bracket_of(lambda: ball(1).exp(), bits)
        assert Fraction(1, 1 << (bits + 8)) < found.upper - found.lower < Fraction(64, 1 << bits)
    assert bracket_of(lambda: ball(1).exp()) == bracket_of(lambda: ball(1).exp(), 128)


def test_the_precision_is_the_caller_s_again():
    before = ctx.prec
    assert bracket_of(lambda: ball(ctx.prec), 77).lower == 77
    with pytest.raises(Undecided):
        bracket_of(lambda: 1 / ball(-1, 1), 77)
    assert ctx.prec == before
    for bits in (0, 1):
        with pytest.raises(ValueError, match="bits must be an integer of at least 2"):
            bracket_of(lambda: ball(1), bits)
    assert bracket_of(lambda: ball(1), 2).lower == 1


def test_what_is_too_small_for_a_fraction_is_enclosed_and_what_is_too_large_is_undecided():
    tiny, least = bracket_of(lambda: ball(-10**100).exp()), Fraction(1, 1 << MOST_BITS)
    assert -least <= tiny.lower <= 0 <= tiny.upper <= least
    negative = bracket_of(lambda: -ball(-10**8).exp())
    assert (negative.lower == -least, negative.upper == 0) == (True, True)
    with pytest.raises(Undecided, match="too many for a fraction|not finite"):
        bracket_of(lambda: ball(5000).exp().exp())
