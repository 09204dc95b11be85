"""Fall levels along the heavy paths of many small databases at once, by tables of multiplicities.

Definitions
-----------
A batch is an integer array with one row for each database and one column for each point ``0..2^bits - 1``: how often
the point occurs.  Integers only, so results are exact.

>>> fall_table(np.array([[0, 3, 2, 0, 0, 0, 1, 0]]), stop=1)
array([[1, 2, 0, 3]])
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from privlearn.exact import TooLargeToEnumerate, as_integer

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
    table, least = as_batch(counts), as_integer(stop, "stop", least=0)
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


def points_of(row: Table) -> tuple[int, ...]:
    """Return one row of a batch as a sorted database.

    Examples
    --------
    >>> points_of(np.array([1, 0, 2, 0]))
    (0, 2, 2)
    """
    return tuple(point for point, count in enumerate(row.tolist()) for _ in range(count))


def as_batch(counts: Table) -> Table:
    table = np.asarray(counts)
    columns = table.shape[1] if table.ndim == 2 else 0
    if columns < 1 or not np.issubdtype(table.dtype, np.integer):
        raise ValueError(f"counts must be an integer array of shape (databases, points), got shape {table.shape}")
    if table.size and table.min() < 0:
        raise ValueError(f"counts must not be negative, got {table.min()}")
    return table.astype(np.int64, copy=False)
