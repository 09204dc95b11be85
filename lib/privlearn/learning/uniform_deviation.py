"""How far all empirical errors of intervals together stray from the true ones, exactly.

Definitions
-----------
Points are ``0..T-1``, ``c_t`` is the target.  For ``j >= t`` the error of ``c_j`` is the mass of ``t..j-1``, for
``j <= t`` that of ``j..t-1``; the empirical error is the same for the sample.  *Right* and *left deviation* are the
largest differences of the two over all ``j >= t`` and over all ``j <= t``.  Each is a Kolmogorov statistic of the
distribution read from the target outwards, so by the inequality of Dvoretzky, Kiefer and Wolfowitz with Massart's
constant each is at least a with probability at most ``2 e^{-2 s a^2}``.

>>> right, left = deviation_laws((Fraction(1, 2), Fraction(1, 2)), 1, 1)
>>> right
{Fraction(1, 2): Fraction(1, 1)}
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from privlearn.exact import as_distribution, as_integer
from privlearn.exact.rationals import Number
from privlearn.learning.distributions import samples

Table = dict[Fraction, Fraction]


def deviation_laws(distribution: Sequence[Number], target: int, rows: int) -> tuple[Table, Table]:
    """Return the laws of the right and of the left deviation, as tables value -> probability.

    Parameters
    ----------
    distribution : sequence of T numbers that sum to 1
    target : int
        t in ``0..T``.
    rows : int
        s, at least 1.

    Notes
    -----
    Cost: one pass over all multisets of ``rows`` points.
    """
    weights, s = as_distribution(distribution), as_integer(rows, "rows", least=1)
    size = len(weights)
    t = as_integer(target, "target", least=0, most=size)
    outward = tuple(range(t, size)), tuple(range(t - 1, -1, -1))
    mass = [list(accumulate(weights[x] for x in side)) for side in outward]
    tables: tuple[Table, Table] = {}, {}
    for database, probability in samples(weights, (0,) * size, s):
        counts = Counter(x for x, _ in database)
        for side, masses, table in zip(outward, mass, tables, strict=True):
            seen = accumulate(counts[x] for x in side)
            worst = max((abs(m - Fraction(k, s)) for m, k in zip(masses, seen, strict=True)), default=Fraction(0))
            table[worst] = table.get(worst, Fraction(0)) + probability
    return tables


def reaches(table: Table, deviation: Number) -> Fraction:
    """Return the probability that a deviation is at least the given one."""
    return sum((p for value, p in table.items() if value >= deviation), Fraction(0))
