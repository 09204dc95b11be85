"""What planners refuse to be asked for."""

from fractions import Fraction

import pytest

from privlearn.mechanisms import replace_one, replace_one_unordered
from privlearn.mechanisms.wishes import checked_goal, checked_wishes

LEAST = {"epsilon": Fraction(1, 2**40), "delta": Fraction(1, 2**1000), "beta": Fraction(1, 2**1000)}


@pytest.mark.parametrize(("change", "rule"), [
    ({"epsilon": 0}, "epsilon must be positive and"), ({"epsilon": -1}, "epsilon must be positive and"),
    ({"epsilon": 20 + LEAST["epsilon"]}, "epsilon must be positive and at most 20"), ({"delta": 0}, "delta must"),
    ({"delta": 1}, "delta must"), ({"beta": 0}, "beta must"), ({"beta": 1}, "beta must"),
    *(({name: 3 * least / 4}, rf"{name} must be at least 2\^-") for name, least in LEAST.items())])
def test_goals_are_within_their_bounds(change, rule):
    for goal in (LEAST, {**LEAST, "epsilon": 1}, {**LEAST, "epsilon": 20}):
        assert checked_goal(**goal) == tuple(goal.values())
    with pytest.raises(ValueError, match=rule):
        checked_goal(**{**LEAST, **change})


def test_a_domain_has_a_bit():
    assert checked_wishes(1, replace_one_unordered, **LEAST) == (1, replace_one, tuple(LEAST.values()))
    with pytest.raises(ValueError, match="domain_bits must be an integer of at least 1, got 0"):
        checked_wishes(0, replace_one, **LEAST)
