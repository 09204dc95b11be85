"""Bounds on the noise rate of a learner and on the rows that a learner of intervals needs."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.learners.noise import clean_points, noise_given_accuracy, noise_rate_bound, proper_interval_rows
from privlearn.learners.noise.rates import largest_noise_rate, proper_success, success_at_largest_noise

HALF = Fraction(1, 2)


def test_bounds_on_the_rate_of_few_points():
    assert noise_rate_bound(1, Fraction(2, 3)).lower == noise_rate_bound(1, Fraction(2, 3)).upper == Fraction(1, 3)
    assert noise_rate_bound(5, 1).upper == 0  # certain success leaves no noise
    for n, s in ((2, HALF), (9, Fraction(3, 4)), (999, Fraction(7, 8))):  # rate bound encloses the root
        bound = noise_rate_bound(n, s)
        assert (1 - bound.upper) ** n <= s <= (1 - bound.lower) ** n
        assert bound.upper - bound.lower < Fraction(1, 2**80)
    for alpha in (Fraction(k, 60) for k in range(1, 60)):  # clean points are the most below one over alpha
        n = clean_points(alpha)
        assert alpha * n < 1 <= alpha * (n + 1)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: proper_interval_rows(0, 2, HALF), "size must"),
    (lambda: proper_success(HALF, Fraction(3, 5)), "noise must"),
    (lambda: noise_given_accuracy(3, 1, HALF), "noise must be below 1"),
    (lambda: clean_points(0), "alpha must lie strictly"), (lambda: clean_points(1), "alpha must lie strictly"),
    (lambda: noise_rate_bound(3, 0), "success must be above 0"),
    (lambda: proper_interval_rows(3, 2, 0), "success must lie strictly"),
    (lambda: proper_interval_rows(3, 2, 1), "success must lie strictly"),
    (lambda: largest_noise_rate(Fraction(1, 10), Fraction(1, 10), 0), "size"),
    (lambda: noise_given_accuracy(0, HALF, HALF), "points must be an integer of at least 1"),
    (lambda: noise_rate_bound(0, HALF), "points must be an integer of at least 1")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_largest_noise_rates():
    # largest noise rate is that of the clean points of the domain
    assert largest_noise_rate(Fraction(1, 10), Fraction(1, 5), 3) >= noise_rate_bound(3, Fraction(4, 5)).upper
    assert success_at_largest_noise(Fraction(1, 10), Fraction(1, 5), 3) < Fraction(4, 5)
    # a single point tells success from a coin
    assert largest_noise_rate(Fraction(1, 10), Fraction(1, 4), 1) == Fraction(1, 4)
    assert success_at_largest_noise(Fraction(1, 10), Fraction(1, 4), 1) == Fraction(3, 16)
    # the largest noise rate falls with the failure
    rates = [largest_noise_rate(Fraction(1, 10), Fraction(1, k), 100) for k in (4, 8, 50)]
    assert rates == sorted(rates, reverse=True)
    # a larger domain allows no other rate beyond the clean points
    assert largest_noise_rate(Fraction(1, 10), Fraction(1, 4), 10**6) == largest_noise_rate(
        Fraction(1, 10), Fraction(1, 4), 10**9)


@pytest.mark.parametrize(("points", "noise", "alpha"), [
    (1, Fraction(2, 7), HALF), (5, Fraction(1, 3), Fraction(2, 5)), (4, Fraction(1, 5), HALF),
    (6, Fraction(3, 4), Fraction(1, 3)), (5, Fraction(1, 9), 0), (7, Fraction(1, 3), 1)])
def test_noise_given_accuracy_is_that_of_all_patterns(points, noise, alpha):
    patterns = [flips for flips in product((0, 1), repeat=points) if sum(flips) <= alpha * points]
    weights = [noise ** sum(flips) * (1 - noise) ** (points - sum(flips)) for flips in patterns]
    mean = sum(w * Fraction(sum(flips), points) for w, flips in zip(weights, patterns, strict=True))
    assert noise_given_accuracy(points, noise, alpha) == (sum(weights), mean / sum(weights))


@pytest.mark.parametrize(("alpha", "beta", "size"), [(Fraction(1, 4), Fraction(1, 3), 9),
                                                     (Fraction(1, 9), Fraction(1, 7), 5)])
def test_the_largest_noise_rate_is_rounded_up_a_little(alpha, beta, size):
    rate, points = largest_noise_rate(alpha, beta, size), min(size, next(n for n in range(99) if alpha * (n + 1) >= 1))
    assert (1 - rate) ** points < 1 - beta < (1 - rate * (1 - Fraction(1, 2**38))) ** points
    assert success_at_largest_noise(alpha, beta, size) == (1 - beta) * (1 - 2 * rate) ** 2


def test_success_and_rows_are_their_formulas():
    assert proper_success(Fraction(1, 5), Fraction(1, 7)) == Fraction(4, 5) * Fraction(25, 49)
    assert proper_success(HALF, HALF) == 0
    shares = Fraction(1, 9), Fraction(1, 4), HALF, Fraction(2, 3), Fraction(3, 4), Fraction(5, 6)
    for size, ratio, s in product((1, 2, 3, 7, 30, 50), (2, 3, Fraction(5, 3)), shares):
        assert proper_interval_rows(size, ratio, s) == next(
            m for m in range(40) if Fraction(ratio) ** m * (1 - s) >= size * s)
