"""Exact numbers: what is taken, what is refused."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq

from privlearn.exact import as_distribution, as_exp_epsilon, as_fraction, as_integer, as_probability, rational
from privlearn.exact.rationals import as_inner_probability, numerator_denominator, plain, rational_square_root


class Share(Fraction):
    """A kind of Fraction."""


@pytest.mark.parametrize(("value", "exactly"), [
    *((half, Fraction(1, 2)) for half in (Fraction(1, 2), fmpq(1, 2), 0.5, np.float64(0.5), np.float16(0.5))),
    (0.1, Fraction(3602879701896397, 36028797018963968)), (np.int64(3), 3)])
def test_numbers_of_every_kind_are_taken_exactly(value, exactly):
    found = as_fraction(value)
    assert type(found) is Fraction
    assert found == exactly
    assert as_fraction(Share(1, 3)) == Fraction(1, 3)


@pytest.mark.parametrize(("call", "message"), [
    *((lambda value=value: as_fraction(value, "alpha"), "alpha must be") for value in (
        "1/2", None, True, np.bool_(True), 1j, [1], np.array([1, 2]), float("nan"), math.inf, np.float64("nan"))),
    *((lambda value=value: as_integer(value, "size"), "size must be an integer") for value in (
        1.0, "1", True, None, Fraction(2), np.array([1]), np.bool_(True))),
    (lambda: as_integer(4, "size", least=1, most=3), "size must be an integer of at least 1 and at most 3, got 4"),
    (lambda: as_integer(True, "size", least=0), "size must be an integer of at least 0"),
    *((lambda value=value: as_probability(value, "q"), f"q must lie between 0 and 1, got {value}")
      for value in (-1, 2, Fraction(1001, 1000))),
    (lambda: as_exp_epsilon(Fraction(1, 2)), r"exp_epsilon must be at least 1 .* got 1/2"),
    *((lambda value=value: rational_square_root(value, "rate"), "rate must be the square of a rational")
      for value in (2, -4, Fraction(9, 2), Fraction(4, 3), Fraction(3, 4), -1, Fraction(-1, 4)))])
def test_other_kinds_and_numbers_out_of_range_are_refused_with_their_name(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_probabilities_and_privacy_ratios_include_their_ends():
    assert [as_probability(value) for value in (0, 1, Fraction(1, 2))] == [0, 1, Fraction(1, 2)]
    assert as_exp_epsilon(1) == 1


def test_roots_of_rational_squares_are_exact():
    roots = {Fraction(81, 64): Fraction(9, 8), 0: 0, Fraction(1, 4): Fraction(1, 2), 1: 1}
    assert {value: rational_square_root(value) for value in roots} == roots


@pytest.mark.parametrize("value", [3, Fraction(2, 3), fmpq(2, 3), 0.75, np.int64(7), Fraction(1, 3)])
def test_the_field_of_python_flint_keeps_the_value(value):
    found = rational(value)
    assert isinstance(found, fmpq)
    assert as_fraction(found) == as_fraction(value)
    assert numerator_denominator(found) == as_fraction(value).as_integer_ratio()
    assert all(type(part) is int for part in numerator_denominator(found))
    assert numerator_denominator(Fraction(6, 4)) == (3, 2)


@pytest.mark.parametrize("value", [2, Fraction(2, 3), Fraction(1, 3)])
def test_without_python_flint_every_weight_is_a_fraction(monkeypatch, value):
    monkeypatch.setattr("privlearn.exact.rationals.fmpq", None)
    assert type(rational(value)) is Fraction
    assert rational(value) == value
    assert numerator_denominator(value) == Fraction(value).as_integer_ratio()


def test_values_that_leave_are_plain():
    assert type(plain(fmpq(1, 2))) is Fraction
    assert [plain(value) for value in (fmpq(1, 2), math.inf, None)] == [Fraction(1, 2), math.inf, None]


def test_inner_probabilities_exclude_both_ends():
    assert as_inner_probability(Fraction(1, 10**9)) == Fraction(1, 10**9)
    assert as_inner_probability(1 - Fraction(1, 10**9)) == 1 - Fraction(1, 10**9)
    for value in (0, 1, -1, 2):
        with pytest.raises(ValueError, match=f"beta must lie strictly between 0 and 1, got {value}"):
            as_inner_probability(value, "beta")


@pytest.mark.parametrize("weights", [
    (Fraction(1, 3), Fraction(2, 3)), (0.5, Fraction(1, 2)), (1,), (0, 1), (0, 0.5, fmpq(1, 2))])
def test_distributions_are_tuples_of_fractions(weights):
    found = as_distribution(iter(weights), len(weights))
    assert found == as_distribution(weights)
    assert list(found) == [as_fraction(w) for w in weights]
    assert all(type(w) is Fraction for w in found)


@pytest.mark.parametrize(("weights", "points", "rule"), [
    ((Fraction(3, 2), Fraction(-1, 2)), None, "negative weights, got -1/2"), ((-1, 2), 2, "negative weights, got -1"),
    ((Fraction(1, 2), Fraction(1, 4)), None, "sum to 1, got 3/4"), ((1, 1), None, "sum to 1, got 2"),
    ((), None, "sum to 1, got 0"), ((1,), 2, "hold 2 weights, one for each point, got 1"),
    ((Fraction(1, 2), Fraction(1, 2)), 1, "hold 1 weights"), (("1",), None, "be a number")])
def test_what_is_no_distribution_is_refused(weights, points, rule):
    with pytest.raises(ValueError, match=f"law must (not have )?{rule}"):
        as_distribution(weights, points, "law")


@pytest.mark.parametrize("kind", [int, np.int64])
def test_both_ends_of_a_range_are_in_it_and_nothing_beyond(kind):
    assert [as_integer(kind(k), "size", least=2, most=4) for k in (2, 3, 4)] == [2, 3, 4]
    assert (as_integer(kind(2), "size", least=2), as_integer(kind(4), "size", most=4)) == (2, 4)
    assert type(as_integer(kind(3), "size", least=2, most=4)) is int
    for value, ends, words in ((1, {"least": 2}, " of at least 2, got"), (5, {"most": 4}, " and at most 4, got"),
                               (1, {"least": 2, "most": 4}, " of at least 2 and at most 4"),
                               (5, {"least": 2, "most": 4}, " of at least 2 and at most 4")):
        with pytest.raises(ValueError, match=f"size must be an integer{words}"):
            as_integer(kind(value), "size", **ends)
