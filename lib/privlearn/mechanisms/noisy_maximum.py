"""Report noisy max: add noise to every count, publish only *which* one is largest.

Definitions
-----------
A row is a tuple of bits, one for each candidate: whom it supports.  The count of a candidate is the number of rows
that support it. *Noisy max* adds independent two-sided geometric noise with ratio ``g`` to every count and returns
the index of the largest noisy count, the first one on ties.  A replacement moves each count by at most 1 in either
direction; the privacy ratio is at most ``g^-2`` however many candidates there are, because only the index is
published and the noise reaches to infinity.  (The value of the largest count, or counts clamped before they are
compared, cost ``g^-m`` for m candidates.)

>>> from fractions import Fraction
>>> noisy_max(2, Fraction(1, 2))(((1, 0),)).exact()
{0: Fraction(20, 27), 1: Fraction(7, 27)}
"""

from collections.abc import Sequence
from math import prod
from typing import Any

from privlearn.exact import as_integer, rational
from privlearn.exact.rationals import Number
from privlearn.laws import Law, choice
from privlearn.mechanisms.neighbours import Database, as_database, replace_one
from privlearn.mechanisms.noise import geometric_ratio
from privlearn.mechanisms.promise import Promise, PromisedMechanism


def support_counts(database: Database, candidates: int) -> list[int]:
    """Return how many rows support each candidate.

    Raises
    ------
    ValueError
        If a row is not a tuple of ``candidates`` bits.

    Examples
    --------
    >>> support_counts(((1, 0), (1, 1)), 2)
    [2, 1]
    """
    for row in as_database(database):
        if not isinstance(row, tuple) or len(row) != candidates or any(bit not in (0, 1) for bit in row):
            raise ValueError(f"database must hold rows of {candidates} bits")
    return [sum(row[i] for row in database) for i in range(candidates)]


def noisy_max(candidates: int, ratio: Number) -> PromisedMechanism:
    """Return the mechanism that publishes the index of the largest noisy count.

    Parameters
    ----------
    candidates : int
        Number of candidates m, at least 1; rows are tuples of m bits.
    ratio : number in (0, 1)
        The noise takes k with probability proportional to ``ratio**abs(k)``.

    Returns
    -------
    PromisedMechanism
        Outcomes ``0..m-1``; promise ``ratio**-2`` under :func:`replace_one`.

    References
    ----------
    Dwork and Roth, The Algorithmic Foundations of Differential Privacy, Section 3.3 (with Laplace noise).

    Examples
    --------
    >>> from fractions import Fraction
    >>> mechanism = noisy_max(2, Fraction(1, 2))
    >>> mechanism(((1, 1),)).exact(), mechanism.promise.exp_epsilon
    ({0: Fraction(16, 27), 1: Fraction(11, 27)}, Fraction(4, 1))
    """
    m, g = as_integer(candidates, "candidates", least=1), geometric_ratio(ratio)

    def law(database: Database) -> Law:
        return choice(first_largest(support_counts(database, m), g))

    return PromisedMechanism(law, Promise(g**-2, replace_one), "noisy max, index only")


def first_largest(centres: Sequence[int], ratio: Number) -> dict[int, Any]:
    """Return ``Pr[centre_i + noise_i is the first largest]`` for every i, exactly, although the noise is unbounded.

    Notes
    -----
    Between the smallest and the largest centre the sum over the value v of the winner is finite; below it every
    factor is a power of the ratio, so the sum is geometric; above it every factor is a polynomial in ``ratio**v``.
    Cost: O(m^2) for each value between the centres, O(m^2) for each tail.
    """
    g, count, low, high = rational(ratio), len(centres), min(centres), max(centres)

    def wins_at(i: int, v: int) -> Any:
        at = (1 - g) / (1 + g) * g ** abs(v - centres[i])
        return at * prod((_at_most(g, v - c - (j < i)) for j, c in enumerate(centres) if j != i), start=rational(1))

    def above(i: int) -> Any:
        poly = [rational(0), (1 - g) / (1 + g) * g ** (high - centres[i])]  # in t = g^(v - high), v > high
        for j, c in enumerate(centres):
            if j != i:
                slope = g ** (high - c + (j > i)) / (1 + g)
                poly = [a - slope * b for a, b in zip([*poly, rational(0)], [rational(0), *poly], strict=True)]
        return sum((a * g**k / (1 - g**k) for k, a in enumerate(poly) if k), rational(0))

    middle = {i: sum((wins_at(i, v) for v in range(low, high + 1)), rational(0)) for i in range(count)}
    return {i: middle[i] + wins_at(i, low) * g**count / (1 - g**count) + above(i) for i in range(count)}


def _at_most(g: Any, k: int) -> Any:
    """``Pr[noise <= k]``."""
    return g**-k / (1 + g) if k <= 0 else 1 - g ** (k + 1) / (1 + g)
