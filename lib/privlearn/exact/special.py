"""Log-gamma and the polylogarithm in balls of plain Python, with the proofs of their remainders.

Definitions
-----------
*Stirling's series*: ``ln Gamma(z) = (z - 1/2) ln z - z + ln(2 pi)/2 + sum over k of B_2k / (2k (2k - 1) z^(2k - 1))``.
Cut before any term, what is left out lies between 0 and that term, for every z > 0: by Binet's second formula the sum
is ``2 int arctan(t/z) / (e^(2 pi t) - 1) dt`` over t > 0; the series of ``arctan u``, cut before any term, leaves out
something between 0 and that term for every u > 0 (integrate ``1/(1 + u^2) = sum of (-u^2)^k, k < K, + (-u^2)^K/(1 +
u^2)``), and its terms integrate to those of Stirling's series.

>>> log_gamma(Dyadic(5)).exp() - 24 > -Fraction(1, 10**9)
True
"""

from fractions import Fraction
from functools import lru_cache
from math import comb

from privlearn.exact.dyadic import ANYTHING, Dyadic, as_dyadic, made, precision

NEAREST_ONE = Fraction(63, 64)  # beyond it the polylogarithm's series is too long


def log_gamma(x: Dyadic) -> Dyadic:
    """Return ``ln Gamma(x)`` for positive x: Stirling's series at ``x + steps``, less the logarithms of the steps."""
    wanted = precision.prec
    with precision.workprec(wanted + 24):
        steps, z, product = 0, x, Dyadic(1)
        while not z > wanted // 6 + 4:
            steps, z, product = steps + 1, z + 1, product * z
        total = (z - Fraction(1, 2)) * z.log() - z + (2 * Dyadic.pi()).log() / 2 - product.log()
        k, power, square = 1, z, z * z
        while abs(term := stirling_coefficient(k) / power) > made(1, 1, -precision.prec) and k < wanted:
            total, k, power = total + term, k + 1, power * square
    return total + term.union(0)


@lru_cache(maxsize=1 << 10)
def stirling_coefficient(k: int) -> Fraction:
    """Return ``B_2k / (2k (2k - 1))``."""
    return bernoulli(2 * k) / (2 * k * (2 * k - 1))


@lru_cache(maxsize=1 << 11)
def bernoulli(n: int) -> Fraction:
    """Return the n-th Bernoulli number, n even, from ``sum over k <= n of comb(n + 1, k) B_k = 0``.

    Examples
    --------
    >>> [str(bernoulli(n)) for n in (0, 2, 4, 12)]
    ['1', '1/6', '-1/30', '-691/2730']
    """
    if n == 0:
        return Fraction(1)
    return Fraction(1, 2) - sum((comb(n + 1, k) * bernoulli(k) for k in range(0, n, 2)), Fraction(0)) / (n + 1)


def polylogarithm(x: Dyadic, s: Dyadic) -> Dyadic:
    """Return ``sum over k >= 1 of x^k / k^s``; cut before k, what is left out is at most ``x^k / (k^s (1 - x))``.

    Raises
    ------
    ModuleNotFoundError
        If x is close to 1: python-flint has other series.
    """
    if not (x >= 0 and s > 0):
        return ANYTHING
    if not x < NEAREST_ONE:
        raise ModuleNotFoundError("a polylogarithm near 1 needs python-flint", name="flint")
    with precision.workprec(precision.prec + 16):
        total, power, k = Dyadic(0), x, 1
        while (rest := power / (as_dyadic(k) ** s * (1 - x))).upper() > made(1, 1, -precision.prec) * x:
            total, power, k = total + power / as_dyadic(k) ** s, power * x, k + 1
    return total + rest.union(0)
