"""The heavy path in place of a random one: for which sizes it is stable, and what that costs in rows.

Definitions
-----------
The heavy path always goes to the heavier child.  It is *stable* at size m with stopping weight t if for all databases
S' of m elements and ``S' = S + x`` the inner databases are neighbours: that of S' is that of S and one more element,
or both are empty.  It is for ``m <= 2 t + 1``, and for ``t >= 1`` and at least four points for no larger m.

>>> [unstable_pairs(2, size, 1)[0] for size in (3, 4)]
[0, 6]

Source: ours; the public number of rows that it needs is an assumption KLMNS20 does not make.
"""

from collections.abc import Callable

import numpy as np

from privlearn.exact import as_integer
from privlearn.exact.formulas import Value, formula
from privlearn.learners.interior_point.trees.level_tables import (Table, all_counts, fall_table, points_of,
                                                                  without_largest_counts)

Pair = tuple[tuple[int, ...], int]


@formula("equals", tex={"stop": "t"}, corners={"stop": (1, 2, 3, 4)})
def stable_limit(stop: int) -> Value:
    """Return ``2 stop + 1``, the largest size (of the larger database) at which the heavy path is stable.

    Examples
    --------
    >>> [stable_limit(stop) for stop in (0, 1, 92)]
    [1, 3, 185]
    """
    return 2 * stop + 1


def heavy_embedding(counts: Table, stop: int) -> Table:
    """Return the multiplicities of the inner databases along the heavy paths, for a batch of databases.

    Parameters
    ----------
    counts : integer array of shape (databases, 2**bits)
    stop : int
        Stopping weight and number of largest levels dropped.

    Returns
    -------
    integer array of shape (databases, bits + 1)

    Examples
    --------
    >>> heavy_embedding(np.array([[2, 0, 2, 1]]), 2)
    array([[2, 1, 0]])
    """
    return without_largest_counts(fall_table(counts, stop), stop)


def unstable_pairs(bits: int, size: int, stop: int,
                   embedding: Callable[[Table, int], Table] = heavy_embedding) -> tuple[int, Pair | None]:
    """Return how many pairs (S, x) with ``|S + x| = size`` part, and the first one.

    Parameters
    ----------
    bits, size, stop : int
        All multisets S of ``size - 1`` points of ``0..2^bits - 1`` and all x.
    embedding : callable
        ``(counts, stop) -> counts`` of the inner databases of a batch.

    Returns
    -------
    (count, (S, x) or None)
        A pair parts if the inner database of S + x is not that of S with one more element and not both are empty.

    Notes
    -----
    Integer arrays, all databases at once.

    Examples
    --------
    >>> unstable_pairs(2, 4, 1)
    (6, ((0, 2, 2), 1))
    """
    larger = all_counts(1 << as_integer(bits, "bits", least=0), as_integer(size, "size", least=1))
    after = embedding(larger, stop)
    total, first = 0, None
    for x in range(larger.shape[1]):
        rows = larger[:, x] > 0
        before = larger[rows]
        before[:, x] -= 1
        change = after[rows] - embedding(before, stop)
        grown = (change.min(axis=1) >= 0) & (change.sum(axis=1) == 1)
        empty = after[rows].sum(axis=1) + (after[rows] - change).sum(axis=1) == 0
        parted = np.flatnonzero(~(grown | empty))
        total += len(parted)
        if len(parted):
            found = min(points_of(before[k]) for k in parted[-50:])
            if first is None or (found, x) < first:
                first = found, x
    return total, first


def stable_sizes(levels: int, base_rows: int, trim: int, stop: int) -> tuple[int, ...]:
    """Return the fewest elements at each level, from the input on, with a stable heavy path at every level.

    Parameters
    ----------
    levels : int
    base_rows : int
        Elements left at the base, at least 1.
    trim : int
        Elements set aside on either side at each level.
    stop : int
        The least stopping weight that the choice of a node allows; it is raised where stability asks for more.

    Notes
    -----
    A level turns m elements after trimming into ``m - t`` and is stable for ``m <= 2 t + 1``, hence ``t`` is at least
    ``m' - 1`` for the ``m'`` elements of the next one, and ``m = m' + t >= 2 m' - 1``: the sizes double.

    Examples
    --------
    >>> stable_sizes(3, 10, 0, 1), stable_sizes(1, 80, 30, 92)
    ((73, 37, 19, 10), (232, 80))
    """
    found = [as_integer(base_rows, "base_rows", least=1)]
    cut, least = as_integer(trim, "trim", least=0), as_integer(stop, "stop", least=0)
    for _ in range(as_integer(levels, "levels", least=0)):
        found.append(found[-1] + max(least, found[-1] - 1) + 2 * cut)
    return tuple(reversed(found))
