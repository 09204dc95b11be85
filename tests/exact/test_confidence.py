"""Confidence intervals from exact binomial tails."""

from fractions import Fraction

import pytest

from privlearn.exact import median_interval, success_interval


def test_success_interval_of_one_run_is_nearly_everything():
    assert success_interval(0, 1, Fraction(1, 10)) == (0, Fraction(15565, 16384))


def test_success_interval_turns_round_with_the_hits():
    low, high = success_interval(3, 10, Fraction(1, 10))
    assert success_interval(7, 10, Fraction(1, 10)) == (1 - high, 1 - low)


def test_median_interval_needs_enough_values():
    with pytest.raises(ValueError, match="more than 5"):
        median_interval(range(5), Fraction(1, 20))
    assert median_interval(range(6), Fraction(1, 20)) == (0, 5)
