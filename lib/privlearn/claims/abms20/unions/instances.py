"""The largest threshold dimension of a union of two classes on four points, with a pair that attains it."""

from __future__ import annotations

import numpy as np

from privlearn.dimensions.sweeps import maximal_classes


def extremal(dimension: np.ndarray, first: int, second: int) -> tuple[int, tuple[int, int]]:
    """Return the largest dimension of a union of classes of at most these dimensions, and a pair that has it."""
    one, two = maximal_classes(dimension, first), maximal_classes(dimension, second)
    table = dimension[one[:, None] | two[None, :]]
    i, j = np.unravel_index(int(table.argmax()), table.shape)
    return int(table[i, j]), (int(one[i]), int(two[j]))
