"""ConstructPaths on many small databases at once.

Definitions
-----------
A batch is an integer array with one row for each database and one column for each point of the domain
``0..2^bits - 1``: how often the point occurs.  The functions do for a batch what
:mod:`~privlearn.learners.interior_point.construct_paths` does for one database; integers only, so results are exact.

>>> fall_table(np.array([[0, 3, 2, 0, 0, 0, 1, 0]]), stop=1)
array([[1, 2, 0, 3]])
>>> chain_tables(np.array([[0, 3, 2, 0, 0, 0, 1, 0]]), levels=1, trim=0, stop=1)[1]
array([[1, 2, 0, 2]])
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from privlearn.exact.errors import TooLargeToEnumerate
from privlearn.exact.rationals import as_integer
from privlearn.learners.interior_point.tree import level_bits

Table = NDArray[np.int64]
LARGEST_BATCH = 1 << 25


def fall_table(counts: Table, stop: int) -> Table:
    """Return how many points of each database fall off its heavy path at each level ``0..bits``.

    Parameters
    ----------
    counts : integer array of shape (databases, 2**bits)
        Multiplicities, at least 0.
    stop : int
        The path ends at the first node of weight at most ``stop``, or at a leaf.

    Returns
    -------
    integer array of shape (databases, bits + 1)
        Rows sum to the sizes of the databases: the points inside the last node fall at its level.

    Raises
    ------
    ValueError
        If the shape is not that of a batch.
    """
    table, least = _as_batch(counts), as_integer(stop, "stop", least=0)
    rows, bits = np.arange(len(table)), table.shape[1].bit_length() - 1
    if table.shape[1] != 1 << bits:
        raise ValueError(f"counts must have a power of 2 of columns, got {table.shape[1]}")
    falls = np.zeros((len(table), bits + 1), dtype=np.int64)
    weights = [table]  # of the nodes of each depth, deepest first
    for _ in range(bits):
        weights.append(weights[-1][:, 0::2] + weights[-1][:, 1::2])
    node, inside = np.zeros(len(table), dtype=np.int64), weights[-1][:, 0]
    for depth in range(bits):
        halves = weights[bits - depth - 1]
        left, right = halves[rows, 2 * node], halves[rows, 2 * node + 1]
        ended = inside <= least
        falls[:, depth] = np.where(ended, inside, np.minimum(left, right))
        inside = np.where(ended, 0, np.maximum(left, right))  # once it is 0 nothing falls any more
        node = 2 * node + (right > left)
    falls[:, bits] = inside
    return falls


def without_largest_counts(counts: Table, amount: int) -> Table:
    """Return the multiplicities without the ``amount`` largest elements of each database."""
    sums = np.cumsum(counts, axis=1)
    return np.diff(np.minimum(sums, np.maximum(sums[:, -1:] - amount, 0)), axis=1, prepend=0)


def middle_counts(counts: Table, trim: int) -> Table:
    """Return the multiplicities without the ``trim`` smallest and ``trim`` largest elements of each database."""
    if trim == 0:
        return counts
    sums = np.cumsum(without_largest_counts(counts, trim), axis=1)
    return np.diff(np.maximum(sums - trim, 0), axis=1, prepend=0)


def chain_tables(counts: Table, levels: int, trim: int, stop: int) -> tuple[Table, ...]:
    """Return the multiplicities in ``D_0, ..., D_levels`` of every database.

    Parameters
    ----------
    counts : integer array of shape (databases, 2**bits)
    levels, trim, stop : int
        As for :func:`~privlearn.learners.interior_point.construct_paths.construct_paths`.

    Returns
    -------
    tuple of integer arrays
        ``D_{i+1}`` has ``L_i + 1`` columns, one for each level.
    """
    tables = [_as_batch(counts)]
    for _ in range(as_integer(levels, "levels", least=0)):
        last = tables[-1]
        padded = np.zeros((len(last), 1 << level_bits(last.shape[1] - 1)), dtype=np.int64)
        padded[:, : last.shape[1]] = last
        falls = fall_table(middle_counts(padded, as_integer(trim, "trim", least=0)), stop)
        tables.append(without_largest_counts(falls, stop))
    return tuple(tables)


def value_table(counts: Table, levels: int, trim: int, stop: int) -> Table:
    """Return ``f_1, ..., f_levels`` of every database, an array of shape (databases, levels).

    Examples
    --------
    >>> value_table(np.array([[0, 3, 2, 0, 0, 0, 1, 0]]), levels=2, trim=0, stop=1)
    array([[2, 2]])
    """
    first, *tables = chain_tables(counts, levels, trim, stop)
    return np.array([table.max(axis=1) for table in tables], dtype=np.int64).reshape(-1, len(first)).T


def all_counts(values: int, size: int) -> Table:
    """Return the multiplicities of all databases of ``size`` points ``0..values - 1``, one row each.

    Raises
    ------
    TooLargeToEnumerate
        If there are too many.

    Examples
    --------
    >>> all_counts(2, 2)
    array([[0, 2],
           [1, 1],
           [2, 0]])
    """
    columns, total = as_integer(values, "values", least=1), as_integer(size, "size", least=0)
    entries = comb(total + columns - 1, total) * columns
    if entries > LARGEST_BATCH:
        raise TooLargeToEnumerate("the multiplicities of all databases", entries, LARGEST_BATCH)
    table, left = np.zeros((1, 0), dtype=np.int64), np.array([total])
    for column in range(columns):
        choices = left + 1 if column < columns - 1 else np.ones_like(left)
        parent = np.repeat(np.arange(len(left)), choices)
        first = np.repeat(np.cumsum(choices) - choices, choices)
        here = np.arange(len(parent)) - first if column < columns - 1 else left[parent]
        table = np.column_stack([table[parent], here])
        left = left[parent] - here
    return table


def least_parting_value(bits: int, size: int, stop: int) -> int | None:
    """Return the least ``f_1(S)`` for which some x makes ``D_1`` of S and of S + x no neighbours, ``None`` if none.

    Parameters
    ----------
    bits, size : int
        All S of ``size`` points of ``bits`` bits, and all x.
    stop : int
        Weight at which the paths end, and number of levels dropped.  Nothing is trimmed.

    Notes
    -----
    Guarantee: at least ``stop``, KLMNS20, Lemma 4.3.

    Examples
    --------
    >>> least_parting_value(3, 5, 2)
    2
    """
    larger, least = all_counts(1 << as_integer(bits, "bits", least=0), as_integer(size, "size", least=0) + 1), None
    for x in range(larger.shape[1]):
        after = larger[larger[:, x] > 0]
        before = after.copy()
        before[:, x] -= 1
        below, above = (chain_tables(counts, 1, 0, stop)[1] for counts in (before, after))
        parted = (above < below).any(axis=1) | ((above - below).sum(axis=1) > 1)
        if parted.any():
            value = int(below[parted].max(axis=1).min())
            least = value if least is None else min(least, value)
    return least


def points_of(row: Table) -> tuple[int, ...]:
    """Return one row of a batch as a sorted database.

    Examples
    --------
    >>> points_of(np.array([1, 0, 2, 0]))
    (0, 2, 2)
    """
    return tuple(point for point, count in enumerate(row.tolist()) for _ in range(count))


def _as_batch(counts: Table) -> Table:
    table = np.asarray(counts)
    columns = table.shape[1] if table.ndim == 2 else 0
    if columns < 1 or not np.issubdtype(table.dtype, np.integer):
        raise ValueError(f"counts must be an integer array of shape (databases, points), got shape {table.shape}")
    if table.size and table.min() < 0:
        raise ValueError(f"counts must not be negative, got {table.min()}")
    return table.astype(np.int64, copy=False)
