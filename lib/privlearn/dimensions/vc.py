"""Vapnik-Chervonenkis dimension.

Definitions
-----------
A class *shatters* a set of points if its concepts show every one of the ``2^k`` patterns on them; the VC dimension
is the size of the largest shattered set, -1 for the empty class (which shatters not even the empty set).

>>> from privlearn.concepts import points
>>> vc_dimension(points(2)), shattered_set(points(2))
(1, (0,))

The search decides for k = 1, 2, ... whether k points are shattered. It extends sets in column order and keeps the cell
of concepts with each pattern; when d points are chosen, one more must split every cell into two parts of at least
``2^(k-d-1)`` concepts, as k - d - 1 points are still to be shattered within each part. Two programs do this: plain
Python on big integers, here, and :mod:`~privlearn.dimensions.compiled.vc`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.dimensions.bitsets import column_masks
from privlearn.dimensions.bounds import OVERHEAD, VC_DIMENSION, DimensionBounds, Progress, Stopped, as_class, run_search
from privlearn.exact import as_integer


def is_shattered(points: Iterable[int], by: ConceptClass) -> bool:
    """Decide from the definition whether the concepts of ``by`` show all patterns on ``points``.

    Parameters
    ----------
    points : iterable of int
        Distinct column numbers.
    by : ConceptClass

    Raises
    ------
    ValueError
        If a point is repeated or outside the domain.

    Examples
    --------
    >>> from privlearn.concepts import all_functions, thresholds
    >>> is_shattered([0, 1], by=all_functions(3)), is_shattered([0, 1], by=thresholds(2))
    (True, False)
    """
    as_class(by, "by")
    if not isinstance(points, Iterable):
        raise ValueError(f"points must be a collection of columns, got {points!r}")
    columns = [as_integer(x, "points", least=0, most=by.size - 1) for x in points]
    if len(set(columns)) != len(columns):
        raise ValueError(f"points must be distinct columns, got {columns}")
    return len({tuple(row[x] for x in columns) for row in by.rows()}) == 2 ** len(columns)


def tree_of_shattered_set(points: Iterable[int], by: ConceptClass) -> Any:
    """Return the complete mistake tree that asks the points in this order, whatever the labels.

    Parameters
    ----------
    points : iterable of int
        Distinct column numbers, a shattered set.
    by : ConceptClass

    Returns
    -------
    nested ``(point, tree if 0, tree if 1)``; leaves are rows
        The first row with each pattern.

    Raises
    ------
    ValueError
        If the set is not shattered.

    Examples
    --------
    >>> from privlearn.concepts import points
    >>> tree_of_shattered_set([2], points(2))
    (2, 0, 2)
    """
    columns = list(points)
    if not is_shattered(columns, by):
        raise ValueError(f"points must be shattered, got {columns}")

    def grow(chosen: list[int], rows: np.ndarray) -> Any:
        if not chosen:
            return int(rows[0])
        ones = by.matrix[rows, chosen[0]] == 1
        return chosen[0], grow(chosen[1:], rows[~ones]), grow(chosen[1:], rows[ones])

    return grow(columns, np.arange(len(by)))


def vc_dimension(concepts: ConceptClass, *, limit: int | None = None, solver: str = "auto") -> int:
    """Return the VC dimension; -1 for the empty class.

    Parameters
    ----------
    concepts : ConceptClass
    limit : int, optional
        Steps of the search; the default allows some seconds.
    solver : {"auto", "plain", "compiled"}

    Raises
    ------
    LimitReached
        If the limit is met; the error carries ``lower``, ``upper`` and ``witness``.

    Notes
    -----
    Cost: at most ``C(points, dimension + 1)`` extensions.

    Examples
    --------
    >>> from privlearn.concepts import all_functions, thresholds
    >>> vc_dimension(thresholds(3)), vc_dimension(all_functions(3))
    (1, 3)
    """
    return vc_bounds(concepts, limit=limit, solver=solver).proved().lower


def shattered_set(concepts: ConceptClass, *, limit: int | None = None,
                  solver: str = "auto") -> tuple[int, ...] | None:
    """Return the lexicographically first of the largest shattered sets, ``None`` for the empty class.

    Raises
    ------
    LimitReached
        If the dimension was not found within the limit.

    Examples
    --------
    >>> from privlearn.concepts import all_functions, thresholds
    >>> shattered_set(all_functions(3)), shattered_set(thresholds(2))
    ((0, 1, 2), (0,))
    """
    witness: tuple[int, ...] | None = vc_bounds(concepts, limit=limit, solver=solver).proved().witness
    return witness


def vc_bounds(concepts: ConceptClass, *, limit: int | None = None, solver: str = "auto",
              progress: Progress | None = None) -> DimensionBounds:
    """Bound the VC dimension within a limit of work; the witness is a shattered set of ``lower`` points.

    Parameters
    ----------
    limit : int, optional
        Steps; 0 gives what is known without a search.
    progress : callable, optional
        Called with (lower, upper, steps) now and then; the search ends if it returns ``True``.

    Examples
    --------
    >>> from privlearn.concepts import all_functions
    >>> vc_bounds(all_functions(4), limit=0).lower, vc_bounds(all_functions(4)).witness
    (1, (0, 1, 2, 3))
    """
    useful = splitting_points(as_class(concepts))
    if not useful:
        return DimensionBounds(VC_DIMENSION, len(concepts) - 1, len(concepts) - 1, () if len(concepts) else None, 0)

    def compiled(most: int) -> DimensionBounds:
        from privlearn.dimensions.compiled.vc import compiled_bounds

        return compiled_bounds(concepts, useful, most, progress)

    return run_search(concepts, solver, limit, lambda most: _plain_bounds(concepts, useful, most, progress), compiled)


def splitting_points(concepts: ConceptClass) -> list[int]:
    """Return the points on which the concepts differ, the first one of those that split them alike.

    >>> splitting_points(ConceptClass.from_matrix([[0, 0, 1, 1], [0, 1, 0, 1]]))
    [1]
    """
    flipped = concepts.matrix ^ concepts.matrix[:1]
    kept: dict[bytes, int] = {}
    for x, column in enumerate(np.packbits(flipped, axis=0).T):
        kept.setdefault(column.tobytes(), x)
    return [x for x in kept.values() if flipped[:, x].any()]


@dataclass
class _Search:
    """The plain search: cells are integers."""

    columns: list[int]
    words: int
    limit: int
    steps: int = 0

    def extend(self, chosen: tuple[int, ...], cells: list[int], points: list[int], size: int) -> tuple[int, ...] | None:
        """Return a shattered set of ``size`` points that begins with the chosen ones, ``None`` if there is none."""
        missing = size - len(chosen)
        if missing == 0:
            return chosen
        part = 1 << (missing - 1)
        self.steps += len(points) * len(cells) * self.words
        if self.steps > self.limit:
            raise Stopped
        useful = [x for x in points if all((cell & self.columns[x]).bit_count() >= part
                                           and (cell & ~self.columns[x]).bit_count() >= part for cell in cells)]
        for i, x in enumerate(useful[: len(useful) - missing + 1]):
            parts = [cell & self.columns[x] for cell in cells] + [cell & ~self.columns[x] for cell in cells]
            found = self.extend((*chosen, x), parts, useful[i + 1:], size)
            if found is not None:
                return found
        return None


def _plain_bounds(concepts: ConceptClass, useful: list[int], limit: int, progress: Progress | None) -> DimensionBounds:
    search = _Search(column_masks(concepts.matrix), len(concepts) // 64 + 1 + OVERHEAD, limit)
    best: tuple[int, ...] = (useful[0],)
    upper = min(len(concepts).bit_length() - 1, len(useful))
    try:
        while len(best) < upper:
            found = search.extend((), [(1 << len(concepts)) - 1], useful, len(best) + 1)
            if found is None:
                upper = len(best)
            else:
                best = found
            if progress is not None and progress(len(best), upper, search.steps) is True:
                break
    except Stopped:
        pass
    return DimensionBounds(VC_DIMENSION, len(best), upper, best, search.steps)


def sauer_bound(points: int, dimension: int) -> int:
    """Return ``Phi_d(n)``, the largest size of a class of VC dimension d on n points; 0 for d = -1.

    >>> [sauer_bound(3, d) for d in range(-1, 4)]
    [0, 1, 4, 7, 8]
    """
    n, d = as_integer(points, "points", least=1), as_integer(dimension, "dimension", least=-1)
    return sum(comb(n, i) for i in range(d + 1))
