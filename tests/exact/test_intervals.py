"""Inequalities proved on whole intervals."""

from fractions import Fraction

import pytest

from privlearn.exact import Undecided, exp_bracket
from privlearn.exact.intervals import ball, ball_bracket, bracket_of
from privlearn.exact.signs import prove_positive


def test_a_true_inequality_is_proved():
    assert prove_positive(lambda x: x.exp() - 1 - x, Fraction(1, 10), 1) >= 1


def test_a_false_inequality_is_not_proved():
    with pytest.raises(Undecided, match="not provably positive"):
        prove_positive(lambda x: x - Fraction(1, 2).numerator, 0, 1, depth=20)


def test_an_inequality_that_fails_between_grid_points_is_not_proved():
    def dips(x):  # positive at all multiples of 1/10, negative at 1/20
        return (x - ball(Fraction(1, 20))) ** 2 - ball(Fraction(1, 1000))

    assert all(dips(ball(Fraction(k, 10))) > 0 for k in range(11))
    with pytest.raises(Undecided):
        prove_positive(dips, 0, 1, depth=20)


def test_equality_at_an_end_is_undecided():
    with pytest.raises(Undecided):
        prove_positive(lambda x: x, 0, 1, depth=20)


def test_an_interval_of_one_point_takes_one_box():
    assert prove_positive(lambda x: x, 1, 1) == 1


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


@pytest.mark.parametrize("call", [lambda: ball(2, 1), lambda: ball("1"), lambda: prove_positive(lambda x: x, 2, 1),
                                  lambda: prove_positive(lambda x: x, 1, 2, depth=-1),
                                  lambda: bracket_of(lambda: ball(1), 0)])
def test_bad_arguments_are_value_errors(call):
    with pytest.raises(ValueError, match="must be"):
        call()
