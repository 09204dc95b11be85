"""Where private proper learning becomes dearer than private improper learning.

Definitions
-----------
The improper learner of BBKN14, Claim 4.5, takes a number M of rows that does not depend on d.  The *crossover* is the
least d at which no private proper learner of ``POINT_d`` manages with M rows: the least failure on the two-point
family, ``E (T - 2) / (r^K + T - 2)`` with ``K ~ Bin(M, alpha)``, exceeds beta.  It increases with T and decreases
with the rows, so one value at M settles all smaller numbers of rows and two values of d settle the crossover.

M is in the tens of millions, so the expectation is summed in ball arithmetic over the hits within 9 standard
deviations; the mass beyond is bracketed by what is missing from 1.

>>> from fractions import Fraction
>>> is_crossover(10, 1000, Fraction(1, 2), Fraction(1, 10), Fraction(1, 10))
False
"""

from fractions import Fraction
from functools import lru_cache
from math import isqrt, log
from statistics import NormalDist
from typing import Any

from privlearn.exact import Bracket, as_fraction, as_integer, as_probability, is_at_most
from privlearn.exact.brackets import as_bracket
from privlearn.exact.intervals import ball, bracket_of
from privlearn.exact.rationals import Number

BITS = 192
DEVIATIONS = 9


def failure_at(d: int, rows: int, epsilon: Number | Bracket, mass: Number) -> Bracket:
    """Bracket the least failure of any private proper learner on the two-point family, for very many rows.

    Parameters
    ----------
    d : int
        At least 2.
    rows : int
        Up to about 10^9.
    epsilon : number above 0, or a Bracket of one such as ``log_bracket(2, 256)``
        ``e^epsilon`` is enclosed in a ball.
    mass : number in (0, 1)

    Notes
    -----
    Cost: about ``18 sqrt(rows * mass)`` steps of ball arithmetic; the last values are remembered.
    """
    m, p = as_integer(rows, "rows", least=1), as_probability(mass, "mass")
    return _failure(as_integer(d, "d", least=2), m, as_bracket(epsilon), p)


@lru_cache(maxsize=64)  # a crossover is checked on both sides of what the search for it came to
def _failure(d: int, m: int, ends: Bracket, p: Fraction) -> Bracket:
    spread = DEVIATIONS * (isqrt(int(m * p * (1 - p))) + 1)
    first, last = max(0, int(m * p) - spread), min(m, int(m * p) + spread)

    def inside() -> Any:
        log_others = ball(2).log() * d + (1 - ball(2) ** (1 - d)).log()
        weight = (ball(m + 1).lgamma() - ball(first + 1).lgamma() - ball(m - first + 1).lgamma()
                  + ball(p).log() * first + ball(1 - p).log() * (m - first)).exp()
        e, odds = ball(ends.lower, ends.upper), ball(p / (1 - p))
        growth, against = e.exp(), (e * first - log_others).exp()  # r^k / (T - 2)
        total = covered = ball(0)
        for k in range(first, last + 1):
            total += weight / (1 + against)
            covered += weight
            weight, against = weight * odds * (m - k) / (k + 1), against * growth
        return total.union(total + (1 - covered))

    return bracket_of(inside, BITS)


def is_crossover(d: int, rows: int, epsilon: Number, alpha: Number, beta: Number) -> bool:
    """Verify that ``rows`` rows are too few at d and not excluded at d - 1."""
    b = as_fraction(beta, "beta")
    before, here = (failure_at(bits, rows, epsilon, alpha) for bits in (d - 1, d))
    return is_at_most(before, b) and not is_at_most(here, b)


def crossover(rows: int, epsilon: Number, alpha: Number, beta: Number) -> int:
    """Return the least d at which every private proper learner needs more than ``rows`` rows.

    Notes
    -----
    A normal approximation proposes d, a few corrections of the same kind follow, and :func:`is_crossover` decides in
    certified arithmetic; the answer is never the approximation's.
    """
    m, e, a, b = rows, as_fraction(epsilon, "epsilon"), as_fraction(alpha, "alpha"), as_fraction(beta, "beta")
    deviation, normal = float(m * a * (1 - a)) ** 0.5, NormalDist()
    scale = float(e) / log(2)
    d = int(scale * (float(m * a) + normal.inv_cdf(float(b)) * deviation))
    slope = normal.pdf(normal.inv_cdf(float(b))) / (deviation * scale)
    for _ in range(8):
        gap = float(b - failure_at(d, m, e, a).lower)
        if abs(gap) < 2 * slope:
            break
        d += round(gap / slope)
    while is_at_most(failure_at(d, m, e, a), b):
        d += 1
    while not is_at_most(failure_at(d - 1, m, e, a), b):
        d -= 1
    return d
