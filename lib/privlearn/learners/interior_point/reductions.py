"""Interior points, thresholds and counting queries: each solves the other.

Definitions
-----------
A *cut* u stands for the threshold function that is 1 at ``x <= u``; cuts of the domain ``0..size - 1`` are
``-1..size - 1``.  The *count* of a database at c is the number of its points that are at most c; *answers* are
approximate counts at ``0, 1, ..., size - 1``.

* :func:`halves_labelled` turns an unlabelled database into a labelled one: a cut with few errors is an interior point.
* :func:`around_the_cut` turns a labelled database into an unlabelled one: interior points are cuts with few errors.
* :func:`point_from_answers` finds an interior point by the counts alone, :func:`block_answers` the counts by one
  interior point for each block of a sorted database.

>>> around_the_cut(((0, 1), (1, 1), (2, 0), (5, 0), (7, 0)), size=8, count=2)
(0, 1, 1, 4)
>>> point_from_answers([0, 1, 3, 4], rows=4)
2

Source: KLMNS20, Section 1, where the reductions are sketched; the form they have here is reconstructed and repaired.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from privlearn.exact.rationals import Number, as_fraction, as_integer
from privlearn.laws.law import Law, as_law
from privlearn.mechanisms.exponential import check_labelled

Points = tuple[int, ...]
Labelled = tuple[tuple[int, int], ...]


def halves_labelled(database: Iterable[int]) -> Labelled:
    """Return the points in order, the ``floor(n/2)`` smallest labelled 1, the others 0.

    Notes
    -----
    Guarantee: a cut with fewer than ``floor(n/2)`` errors is an interior point, as a cut outside makes at least so
    many.  Replacing one point changes at most two labelled records.  If the halves share a point no cut is free of
    errors, and on a constant database every cut has ``floor(n/2)`` of them: see :func:`told_apart`.

    References
    ----------
    KLMNS20, Section 1.

    Examples
    --------
    >>> halves_labelled((7, 3, 4))
    ((3, 1), (4, 0), (7, 0))
    """
    ordered = sorted(as_integer(x, "point of database") for x in database)
    return tuple((x, int(k < len(ordered) // 2)) for k, x in enumerate(ordered))


def told_apart(database: Iterable[int]) -> Points:
    """Return n different points of the finer domain ``0..n size - 1``: the k-th copy of x becomes ``n x + k``.

    Notes
    -----
    Guarantee: dividing by n gives the points back; replacing one point replaces one of the finer points (of equal
    points the last copy is taken away).

    Examples
    --------
    >>> told_apart((5, 0, 5))
    (0, 15, 16)
    """
    ordered = sorted(as_integer(x, "point of database", least=0) for x in database)
    finer: list[int] = []
    for k, x in enumerate(ordered):
        again = k > 0 and ordered[k - 1] == x
        finer.append(finer[-1] + 1 if again else len(ordered) * x)
    return tuple(finer)


def interior_point_from_learner(database: Iterable[int], learner: Callable[[Labelled], Law]) -> Law:
    """Return the law of a point found by a proper learner of thresholds.

    Parameters
    ----------
    database : sequence of int
        At least two points of ``0..size - 1``.
    learner : function
        From labelled records over the finer domain ``0..n size - 1`` to a law over its cuts.

    Notes
    -----
    Guarantee: an interior point whenever the learner's cut has fewer than ``floor(n/2)`` errors, and a cut without
    errors always exists.  If the learner is (epsilon, delta)-private under replacement the result is
    ``(2 epsilon, (1 + e^epsilon) delta)``-private.

    References
    ----------
    KLMNS20, Section 1, first reduction; points are told apart before they are labelled.

    Examples
    --------
    >>> from privlearn.laws import pure
    >>> exact_learner = lambda rows: pure(max(x for x, y in rows if y))
    >>> interior_point_from_learner((3, 3, 3, 3), exact_learner).exact()
    {3: Fraction(1, 1)}
    """
    finer = told_apart(database)
    if len(finer) < 2:
        raise ValueError(f"database must have at least 2 points, got {len(finer)}")
    return as_law(learner(halves_labelled(finer)), "learner").map(lambda cut: cut // len(finer))


def around_the_cut(database: Labelled, size: int, count: int) -> Points:
    """Return 2 ``count`` cuts in order, between which every cut has at most ``count - 1`` errors.

    Parameters
    ----------
    database : tuple of rows (x, y)
        Any labelled records over ``0..size - 1``.
    size : int
        Number of points, at least 1.
    count : int
        At least 1.

    Returns
    -------
    tuple of int in ``-1..size - 1``
        The ``count`` largest points labelled 1, where missing ones count as -1; and the predecessors ``x - 1`` of the
        ``count`` smallest points labelled 0, where missing ones count as ``size - 1``.

    Notes
    -----
    Guarantee: if some cut makes no error, every cut from the least to the greatest makes at most ``count - 1``.
    For all labelled databases: replacing one record replaces at most two of the cuts.

    References
    ----------
    KLMNS20, Section 1, second reduction; there without the predecessors, which is wrong where points repeat.

    Examples
    --------
    >>> around_the_cut(((3, 0), (3, 0), (6, 0)), size=8, count=2)
    (-1, -1, 2, 2)
    """
    limit, m = as_integer(size, "size", least=1), as_integer(count, "count", least=1)
    check_labelled(database, limit)
    ones = sorted((x for x, y in database if y), reverse=True)[:m]
    zeros = sorted(x - 1 for x, y in database if not y)[:m]
    return tuple(sorted([*ones, *[-1] * (m - len(ones)), *zeros, *[limit - 1] * (m - len(zeros))]))


def learner_from_interior_point(database: Labelled, size: int, count: int, solve: Callable[[Points], Law]) -> Law:
    """Return the law of a cut found by an algorithm for interior points.

    Parameters
    ----------
    database, size, count
        As for :func:`around_the_cut`.
    solve : function
        From 2 ``count`` points of ``0..size`` (cuts plus one) to a law over points, or None for "no answer".

    Returns
    -------
    Law
        Over cuts; no answer becomes the cut -1.

    Notes
    -----
    Guarantee: at most ``count - 1`` errors on a realisable database whenever ``solve`` finds an interior point.  If it
    is (epsilon, delta)-private under replacement the learner is ``(2 epsilon, (1 + e^epsilon) delta)``-private.

    Examples
    --------
    >>> from privlearn.laws import uniform
    >>> median = lambda points: uniform(points[len(points) // 2 - 1:][:1])
    >>> learner_from_interior_point(((1, 1), (4, 0)), 8, 1, median).exact()
    {1: Fraction(1, 1)}
    """
    shifted = tuple(cut + 1 for cut in around_the_cut(database, size, count))
    return as_law(solve(shifted), "solve").map(lambda point: -1 if point is None else point - 1)


def counts(database: Iterable[int], size: int) -> Points:
    """Return how many points are at most c, for ``c = 0..size - 1``.

    Examples
    --------
    >>> counts((1, 1, 3), 4)
    (0, 2, 2, 3)
    """
    bins = [0] * as_integer(size, "size", least=1)
    for x in database:
        bins[as_integer(x, "point of database", least=0, most=size - 1)] += 1
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
    ordered = sorted(as_integer(x, "point of database") for x in database)
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
