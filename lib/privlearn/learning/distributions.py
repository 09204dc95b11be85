"""Distributions on finitely many points, the error of a hypothesis, and all samples with their probabilities.

Definitions
-----------
A *distribution* on the points ``0..T-1`` is a tuple of T rationals that sum to 1; concepts and hypotheses are tuples of
T bits.  The *error* of a hypothesis is the mass of the points on which it differs from the target.  A sample has n rows
``(x, c(x))``, points drawn independently; samples that differ in the order of their rows are one *multiset*, listed
once, with its multinomial probability.

>>> half = Fraction(1, 2)
>>> error((half, half), (1, 0), (0, 0))
Fraction(1, 2)
>>> list(samples((half, half), (1, 0), 1))
[(((0, 1),), Fraction(1, 2)), (((1, 0),), Fraction(1, 2))]
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from privlearn.exact import TooLargeToEnumerate, as_distribution, as_integer
from privlearn.exact.rationals import Number

Distribution = tuple[Fraction, ...]
Database = tuple[Any, ...]

LARGEST_COLLECTION = 1 << 21


def error(distribution: Sequence[Number], concept: Sequence[int], hypothesis: Sequence[int]) -> Fraction:
    """Return the mass of the points on which ``concept`` and ``hypothesis`` differ.

    Parameters
    ----------
    distribution : sequence of numbers that sum to 1
    concept, hypothesis : sequences of bits, one for each point

    References
    ----------
    BBKN14, Section 2.2.
    """
    weights = as_distribution(distribution, len(concept))
    if len(hypothesis) != len(concept):
        raise ValueError(f"hypothesis must have {len(concept)} bits, as the concept has, got {len(hypothesis)}")
    return sum((w for w, a, b in zip(weights, concept, hypothesis, strict=True) if a != b), Fraction(0))


def grid_distributions(points: int, denominator: int, max_atoms: int | None = None) -> list[Distribution]:
    """Return all distributions on ``points`` points whose weights are multiples of ``1/denominator``.

    Parameters
    ----------
    points, denominator : int
        At least 1.
    max_atoms : int, optional
        Keep only those with at most so many points of positive weight.

    Returns
    -------
    list of tuples of Fraction
        ``C(denominator + points - 1, points - 1)`` of them without ``max_atoms``, in lexicographic order.

    Examples
    --------
    >>> [tuple(map(str, d)) for d in grid_distributions(2, 2)]
    [('0', '1'), ('1/2', '1/2'), ('1', '0')]
    """
    size = as_integer(points, "points", least=1)
    unit = as_integer(denominator, "denominator", least=1)
    atoms = size if max_atoms is None else as_integer(max_atoms, "max_atoms", least=1)
    total = comb(unit + size - 1, size - 1)
    if total > LARGEST_COLLECTION:
        raise TooLargeToEnumerate("the grid of distributions", total, LARGEST_COLLECTION)
    share = [Fraction(k, unit) for k in range(unit + 1)]
    found = []
    for bars in combinations(range(unit + size - 1), size - 1):
        ends = (-1, *bars, unit + size - 1)
        parts = [right - left - 1 for left, right in zip(ends, ends[1:], strict=False)]
        if size - parts.count(0) <= atoms:
            found.append(tuple(share[k] for k in parts))
    return found


def multisets(points: Sequence[int], rows: int) -> Iterator[tuple[int, ...]]:
    """Yield all vectors of ``len(points)`` counts that sum to ``rows``, larger first counts first."""
    if len(points) == 1:
        yield (rows,)
        return
    for first in range(rows, -1, -1):
        yield from ((first, *rest) for rest in multisets(points[1:], rows - first))


def samples(distribution: Sequence[Number], concept: Sequence[int], rows: int) -> Iterator[tuple[Database, Fraction]]:
    """Yield every sample of ``rows`` labelled rows that can occur, as a sorted database, with its probability.

    Parameters
    ----------
    distribution : sequence of numbers that sum to 1
    concept : sequence of bits
        The target, which labels the points.
    rows : int
        At least 0; the probabilities are multinomial and sum to 1.

    Notes
    -----
    Cost: ``C(atoms + rows - 1, rows)`` samples.
    """
    weights = as_distribution(distribution, len(concept))
    n = as_integer(rows, "rows", least=0)
    atoms = [x for x, weight in enumerate(weights) if weight]
    count = comb(len(atoms) + n - 1, n)
    if count > LARGEST_COLLECTION:
        raise TooLargeToEnumerate("the set of samples", count, LARGEST_COLLECTION)
    for counts in multisets(atoms, n):
        probability, left = Fraction(1), n
        for x, k in zip(atoms, counts, strict=True):
            probability *= comb(left, k) * weights[x] ** k
            left -= k
        yield tuple((x, concept[x]) for x, k in zip(atoms, counts, strict=True) for _ in range(k)), probability
