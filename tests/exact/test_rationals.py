"""Exact numbers: what is taken, what is refused."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq

from privlearn.exact import as_exp_epsilon, as_fraction, as_integer, as_probability, rational
from privlearn.exact.rationals import rational_square_root


@pytest.mark.parametrize("half", [Fraction(1, 2), fmpq(1, 2), 0.5, np.float64(0.5), np.float16(0.5)])
def test_every_kind_of_one_half_is_the_same_fraction(half):
    found = as_fraction(half)
    assert type(found) is Fraction
    assert found == Fraction(1, 2)


def test_a_float_stands_for_its_binary_value():
    assert as_fraction(0.1) == Fraction(3602879701896397, 36028797018963968)


def test_numpy_integers_are_exact():
    assert as_fraction(np.int64(3)) == 3


@pytest.mark.parametrize("value", ["1/2", None, True, np.bool_(True), 1j, [1], np.array([1, 2]), float("nan"), math.inf,
                                   np.float64("nan")])
def test_what_is_no_finite_number_is_refused_with_its_name(value):
    with pytest.raises(ValueError, match="alpha must be"):
        as_fraction(value, "alpha")


def test_weights_live_in_the_field_of_python_flint():
    assert isinstance(rational(Fraction(1, 3)), fmpq)


def test_without_python_flint_weights_are_fractions(monkeypatch):
    monkeypatch.setattr("privlearn.exact.rationals.fmpq", None)
    assert isinstance(rational(Fraction(1, 3)), Fraction)


@pytest.mark.parametrize("value", [0, 1, Fraction(1, 2)])
def test_probabilities_include_both_ends(value):
    assert as_probability(value) == value


@pytest.mark.parametrize("value", [-1, 2, Fraction(1001, 1000)])
def test_a_probability_outside_0_and_1_is_refused(value):
    with pytest.raises(ValueError, match=f"q must lie between 0 and 1, got {value}"):
        as_probability(value, "q")


def test_a_privacy_ratio_below_1_is_refused():
    with pytest.raises(ValueError, match=r"exp_epsilon must be at least 1 .* got 1/2"):
        as_exp_epsilon(Fraction(1, 2))


def test_a_privacy_ratio_of_1_is_fine():
    assert as_exp_epsilon(1) == 1


@pytest.mark.parametrize("value", [1.0, "1", True, None, Fraction(2), np.array([1]), np.bool_(True)])
def test_what_is_no_integer_is_refused(value):
    with pytest.raises(ValueError, match="size must be an integer"):
        as_integer(value, "size")


def test_an_integer_out_of_range_is_refused_with_the_range():
    with pytest.raises(ValueError, match="size must be an integer of at least 1 and at most 3, got 4"):
        as_integer(4, "size", least=1, most=3)


def test_numpy_integers_are_integers():
    assert type(as_integer(np.int64(3), "size")) is int


def test_the_root_of_a_rational_square_is_exact():
    assert rational_square_root(Fraction(81, 64)) == Fraction(9, 8)


@pytest.mark.parametrize("value", [2, -4, Fraction(9, 2)])
def test_other_roots_are_refused(value):
    with pytest.raises(ValueError, match="must be the square of a rational"):
        rational_square_root(value)
