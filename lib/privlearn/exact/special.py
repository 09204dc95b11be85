"""Log-gamma and the polylogarithm in balls of plain Python, with the proofs of their remainders.

Definitions
-----------
*Stirling's series*: ``ln Gamma(z) = (z - 1/2) ln z - z + ln(2 pi)/2 + sum over k of B_2k / (2k (2k - 1) z^(2k - 1))``.
Cut before any term, what is left out lies between 0 and that term, for every z > 0: by Binet's second formula the sum
is ``2 int arctan(t/z) / (e^(2 pi t) - 1) dt`` over t > 0; the series of ``arctan u``, cut before any term, leaves out
something between 0 and that term for every u > 0 (integrate ``1/(1 + u^2) = sum of (-u^2)^k, k < K, + (-u^2)^K/(1 +
u^2)``), and its terms integrate to those of Stirling's series.

The functions take and return balls of :mod:`~privlearn.exact.dyadic`, and work with the precision that is set.

>>> str(stirling_coefficient(3))
'1/1260'
"""

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

NEAREST_ONE = Fraction(63, 64)  # beyond it the polylogarithm's series is too long


def log_gamma(x: Any, two_pi: Any, bits: int) -> Any:
    """Return ``ln Gamma(x)`` for positive x, from ``Gamma(x) = Gamma(x + n) / (x (x + 1) ... (x + n - 1))``."""
    z, product = x, x * 0 + 1
    while not z > bits // 6 + 4:
        z, product = z + 1, product * z
    total = (z - Fraction(1, 2)) * z.log() - z + two_pi.log() / 2 - product.log()
    k, power, square = 1, z, z * z
    while abs(term := stirling_coefficient(k) / power) > Fraction(1, 1 << bits) and k < bits:
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


def polylogarithm(x: Any, s: Any, bits: int) -> Any:
    """Return ``sum over k >= 1 of x^k / k^s`` for x in [0, 1); from k on it is at most ``x^k / (k^s (1 - x))``.

    Raises
    ------
    ModuleNotFoundError
        If x is close to 1: python-flint has other series.
    """
    if not x < NEAREST_ONE:
        raise ModuleNotFoundError("a polylogarithm near 1 needs python-flint", name="flint")
    total, power, k = x * 0, x, 1
    while (rest := power / (k**s * (1 - x))).upper() > Fraction(1, 1 << bits) * x:
        total, power, k = total + power / k**s, power * x, k + 1
    return total + rest.union(0)
