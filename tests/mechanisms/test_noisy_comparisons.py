"""Patterns of comparisons with one noisy threshold."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.exact import TooLargeToEnumerate, rational
from privlearn.mechanisms import noisy_comparisons
from privlearn.mechanisms.noisy_comparisons import _times, as_noise_ratio, pattern_probability

E1, E2 = Fraction(5, 3), Fraction(9, 7)


def by_listing(answers, bits, threshold, reach=60):
    """The probability of a pattern, up to the noise beyond ``reach``."""
    total = Fraction(0)
    for rho in range(-reach, reach + 1):
        mass = (E1 - 1) / (E1 + 1) * E1 ** -abs(rho)
        for answer, bit in zip(answers, bits, strict=True):
            need = threshold + rho - answer
            up = E2 ** (1 - need) / (1 + E2) if need > 0 else 1 - E2**need / (1 + E2)
            mass *= up if bit else 1 - up
        total += mass
    return total


@pytest.mark.parametrize("answers", [(), (0,), (3, -2), (0, 0, 5), (2, 0, 7), (4, 1, 1)])
def test_every_pattern_is_the_sum_over_the_threshold_noise(answers):
    patterns = list(product((False, True), repeat=len(answers)))
    exact = [pattern_probability(answers, bits, 1, E1, E2) for bits in patterns]
    assert sum(exact) == 1
    for bits, found in zip(patterns, exact, strict=True):
        assert 0 <= found - by_listing(answers, bits, 1) < Fraction(1, 10**12)


@pytest.mark.parametrize("most", [-3, 0, 2, 9])
def test_the_threshold_noise_can_be_cut(most):
    whole = sum(pattern_probability((2, 0), bits, 1, E1, E2, most=most) for bits in product((False, True), repeat=2))
    assert whole == (1 - E1 ** -most / (E1 + 1) if most >= 0 else E1 ** (most + 1) / (E1 + 1))


@pytest.mark.parametrize("decided", [False, True])
def test_above_and_below_have_the_whole_probability(decided):
    whole = {0: rational(1), 2: rational(Fraction(-3, 7))}
    parts = [_times(whole, 3, above, decided, rational(Fraction(1, 2))) for above in (False, True)]
    places = {exponent for part in parts for exponent in part}
    assert {e: found for e in places if (found := sum(part.get(e, 0) for part in parts))} == whole


@pytest.mark.parametrize("above", [(), (True,), (True, False, True)])
def test_every_answer_is_above_or_below_and_noise_has_a_finite_scale(above):
    with pytest.raises(ValueError, match=f"above must have one entry for each of the 2 answers, got {len(above)}"):
        pattern_probability((0, 1), above, 1, 2, 2)
    assert as_noise_ratio(Fraction(9, 8), "rate") == Fraction(9, 8)
    with pytest.raises(ValueError, match="rate must be above 1"):
        as_noise_ratio(1, "rate")


def test_tables_that_cost_as_much_as_the_limit_are_made_and_dearer_ones_are_not(monkeypatch):
    monkeypatch.setattr(noisy_comparisons, "LARGEST_DIGITS", 9)
    for answers in ((4, 0), (-2, 1)):
        assert pattern_probability(answers, (True, False), 1, 2, 2) > 0
    for answers, cost in (((5, 0), "12"), ((-3, 1), "12"), ((1, -3), "12")):
        with pytest.raises(TooLargeToEnumerate, match=cost):
            pattern_probability(answers, (True, False), 1, 2, 2)
