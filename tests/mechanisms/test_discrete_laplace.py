"""The discrete Laplace sampler against the exponential function."""

from fractions import Fraction

import pytest

from privlearn.exact import exp_bracket
from privlearn.mechanisms.discrete_laplace import (bernoulli_exp, distribution_function, divide, kolmogorov_distance,
                                                   magnitude_weights, shift_ratio)


def overlap(one, other):
    return one.lower <= other.upper and other.lower <= one.upper


@pytest.mark.parametrize("x", [0, Fraction(1, 12), Fraction(1, 2), Fraction(5, 7), 1])
def test_the_loop_says_1_with_probability_e_to_the_minus_x(x):
    assert overlap(bernoulli_exp(x), exp_bracket(-x if x else 0, 100))


def test_what_the_cut_leaves_open_is_x_to_the_k_over_k_factorial():
    found = bernoulli_exp(Fraction(1, 2), rounds=4)
    assert found.upper - found.lower == Fraction(1, 2**4 * 24)


def test_one_round_knows_little():
    found = bernoulli_exp(Fraction(1, 2), rounds=1)
    assert (found.lower, found.upper) == (Fraction(1, 2), 1)


@pytest.mark.parametrize("scale", [1, 2, 3, 12])
def test_the_ratio_of_neighbouring_counts_is_e_to_the_inverse_scale(scale):
    assert overlap(shift_ratio(scale)[0], exp_bracket(Fraction(1, scale), 100))


def test_half_of_the_mass_and_half_of_the_middle_lie_at_or_below_0():
    weights, below = magnitude_weights(3), distribution_function(3)
    middle = below[0] + below[0] - 1  # Pr[noise = 0] by symmetry
    total = weights[0] / middle  # the normaliser, in units of the first weight
    assert overlap(below[1], below[0] - weights[0] / total)


def test_the_right_division_is_at_distance_0():
    assert kolmogorov_distance(5, divide).lower <= 0
    assert kolmogorov_distance(5, divide).upper < Fraction(1, 2**60)


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: bernoulli_exp(2), "exponent must lie between"), (lambda: bernoulli_exp(0, rounds=0), "rounds must be"),
    (lambda: shift_ratio(0), "scale must be"), (lambda: shift_ratio(Fraction(3, 2)), "scale must be")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()
