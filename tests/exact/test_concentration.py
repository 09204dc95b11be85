"""Exact tails of a binomial sum and the bounds on them."""

from fractions import Fraction

import pytest

from privlearn.exact import binomial_tail, exp_bracket
from privlearn.exact.concentration import (chernoff_lower, chernoff_upper, hoeffding, hoeffding_exponent,
                                           hoeffding_of_mean, lower_tail, mean_exponent, relative_entropy, sum_between,
                                           two_sided_tail, upper_tail)

THIRD = Fraction(1, 3)


@pytest.mark.parametrize("trials", [0, 1, 7, 12])
def test_the_recursion_gives_the_sum_of_binomial_terms(trials):
    for low in range(-1, trials + 2):
        for high in range(-1, trials + 2):
            expected = binomial_tail(trials, THIRD, at_least=low, at_most=high) if low <= high else 0
            assert sum_between(trials, THIRD, low, high) == expected


@pytest.mark.parametrize(("probability", "value"), [(0, 0), (1, 4)])
def test_a_certain_bit_puts_all_mass_on_one_sum(probability, value):
    assert [sum_between(4, probability, k, k) for k in range(5)] == [int(k == value) for k in range(5)]


def test_no_trial_has_sum_zero():
    assert sum_between(0, THIRD, 0, 0) == 1
    assert sum_between(0, THIRD, 1, 1) == 0


def test_tails_include_their_threshold():
    assert upper_tail(3, THIRD, 1) == Fraction(7, 27)  # at least 2 of 3
    assert lower_tail(3, THIRD, 1) == Fraction(8, 27)  # none of 3
    assert two_sided_tail(3, THIRD, 1) == Fraction(15, 27)


def test_a_threshold_that_is_no_integer_is_rounded_into_the_tail():
    assert upper_tail(5, Fraction(1, 2), Fraction(1, 10)) == Fraction(1, 2)  # at least 2.75, that is 3
    assert lower_tail(5, Fraction(1, 2), Fraction(1, 10)) == Fraction(1, 2)  # at most 2.25, that is 2


def test_the_two_chernoff_bounds_differ_only_in_the_constant():
    assert chernoff_lower(9, THIRD, 1, constant=3) == chernoff_upper(9, THIRD, 1)


def test_the_mean_form_is_the_sum_form_at_n_times_the_deviation():
    assert mean_exponent(40, Fraction(1, 8)) == hoeffding_exponent(40, 5)
    assert hoeffding_of_mean(40, Fraction(1, 8)) == hoeffding(40, 5)


@pytest.mark.parametrize("deviation", [0, Fraction(-1, 2), Fraction(3, 2)])
def test_a_relative_deviation_outside_its_range_is_refused(deviation):
    with pytest.raises(ValueError, match="deviation must be above 0 and at most 1"):
        chernoff_upper(5, THIRD, deviation)


def test_a_deviation_of_the_sum_must_be_positive():
    with pytest.raises(ValueError, match="deviation must be positive, got 0"):
        hoeffding(5, 0)
    with pytest.raises(ValueError, match="deviation must be positive"):
        two_sided_tail(5, THIRD, 0)


def test_a_probability_above_one_is_refused():
    with pytest.raises(ValueError, match="between 0 and 1"):
        sum_between(5, Fraction(6, 5), 0, 5)


def test_relative_entropy_is_zero_on_the_diagonal_alone():
    assert relative_entropy(THIRD, THIRD).lower == 0
    assert relative_entropy(Fraction(1, 5), Fraction(49, 100)).lower > 0


def test_relative_entropy_bounds_the_tail_and_more_bits_narrow_it():
    wide, narrow = relative_entropy(Fraction(1, 2), THIRD, 32), relative_entropy(Fraction(1, 2), THIRD)
    assert wide.lower <= narrow.lower <= narrow.upper <= wide.upper
    assert sum_between(40, THIRD, 20, 40) <= exp_bracket(-40 * narrow.upper).upper


@pytest.mark.parametrize(("first", "second", "name"), [(0, THIRD, "first"), (THIRD, 1, "second")])
def test_relative_entropy_is_of_inner_probabilities(first, second, name):
    with pytest.raises(ValueError, match=name):
        relative_entropy(first, second)
