"""Certified binomial tails: they enclose the exact ones, and the degenerate ranges are exact."""

from fractions import Fraction

import pytest

from privlearn.exact import Bracket
from privlearn.exact.concentration import sum_between
from privlearn.exact.tails import lower_tail_bracket, upper_tail_bracket


@pytest.mark.parametrize(("n", "p", "k"), [(1, Fraction(1, 2), 0), (7, Fraction(1, 3), 3), (300, Fraction(1, 10), 40),
                                           (300, Fraction(9, 10), 250)])
def test_brackets_enclose_the_exact_tails_closely(n, p, k):
    for bracket, exact in ((lower_tail_bracket(n, p, k), sum_between(n, p, 0, k)),
                           (upper_tail_bracket(n, p, k), sum_between(n, p, k, n))):
        assert bracket.lower <= exact <= bracket.upper
        assert bracket.upper - bracket.lower <= exact / 2**200


@pytest.mark.parametrize(("n", "p", "k"), [(40, Fraction(1, 2), 15), (60, Fraction(1, 3), 12),
                                           (30, Fraction(2, 3), 16)])
@pytest.mark.parametrize("bits", [4, 8, 16])
def test_what_is_not_summed_is_enclosed(n, p, k, bits):
    bracket = lower_tail_bracket(n, p, k, bits)
    assert bracket.lower <= sum_between(n, p, 0, k) <= bracket.upper


@pytest.mark.parametrize("p", [0, Fraction(1, 3), 1])
def test_no_trials_have_no_success(p):
    assert lower_tail_bracket(0, p, 0) == upper_tail_bracket(0, p, 0) == Bracket(1, 1)
    assert lower_tail_bracket(0, p, -1) == upper_tail_bracket(0, p, 1) == Bracket(0, 0)


def test_empty_full_and_certain_ranges_are_exact_and_long_ones_decided():
    assert lower_tail_bracket(5, Fraction(1, 2), -1).upper == 0
    assert lower_tail_bracket(5, Fraction(1, 2), 5).lower == upper_tail_bracket(5, Fraction(1, 2), 0).lower == 1
    assert [lower_tail_bracket(5, 0, k) for k in (-1, 0, 4)] == [Bracket(0, 0), Bracket(1, 1), Bracket(1, 1)]
    assert [lower_tail_bracket(5, 1, k) for k in (0, 4, 5)] == [Bracket(0, 0), Bracket(0, 0), Bracket(1, 1)]
    assert lower_tail_bracket(100_000, Fraction(1, 10), 9000).upper < Fraction(1, 10**20)


@pytest.mark.parametrize("bits", [16, 64, 400])
@pytest.mark.parametrize("p", [Fraction(1, 50), Fraction(1, 2), Fraction(49, 50)])
def test_width_follows_the_bits_at_every_end(bits, p):
    for k in (0, 1, 30, 58, 59):
        found, exact = lower_tail_bracket(60, p, k, bits), sum_between(60, p, 0, k)
        assert found.lower <= exact <= found.upper
        assert found.upper - found.lower <= exact * 60 * 16 / (1 << bits)


@pytest.mark.parametrize("call", [
    lambda: lower_tail_bracket(-1, Fraction(1, 2), 0), lambda: lower_tail_bracket(3, 2, 0),
    lambda: lower_tail_bracket(3, Fraction(1, 2), 1.5), lambda: lower_tail_bracket(3, Fraction(1, 2), 1, 0)])
def test_bad_arguments_are_refused(call):
    with pytest.raises(ValueError, match="must"):
        call()
