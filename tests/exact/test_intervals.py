"""Balls with ends, and balls without."""

from fractions import Fraction

import pytest

from privlearn.exact import Undecided, exp_bracket
from privlearn.exact.intervals import ball, ball_bracket, bracket_of


def test_balls_and_brackets_agree_on_e():
    found, other = bracket_of(lambda: ball(1).exp(), bits=64), exp_bracket(1)
    assert found.lower <= other.upper
    assert other.lower <= found.upper


def test_a_ball_contains_both_ends():
    found = ball_bracket(ball(Fraction(1, 3), Fraction(1, 2)))
    assert found.lower <= Fraction(1, 3)
    assert found.upper >= Fraction(1, 2)


def test_an_infinite_ball_has_no_ends():
    with pytest.raises(Undecided, match="not finite"):
        ball_bracket(1 / ball(-1, 1))
