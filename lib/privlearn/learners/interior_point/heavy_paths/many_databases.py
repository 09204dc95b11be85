"""ConstructPaths on many small databases at once.

Definitions
-----------
A batch is an integer array of multiplicities (:mod:`~privlearn.learners.interior_point.trees.level_tables`).  The
functions do for a batch what :mod:`~privlearn.learners.interior_point.heavy_paths.databases` does for one database.

>>> chain_tables(np.array([[0, 3, 2, 0, 0, 0, 1, 0]]), levels=1, trim=0, stop=1)[1]
array([[1, 2, 0, 2]])
"""

import numpy as np

from privlearn.exact import as_integer
from privlearn.learners.interior_point.trees.level_tables import (Table, all_counts, as_batch, fall_table,
                                                                  middle_counts, without_largest_counts)
from privlearn.learners.interior_point.trees.nodes import level_bits


def chain_tables(counts: Table, levels: int, trim: int, stop: int) -> tuple[Table, ...]:
    """Return the multiplicities in ``D_0, ..., D_levels`` of every database.

    Parameters
    ----------
    counts : integer array of shape (databases, 2**bits)
    levels, trim, stop : int
        As for :func:`~privlearn.learners.interior_point.heavy_paths.databases.construct_paths`.

    Returns
    -------
    tuple of integer arrays
        ``D_{i+1}`` has ``L_i + 1`` columns, one for each level.
    """
    tables = [as_batch(counts)]
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
