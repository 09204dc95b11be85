"""Exact tails of a binomial sum and the bounds on them."""

from fractions import Fraction
from itertools import product

import pytest
from flint import arb, ctx, fmpq

from privlearn.exact import binomial_tail, exp_bracket
from privlearn.exact.concentration import (chernoff_lower, chernoff_upper, hoeffding, hoeffding_of_mean, lower_tail,
                                           relative_entropy, sum_between, two_sided_tail, upper_tail)

THIRD = Fraction(1, 3)


@pytest.mark.parametrize(("trials", "probability"), [
    *((trials, THIRD) for trials in (0, 1, 7, 12)), *((8, p) for p in (Fraction(3, 7), Fraction(2, 3), 0, 1))])
def test_the_recursion_gives_the_sum_of_binomial_terms(trials, probability):
    for low, high in product(range(-1, trials + 2), repeat=2):
        expected = binomial_tail(trials, probability, at_least=low, at_most=high) if low <= high else 0
        assert sum_between(trials, probability, low, high) == expected


def test_certain_bits_and_no_trials_put_all_mass_on_one_sum():
    for probability, value in ((0, 0), (1, 4)):
        assert [sum_between(4, probability, k, k) for k in range(5)] == [int(k == value) for k in range(5)]
    assert [sum_between(0, THIRD, k, k) for k in (0, 1)] == [1, 0]


def test_tails_include_their_threshold_or_round_it_into_the_tail():
    half = Fraction(1, 2)
    assert upper_tail(3, THIRD, 1) == Fraction(7, 27)  # at least 2 of 3
    assert lower_tail(3, THIRD, 1) == Fraction(8, 27)  # none of 3
    assert two_sided_tail(3, THIRD, 1) == Fraction(15, 27)
    assert upper_tail(5, half, Fraction(1, 10)) == half  # at least 2.75, that is 3
    assert lower_tail(5, half, Fraction(1, 10)) == half  # at most 2.25, that is 2
    assert two_sided_tail(5, half, Fraction(1, 10)) == 1  # at most 2, at least 3
    assert two_sided_tail(5, half, 1) == Fraction(12, 32)  # at most 1, at least 4
    assert two_sided_tail(4, half, 1) == Fraction(10, 16)  # the ends included
    assert two_sided_tail(4, half, 3) == 0


def test_the_two_forms_of_a_bound_agree():
    assert hoeffding_of_mean(40, Fraction(1, 8)) == hoeffding(40, 5)


def test_relative_entropy_is_zero_on_the_diagonal_alone_and_bounds_the_tail():
    assert relative_entropy(THIRD, THIRD).lower == 0
    assert relative_entropy(Fraction(1, 5), Fraction(49, 100)).lower > 0
    wide, narrow = relative_entropy(Fraction(1, 2), THIRD, 32), relative_entropy(Fraction(1, 2), THIRD)
    assert wide.lower <= narrow.lower <= narrow.upper <= wide.upper
    assert sum_between(40, THIRD, 20, 40) <= exp_bracket(-40 * narrow.upper).upper


@pytest.mark.parametrize(("call", "message"), [
    *((lambda deviation=deviation: chernoff_upper(5, THIRD, deviation), "delta must satisfy 0 < delta <= 1")
      for deviation in (0, Fraction(-1, 2), Fraction(3, 2))),
    (lambda: hoeffding(5, 0), "delta must satisfy delta > 0, got delta = 0"),
    (lambda: two_sided_tail(5, THIRD, 0), "deviation must be positive"),
    (lambda: sum_between(5, Fraction(6, 5), 0, 5), "between 0 and 1"),
    (lambda: relative_entropy(0, THIRD), "first"), (lambda: relative_entropy(THIRD, 1), "second"),
    (lambda: sum_between(-1, THIRD, 0, 0), "must"), (lambda: sum_between(2, THIRD, Fraction(1), 2), "must"),
    (lambda: sum_between(2, THIRD, 0, 2.0), "must"), (lambda: sum_between(2, Fraction(-1, 9), 0, 2), "must"),
    (lambda: chernoff_upper(-1, THIRD, 1), "must"),
    (lambda: chernoff_upper(1, 2, 1), "must"), (lambda: hoeffding(0, 1), "must"),
    (lambda: hoeffding(1, -1), "must"), (lambda: hoeffding_of_mean(1, 0), "must")])
def test_arguments_out_of_range_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def encloses_closely(found, truth):
    """Whether a bracket lies around the ball of the truth, within 2^-60 of it."""
    lower, upper = (arb(fmpq(end.numerator, end.denominator)) for end in (found.lower, found.upper))
    return lower <= truth and truth <= upper and found.upper - found.lower <= Fraction(1, 1 << 60)


def test_bounds_are_the_exponentials_of_their_formulas():
    with ctx.workprec(300):
        for n, p, d in ((7, Fraction(2, 5), Fraction(1, 2)), (1, THIRD, 1), (50, Fraction(3, 4), Fraction(2, 3))):
            mass = p * n * d**2
            power = arb(fmpq(mass.numerator, mass.denominator))
            assert encloses_closely(chernoff_upper(n, p, d), (-power / 3).exp())
            assert encloses_closely(chernoff_lower(n, p, d), (-power / 2).exp())
        for n, d in ((1, 2), (7, 3), (20, 1)):
            assert encloses_closely(hoeffding(n, d), 2 * (arb(-2 * d * d) / n).exp())
            assert encloses_closely(hoeffding_of_mean(n, Fraction(d, 5)), 2 * (arb(-2 * n * d * d) / 25).exp())
        inner = (Fraction(1, 10), THIRD, Fraction(7, 8)), (Fraction(1, 100), Fraction(2, 5), Fraction(9, 10))
        for a, b in product(*inner):
            x, y = (arb(fmpq(v.numerator, v.denominator)) for v in (a, b))
            truth = x * (x / y).log() + (1 - x) * ((1 - x) / (1 - y)).log()
            assert encloses_closely(relative_entropy(a, b), truth)
