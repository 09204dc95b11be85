"""The discrete Laplace sampler against the exponential function."""

import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from privlearn.exact import TooLargeToEnumerate, exp_bracket
from privlearn.mechanisms.discrete_laplace import (DiscreteLaplace, bernoulli_exp, distribution_function, divide,
                                                   kolmogorov_distance, magnitude_weights, shift_ratio)


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


class Asked(Exception):
    """The script of draws is at its end: the sampler asks for a uniform integer below the bound."""


class Script(random.Random):
    """A generator whose draws are written down beforehand."""

    def __init__(self, draws):
        super().__init__(0)
        self.draws = list(draws)

    def randrange(self, bound):
        if not self.draws:
            raise Asked(bound)
        return self.draws.pop(0)


def law_of_the_sampler(scale, least):
    """All runs of the sampler whose draws have together probability at least ``least``: their law, and what is left."""
    found, left, waiting = Counter(), Fraction(0), [((), Fraction(1))]
    while waiting:
        draws, chance = waiting.pop()
        if chance < least:
            left += chance
            continue
        try:
            found[DiscreteLaplace(scale).sample(Script(draws))] += chance
        except Asked as asked:
            waiting += [((*draws, k), chance / asked.args[0]) for k in range(asked.args[0])]
    return found, left


@pytest.mark.parametrize("scale", [Fraction(1), Fraction(2), Fraction(3, 2), Fraction(1, 3)])
def test_the_sampler_has_the_law_of_discrete_laplace_noise(scale):
    found, left = law_of_the_sampler(scale, Fraction(1, 10**5))
    assert left < Fraction(1, 3)
    g = exp_bracket(-1 / scale, 100)
    for k in range(-4, 5):
        power = exp_bracket(-abs(k) / scale, 100)
        assert found[k] <= (power * (1 - g) / (1 + g)).upper
        assert found[k] + left >= (power * (1 - g) / (1 + g)).lower


def test_noise_of_a_million_takes_no_longer():
    noise = DiscreteLaplace(10**6)
    sizes = [abs(noise.sample(np.random.default_rng(k))) for k in range(300)]
    assert 5 * 10**5 < sum(sizes) / 300 < 2 * 10**6  # the mean is 10^6, its deviation below 10^5


def test_noise_has_no_table_and_a_positive_scale():
    with pytest.raises(TooLargeToEnumerate):
        DiscreteLaplace(1).exact()
    with pytest.raises(ValueError, match="scale must be above 0"):
        DiscreteLaplace(0)
