"""Interior points and thresholds: each solves the other.

Definitions
-----------
A *cut* u stands for the threshold function that is 1 at ``x <= u``; cuts of the domain ``0..size - 1`` are
``-1..size - 1``.

* :func:`halves_labelled` turns an unlabelled database into a labelled one: a cut with few errors is an interior point.
* :func:`around_the_cut` turns a labelled database into an unlabelled one: interior points are cuts with few errors.

>>> around_the_cut(((0, 1), (1, 1), (2, 0), (5, 0), (7, 0)), size=8, count=2)
(0, 1, 1, 4)

Source: KLMNS20, Section 1, where the reductions are sketched; the form they have here is reconstructed and repaired.
"""

from collections.abc import Callable, Iterable

import numpy as np

from privlearn.exact import as_integer
from privlearn.laws import Law
from privlearn.laws.law import as_law
from privlearn.learners.interior_point.trees.common_prefixes import Array
from privlearn.learning.labelled import check_labelled

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
    ordered = sorted(as_integer(x, "point of database", private=True) for x in database)
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
    ordered = sorted(as_integer(x, "point of database", least=0, private=True) for x in database)
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
    zeros = sorted(x for x, y in database if not y)[:m]
    return _cuts(ones, zeros, limit, m)


def around_the_cut_of_words(words: Array, ones: Array, size: int, count: int) -> Points:
    """Return :func:`around_the_cut` of points in an array of unsigned integers, and which of them are labelled 1.

    Notes
    -----
    Cost: O(rows), without a sort.

    Examples
    --------
    >>> words, ones = np.array([5, 0, 7, 1, 2], dtype=np.uint64), np.array([False, True, False, True, False])
    >>> around_the_cut_of_words(words, ones, size=8, count=2)
    (0, 1, 1, 4)
    """
    limit, m = as_integer(size, "size", least=1), as_integer(count, "count", least=1)
    greatest, least = words[ones], words[~ones]
    if len(greatest) > m:
        greatest = np.partition(greatest, len(greatest) - m)[-m:]
    if len(least) > m:
        least = np.partition(least, m - 1)[:m]
    return _cuts(greatest.tolist(), least.tolist(), limit, m)


def _cuts(ones: list[int], zeros: list[int], limit: int, m: int) -> Points:
    before = [x - 1 for x in zeros]
    return tuple(sorted([*ones, *[-1] * (m - len(ones)), *before, *[limit - 1] * (m - len(zeros))]))


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
