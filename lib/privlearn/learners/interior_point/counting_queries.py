"""Interior points and counting queries: a point from the answers, and all answers from a point of each block.

Definitions
-----------
The *count* of a database at c is the number of its points that are at most c; *answers* are approximate counts at
``0, 1, ..., size - 1``.  :func:`point_from_answers` finds an interior point by the counts alone, :func:`block_answers`
the counts by one interior point for each block of a sorted database.

>>> point_from_answers([0, 1, 3, 4], rows=4)
2
>>> block_answers((2, 4), 5, 6)
(0, 0, 2, 2, 5, 5)

Source: KLMNS20, Section 1, where the equivalence is cited; the form it has here is reconstructed.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from privlearn.exact import as_fraction, as_integer
from privlearn.exact.rationals import Number
from privlearn.learners.interior_point.reductions import Points


def counts(database: Iterable[int], size: int) -> Points:
    """Return how many points are at most c, for ``c = 0..size - 1``.

    Examples
    --------
    >>> counts((1, 1, 3), 4)
    (0, 2, 2, 3)
    """
    bins = [0] * as_integer(size, "size", least=1)
    for x in database:
        bins[as_integer(x, "point of database", least=0, most=size - 1, private=True)] += 1
    return tuple(accumulate(bins))


def point_from_answers(answers: Sequence[Number], rows: int) -> int:
    """Return the first c whose answer is at least ``rows/2``, the last point if there is none.

    Notes
    -----
    Guarantee: if every answer is off by less than ``rows/2``, an interior point; if every one is off by at most
    ``alpha rows``, one of score at least ``(1/2 - alpha) rows``.

    References
    ----------
    KLMNS20, Section 1 (one of the cited equivalences).

    Examples
    --------
    >>> point_from_answers([Fraction(1, 2), 2, 3], rows=5)
    2
    """
    half = Fraction(as_integer(rows, "rows", least=1), 2)
    listed = [as_fraction(answer, "answer") for answer in answers]
    if not listed:
        raise ValueError("answers must not be empty: the domain has at least one point")
    return next((c for c, answer in enumerate(listed) if answer >= half), len(listed) - 1)


def split_blocks(database: Iterable[int], blocks: int) -> tuple[Points, ...]:
    """Return the points in order, cut into consecutive blocks of sizes that differ by at most one.

    Raises
    ------
    ValueError
        If there are more blocks than points.

    Examples
    --------
    >>> split_blocks((5, 1, 4, 2, 3), 2)
    ((1, 2), (3, 4, 5))
    """
    ordered = sorted(as_integer(x, "point of database", private=True) for x in database)
    k, n = as_integer(blocks, "blocks", least=1), len(ordered)
    if k > n:
        raise ValueError(f"blocks must be at most the number of points, {n}, got {k}")
    return tuple(tuple(ordered[n * j // k:n * (j + 1) // k]) for j in range(k))


def block_answer(representatives: Sequence[int], rows: int, point: int) -> int:
    """Return the number of elements in the blocks whose representative is at most ``point``.

    Examples
    --------
    >>> [block_answer((2, 4), 5, c) for c in (1, 2, 4)]
    [0, 2, 5]
    """
    k, n = len(representatives), as_integer(rows, "rows", least=1)
    return sum(n * (j + 1) // k - n * j // k for j, z in enumerate(representatives) if z <= point)


def block_answers(representatives: Sequence[int], rows: int, size: int) -> Points:
    """Return the answers at ``0..size - 1`` from one interior point of each block of :func:`split_blocks`.

    Notes
    -----
    Guarantee: each answer is off by at most the size of the largest block less one, since only one block can have
    points on both sides of c.

    References
    ----------
    KLMNS20, Section 1 (one of the cited equivalences).

    Examples
    --------
    >>> block_answers((2, 4), 5, 6), counts((1, 2, 3, 4, 5), 6)
    ((0, 0, 2, 2, 5, 5), (0, 1, 2, 3, 4, 5))
    """
    return tuple(block_answer(representatives, rows, c) for c in range(as_integer(size, "size", least=1)))


def monotone_answers(answers: Sequence[Number], rows: int) -> tuple[Fraction, ...]:
    """Return answers that can be counts: they rise, from at least 0, to ``rows`` at the last point.

    Notes
    -----
    Guarantee: no further from the true counts than the answers are, in the largest difference.  An answer is clipped
    to ``0..rows``, then becomes the mean of the greatest answer up to it and the least one from it on.

    Examples
    --------
    >>> [str(count) for count in monotone_answers([3, 1, 2, 5], 4)]
    ['2', '2', '5/2', '4']
    """
    n = as_integer(rows, "rows", least=1)
    clipped = [min(Fraction(n), max(Fraction(0), as_fraction(answer, "answer"))) for answer in answers]
    if not clipped:
        raise ValueError("answers must not be empty: the domain has at least one point")
    clipped[-1] = Fraction(n)
    up, down = list(accumulate(clipped, max)), list(accumulate(reversed(clipped), min))[::-1]
    return tuple((high + low) / 2 for high, low in zip(up, down, strict=True))


def distribution_distance(left: Sequence[Any], right: Sequence[Any]) -> Fraction:
    """Return the Kolmogorov distance of two distributions on ``0..size - 1``, given by their weights.

    Examples
    --------
    >>> distribution_distance([Fraction(1, 2), Fraction(1, 2), 0], [0, Fraction(1, 2), Fraction(1, 2)])
    Fraction(1, 2)
    """
    if len(left) != len(right) or not left:
        raise ValueError(f"left and right must have the same positive length, got {len(left)} and {len(right)}")
    gaps = accumulate(as_fraction(p, "weight") - as_fraction(q, "weight") for p, q in zip(left, right, strict=True))
    return max(map(abs, gaps))
