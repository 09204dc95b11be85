"""How far the empirical distribution is from the true one, exactly.

Definitions
-----------
n independent points are drawn from a distribution on ``0..size - 1``.  Their *Kolmogorov distance* from it is the
largest difference of the two distribution functions.  It is at least r with probability at most ``2 e^{-2 n r^2}``
for every r > 0, whatever the distribution (Dvoretzky, Kiefer and Wolfowitz, with Massart's constant).

>>> empirical_tail([Fraction(1, 2), Fraction(1, 2)], 2, Fraction(1, 2))
Fraction(1, 2)

Source: KLMNS20, Section 1 (distribution learning); the exact law is ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb

from privlearn.exact.brackets import Bracket, exp_bracket
from privlearn.exact.rationals import Number, as_fraction, as_integer
from privlearn.learners.pac import as_distribution


def empirical_tail(distribution: Sequence[Number], rows: int, radius: Number) -> Fraction:
    """Return the probability that the Kolmogorov distance of a sample is at least ``radius``.

    Parameters
    ----------
    distribution : sequence of numbers that sum to 1
    rows : int
        At least 1.
    radius : number above 0

    Notes
    -----
    Exact: the samples that stay within the radius, counted point by point; at most ``size rows^2`` steps.

    References
    ----------
    KLMNS20, Section 1; the bound is Massart's.

    Examples
    --------
    >>> empirical_tail([Fraction(1, 4)] * 4, 1, Fraction(3, 4))
    Fraction(1, 2)
    """
    weights, n = as_distribution(distribution), as_integer(rows, "rows", least=1)
    r = as_fraction(radius, "radius")
    if r <= 0:
        raise ValueError(f"radius must be positive, got {r}")
    inside, left = {0: Fraction(1)}, Fraction(1)
    for weight, mass in zip(weights, accumulate(weights), strict=True):
        share = weight / left if left else Fraction(0)
        after: dict[int, Fraction] = {}
        for seen, probability in inside.items():
            for more in range(n - seen + 1):
                if abs(Fraction(seen + more, n) - mass) < r:
                    ways = comb(n - seen, more) * share**more * (1 - share) ** (n - seen - more)
                    after[seen + more] = after.get(seen + more, Fraction(0)) + probability * ways
        inside, left = after, left - weight
    return 1 - sum(inside.values(), Fraction(0))


def massart_bound(rows: int, radius: Number, exponent: Number = 2) -> Bracket:
    """Bracket ``2 e^{-exponent rows radius^2}``.

    Examples
    --------
    >>> massart_bound(1, Fraction(1, 2)).lower > 1 > massart_bound(1, Fraction(1, 2), exponent=3).upper
    True
    """
    scale = as_fraction(exponent, "exponent") * as_integer(rows, "rows", least=1)
    return 2 * exp_bracket(-scale * as_fraction(radius, "radius") ** 2)
