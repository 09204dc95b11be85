"""Certified binomial tails for tens of thousands of trials, where the exact rational would have millions of digits.

>>> lower_tail_bracket(3, Fraction(1, 3), 1).lower < Fraction(20, 27) < lower_tail_bracket(3, Fraction(1, 3), 1).upper
True
"""

from fractions import Fraction

from privlearn.exact.balls import arb
from privlearn.exact.brackets import Bracket, as_bracket
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.exact.rationals import Number, as_integer, as_probability

BITS = 256


def lower_tail_bracket(trials: int, probability: Number, at_most: int, bits: int = BITS) -> Bracket:
    """Bracket ``Pr[Bin(trials, probability) <= at_most]``.

    Parameters
    ----------
    trials : int
        At least 0; the relative width of the result is about ``trials * 2^-bits``.
    probability : number in [0, 1]
    at_most : int
    bits : int
        Working precision of the balls.

    Notes
    -----
    Terms are summed from the last one down, each from its neighbour, and the sum stops where what is left is below
    ``2^-bits`` of the total; that rest is added to the upper end.
    """
    n, p = as_integer(trials, "trials", least=0), as_probability(probability)
    last = as_integer(at_most, "at_most")
    if last < 0 or last >= n or p in (0, 1):
        return as_bracket(int(last >= 0 and (last >= n or p == 0)))
    return bracket_of(lambda: _summed_down(n, p, last, bits), bits)


def upper_tail_bracket(trials: int, probability: Number, at_least: int, bits: int = BITS) -> Bracket:
    """Bracket ``Pr[Bin(trials, probability) >= at_least]``: the lower tail of the failures."""
    return lower_tail_bracket(trials, 1 - as_probability(probability), trials - at_least, bits)


def _summed_down(n: int, p: Fraction, last: int, bits: int) -> Ball:
    """Return the sum of the terms ``last, last - 1, ..., 0`` as a ball."""
    odds = ball((1 - p) / p)
    term = arb.bin_uiui(n, last) * ball(p) ** last * ball(1 - p) ** (n - last)
    total, k = term, last
    while k:
        step = odds * k / (n - k + 1)
        term, k = term * step, k - 1
        total += term
        if step < 1 and (term * k < total * ball(Fraction(1, 1 << bits))):  # steps decrease from here on
            return total.union(total + term * k)
    return total
