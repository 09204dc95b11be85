"""The chain of bounds: order, closed forms, errors."""

from fractions import Fraction
from itertools import pairwise

import pytest

from privlearn.exact.intervals import ball
from privlearn.learners.noise import failure_bounds, root_of_bound
from privlearn.learners.noise.failure_series import SERIES, difference_quotient, series_value


def test_bounds_increase_along_the_chain():
    values = list(failure_bounds(Fraction(1, 20)).values())
    assert all(smaller.upper < larger.lower for smaller, larger in pairwise(values))


@pytest.mark.parametrize("name", list(SERIES))
def test_series_and_closed_form_overlap(name):
    closed, series = failure_bounds(Fraction(1, 10))[name], series_value(SERIES[name], Fraction(1, 10), terms=80)
    assert max(closed.lower, series.lower) <= min(closed.upper, series.upper)


@pytest.mark.parametrize("mu", [0, Fraction(1, 4), -1])
def test_rates_outside_are_refused(mu):
    with pytest.raises(ValueError, match="strictly between 0 and 1/4"):
        failure_bounds(mu)


def test_quotient_at_zero_is_the_first_difference():
    assert difference_quotient(SERIES["union"], SERIES["dropped"], 2)(ball(0)).contains(1)


def test_unknown_line_is_refused():
    with pytest.raises(ValueError, match="'linear' or 'four'"):
        root_of_bound("eight")
