"""How far a fair coin strays, for millions of throws.

Definitions
-----------
``S`` is the number of heads in n throws.  :func:`fair_deviation` brackets ``Pr[|S - n/2| >= d]`` in O(d) ball
operations: the central probability from log-gamma, its neighbours by ratios.

>>> fair_deviation(4, 2).lower <= Fraction(1, 8) <= fair_deviation(4, 2).upper
True
"""

from fractions import Fraction
from math import ceil

from privlearn.exact.balls import arb
from privlearn.exact.brackets import Bracket, pi_bracket, sqrt_bracket
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.exact.rationals import Number, as_fraction, as_integer

BITS = 192


def _checked(throws: int, deviation: Number) -> tuple[int, Fraction]:
    n, d = as_integer(throws, "throws", least=2), as_fraction(deviation, "deviation")
    if n % 2 or d <= 0:
        raise ValueError(f"throws must be even and deviation positive, got {n} and {d}")
    return n, d


def fair_deviation(throws: int, deviation: Number) -> Bracket:
    """Bracket ``Pr[|S - n/2| >= deviation]`` for a fair coin.

    Parameters
    ----------
    throws : int
        n, even and at least 2; ``10**8`` is fine.
    deviation : number above 0
    """
    n, d = _checked(throws, deviation)
    half, inner = n // 2, ceil(d)  # S deviates by less than d iff by at most inner - 1
    if inner > half:
        return Bracket(Fraction(0), Fraction(0))

    def outside() -> Ball:
        term = (arb(n + 1).lgamma() - 2 * arb(half + 1).lgamma() - n * arb(2).log()).exp()
        total = term
        for k in range(1, inner):
            term = term * (half - k + 1) / (half + k)
            total += 2 * term
        return 1 - total

    return bracket_of(outside, BITS)


def fair_deviation_by_beta(throws: int, deviation: Number) -> Bracket:
    """Bracket the same probability by the incomplete beta function: ``Pr[S <= k] = I_1/2(n - k, k + 1)``."""
    n, d = _checked(throws, deviation)
    most = n // 2 - ceil(d)
    if most < 0:
        return Bracket(Fraction(0), Fraction(0))
    half = Fraction(1, 2)
    return bracket_of(lambda: 2 * ball(half).beta_lower(n - most, most + 1, regularized=True), BITS)


def fair_deviation_floor(throws: int, deviation: Number) -> Bracket:
    """Bracket ``1 - d sqrt(8 / (pi n))``, a lower bound on ``Pr[|S - n/2| >= d]`` for an integer d.

    At most ``2 d - 1`` values are closer, each of probability at most that of n/2, which is at most
    ``sqrt(2 / (pi n))``.
    """
    n, d = as_integer(throws, "throws", least=2), as_integer(deviation, "deviation", least=1)
    square = Fraction(8 * d * d, n) / pi_bracket()
    return 1 - Bracket(sqrt_bracket(square.lower).lower, sqrt_bracket(square.upper).upper)
