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
    first = bernoulli_exp(Fraction(1, 2), rounds=1)
    assert (first.lower, first.upper) == (Fraction(1, 2), 1)


@pytest.mark.parametrize("scale", [1, 2, 3, 12])
def test_the_ratio_of_neighbouring_counts_is_e_to_the_inverse_scale(scale):
    assert overlap(shift_ratio(scale)[0], exp_bracket(Fraction(1, scale), 100))


def test_half_of_the_mass_and_half_of_the_middle_lie_at_or_below_0():
    weights, below = magnitude_weights(3), distribution_function(3)
    middle = below[0] + below[0] - 1  # Pr[noise = 0] by symmetry
    total = weights[0] / middle  # the normaliser, in units of the first weight
    assert overlap(below[1], below[0] - weights[0] / total)
    assert kolmogorov_distance(5, divide).lower <= 0
    assert kolmogorov_distance(5, divide).upper < Fraction(1, 2**60)


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: bernoulli_exp(2), "exponent must lie between"), (lambda: bernoulli_exp(0, rounds=0), "rounds must be"),
    (lambda: shift_ratio(0), "scale must be"), (lambda: shift_ratio(Fraction(3, 2)), "scale must be"),
    (lambda: DiscreteLaplace(0), "scale must be above 0")])
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
    with pytest.raises(TooLargeToEnumerate):
        noise.exact()


def coarse(numerator, divisor):
    """A division that forgets what is below 1/64."""
    return Fraction(int(64 * numerator / divisor), 64)


def plain(scale, division):
    """The weights of the magnitudes ``0..scale`` and ``Pr[noise <= -y]`` for all of them, as floats."""
    def says_1(x):
        alive, total = 1.0, 0.0
        for k in range(1, 30):
            total += alive * (1 - float(division(x, k))) * (k % 2)
            alive *= float(division(x, k))
        return total

    weights = [says_1(Fraction(u, scale)) for u in range(scale + 1)]
    block = [w * weights[-1] ** v for v in range(200) for w in weights[:-1]]
    return weights, [sum(block[y:]) / (2 * sum(block) - block[0]) for y in range(scale + 1)]


@pytest.mark.parametrize("scale", [1, 2, 3, 7])
@pytest.mark.parametrize("division", [divide, coarse])
def test_weights_tails_ratios_and_distances_are_those_of_a_plain_sum(scale, division):
    weights, tails = plain(scale, division)
    assert [float(w.lower) for w in magnitude_weights(scale, division)] == pytest.approx(weights, abs=1e-12)
    assert [float(t.upper) for t in distribution_function(scale, division)] == pytest.approx(tails, abs=1e-12)
    ratio, place = shift_ratio(scale, division)
    steps = [max(a / b, b / a) for a, b in zip(weights, weights[1:], strict=False)]
    assert float(ratio.upper) == pytest.approx(max(steps), abs=1e-12) == pytest.approx(steps[place], abs=1e-12)
    distance = kolmogorov_distance(scale, division)
    gap = max(abs(a - b) for a, b in zip(tails, plain(scale, divide)[1], strict=True))
    assert float(distance.lower) == pytest.approx(gap, abs=1e-12) == pytest.approx(float(distance.upper), abs=1e-12)
