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

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb, lcm

from privlearn.exact import Bracket, as_distribution, as_fraction, as_integer, exp_bracket
from privlearn.exact.rationals import Number


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
    scale = lcm(*(weight.denominator for weight in weights))
    shares = [int(weight * scale) for weight in weights]
    inside = {0: 1}  # numbers of points so far, with their probabilities times scale^n
    for share, mass in zip(shares, accumulate(shares), strict=True):
        after: dict[int, int] = {}
        powers = [share**more for more in range(n + 1)]
        kept = [place for place in range(n + 1) if abs(Fraction(place * scale - n * mass, n * scale)) < r]
        for place in kept:
            after[place] = sum(ways * comb(n - seen, place - seen) * powers[place - seen]
                               for seen, ways in inside.items() if seen <= place)
        inside = after
    return 1 - Fraction(inside.get(n, 0), scale**n)


def massart_bound(rows: int, radius: Number, exponent: Number = 2) -> Bracket:
    """Bracket ``2 e^{-exponent rows radius^2}``.

    Examples
    --------
    >>> massart_bound(1, Fraction(1, 2)).lower > 1 > massart_bound(1, Fraction(1, 2), exponent=3).upper
    True
    """
    scale = as_fraction(exponent, "exponent") * as_integer(rows, "rows", least=1)
    return 2 * exp_bracket(-scale * as_fraction(radius, "radius") ** 2)
