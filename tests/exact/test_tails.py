"""Certified binomial tails: they enclose the exact ones, and the degenerate ranges are exact."""

from fractions import Fraction

import pytest

from privlearn.exact.concentration import sum_between
from privlearn.exact.tails import lower_tail_bracket, upper_tail_bracket


@pytest.mark.parametrize(("n", "p", "k"), [(1, Fraction(1, 2), 0), (7, Fraction(1, 3), 3), (300, Fraction(1, 10), 40),
                                           (300, Fraction(9, 10), 250)])
def test_brackets_enclose_the_exact_tails_closely(n, p, k):
    for bracket, exact in ((lower_tail_bracket(n, p, k), sum_between(n, p, 0, k)),
                           (upper_tail_bracket(n, p, k), sum_between(n, p, k, n))):
        assert bracket.lower <= exact <= bracket.upper
        assert bracket.upper - bracket.lower <= exact / 2**200


def test_empty_and_full_ranges_are_exact():
    assert lower_tail_bracket(5, Fraction(1, 2), -1).upper == 0
    assert lower_tail_bracket(5, Fraction(1, 2), 5).lower == 1
    assert upper_tail_bracket(5, Fraction(1, 2), 0).lower == 1
    assert lower_tail_bracket(5, 0, 0).lower == 1
    assert lower_tail_bracket(5, 1, 4).upper == 0


def test_a_hundred_thousand_trials_are_decided():
    assert lower_tail_bracket(100_000, Fraction(1, 10), 9000).upper < Fraction(1, 10**20)
