"""Threshold sequences: the witnesses of the threshold dimension, verified pair by pair.

Definitions
-----------
A *threshold sequence* of a class is a list of pairs ``(h_0, x_0), (h_1, x_1), ...`` of concepts and points such that
``h_i(x_j) = 1`` exactly for ``i <= j``.  Pairs are (row number, column number).

>>> from privlearn.concepts import thresholds
>>> is_threshold_sequence(((0, 0), (1, 1), (2, 2), (3, 3)), thresholds(2))
True
"""

from collections.abc import Iterable, Sequence

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.dimensions.bounds import as_class

Pairs = tuple[tuple[int, int], ...]


def is_threshold_sequence(sequence: Iterable[Sequence[int]], concepts: ConceptClass) -> bool:
    """Decide from the definition whether concept i is 1 on point j exactly for ``i <= j``.

    >>> from privlearn.concepts import thresholds
    >>> is_threshold_sequence(((0, 0), (1, 1)), thresholds(1)), is_threshold_sequence(((1, 1), (0, 0)), thresholds(1))
    (True, False)
    """
    as_class(concepts)
    pairs = [tuple(pair) for pair in sequence]
    for pair in pairs:
        if len(pair) != 2 or not all(isinstance(k, (int, np.integer)) and not isinstance(k, bool) for k in pair):
            return False
        if not (0 <= pair[0] < len(concepts) and 0 <= pair[1] < concepts.size):
            return False
    return all(concepts.matrix[h, x] == (i <= j) for i, (h, _) in enumerate(pairs) for j, (_, x) in enumerate(pairs))


def greedy_sequence(concepts: ConceptClass) -> Pairs:
    """Return a threshold sequence that is not longest in general: always the largest concept, then the smallest point.

    >>> from privlearn.concepts import thresholds
    >>> len(greedy_sequence(thresholds(5)))
    32
    """
    by_row, by_column = concepts.matrix, np.ascontiguousarray(concepts.matrix.T)
    rows, columns = np.ones(len(concepts), dtype=bool), np.ones(concepts.size, dtype=bool)  # concepts and points left
    sizes, members = by_row.sum(axis=1, dtype=np.int64), by_column.sum(axis=1, dtype=np.int64)
    pairs: list[tuple[int, int]] = []
    while rows.any():
        h = int(np.argmax(np.where(rows, sizes, -1)))
        below = np.flatnonzero(columns & (by_row[h] == 1))
        if len(below) == 0:
            break
        x = int(below[np.argmin(members[below])])
        pairs.append((h, x))
        gone = np.flatnonzero(rows & (by_column[x] == 1))
        sizes -= by_column[columns & (by_row[h] == 0)].sum(axis=0, dtype=np.int64)
        members -= by_row[gone].sum(axis=0, dtype=np.int64)
        rows[gone] = False
        columns &= by_row[h] == 1
    return tuple(pairs)
