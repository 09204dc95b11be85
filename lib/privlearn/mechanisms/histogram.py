"""Noisy histograms.

Definitions
-----------
A row is a cell number; the histogram counts the rows in each cell.  Adding or removing a row changes *one* count by
1, so independent two-sided geometric noise with ratio ``g`` in every cell has privacy ratio ``1/g`` under
:func:`add_remove_one`.  Replacing a row changes *two* counts: the same noise has ratio ``1/g^2`` under
:func:`replace_one`.

>>> from fractions import Fraction
>>> noisy_histogram(2, Fraction(1, 2), most=1)((0,)).exact()[(1, 0)]
Fraction(4, 9)
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from privlearn.exact import TooLargeToEnumerate, as_integer
from privlearn.exact.rationals import Number
from privlearn.laws import Law, independent
from privlearn.laws.law import LARGEST_SUPPORT
from privlearn.mechanisms.neighbours import Database, Relation, add_remove_one, replace_one
from privlearn.mechanisms.noise import ClampedCount, geometric_ratio
from privlearn.mechanisms.promise import Promise, PromisedMechanism


def noisy_histogram(cells: int, ratio: Number, *, most: int | None = None,
                    neighbours: Relation = add_remove_one) -> PromisedMechanism:
    """Return the mechanism that publishes all noisy counts, each clamped to ``0..most``.

    Parameters
    ----------
    cells : int
        Rows are integers ``0..cells-1``.
    ratio : number in (0, 1)
        ``g``, the ratio of the noise in each cell.
    most : int, optional
        Largest published count, and the largest number of rows of a database.  Neighbours under ``replace_one`` have
        the same number of rows: there the default is that number.
    neighbours : relation
        ``add_remove_one`` (promise ``1/g``) or ``replace_one`` (promise ``1/g^2``); the law is the same.

    Raises
    ------
    ValueError
        If an argument is out of range; on calling the mechanism, if a row is no cell or there are too many rows.
    TooLargeToEnumerate
        Beyond ``2^22`` cells; by ``exact``, if there are too many outcomes.

    Notes
    -----
    The exact law has ``(most + 1)^cells`` outcomes; a sample costs ``1 / (1 - g)`` coins on average for each cell,
    however many rows there are.

    Examples
    --------
    >>> from fractions import Fraction
    >>> mechanism = noisy_histogram(2, Fraction(1, 2), neighbours=replace_one)
    >>> mechanism.promise.exp_epsilon, mechanism((0,)).exact()[1, 0]
    (Fraction(4, 1), Fraction(4, 9))
    """
    m, g = as_integer(cells, "cells", least=1), geometric_ratio(ratio)
    if neighbours not in (add_remove_one, replace_one):
        raise ValueError(f"neighbours must be add_remove_one or replace_one, got {neighbours!r}")
    if most is not None:
        as_integer(most, "most", least=0)
    elif neighbours is add_remove_one:
        raise ValueError("most must be given under add_remove_one, which changes the number of rows")

    def law(database: Database) -> Law:
        counts = counts_of_points(database, m)
        rows = sum(counts)
        if most is not None and rows > most:
            raise ValueError(f"database must have at most {most} rows, got {rows}")
        top = rows if most is None else most
        return independent([ClampedCount(g, count, top) for count in counts])

    return PromisedMechanism(law, Promise(1 / g if neighbours is add_remove_one else 1 / g**2, neighbours),
                             "noisy histogram")


def as_points(database: Any) -> Sequence[Any]:
    """Return the rows of a tuple, a list or a one-dimensional array; a ``ValueError`` for anything else.

    Examples
    --------
    >>> as_points(np.array([3, 1]))
    [3, 1]
    """
    listed: Any = database.tolist() if isinstance(database, np.ndarray) and database.ndim == 1 else database
    if not isinstance(listed, (tuple, list)):
        raise ValueError(f"database must be a tuple, a list or a one-dimensional array of points, "
                         f"got {type(database).__name__}")
    return listed


def counts_of_points(database: Any, size: int) -> list[int]:
    """Return how often each of the points ``0..size-1`` occurs.

    Raises
    ------
    ValueError
        If a row is no point.
    TooLargeToEnumerate
        Beyond ``2^22`` points: the result would be a list of mostly zeros.

    Examples
    --------
    >>> counts_of_points((0, 2, 2), 4)
    [1, 0, 2, 0]
    """
    if size > LARGEST_SUPPORT:
        raise TooLargeToEnumerate("the histogram of the domain", size, LARGEST_SUPPORT)
    counts = [0] * size
    for row in as_points(database):
        if not isinstance(row, (int, np.integer)) or isinstance(row, bool) or not 0 <= row < size:
            raise ValueError(f"database must hold points 0..{size - 1}")
        counts[row] += 1
    return counts
