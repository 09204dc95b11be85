"""Sets given by their bits, and the largest dimension of a union of two classes on four points."""

from collections.abc import Callable

import numpy as np

from privlearn.dimensions.sweeps import maximal_classes


def bit(mask: int) -> Callable[[int], bool]:
    return lambda number: bool(mask >> number & 1)


def members(number: int, points: int = 4) -> list[int]:
    return [f for f in range(1 << points) if number >> f & 1]


def extremal(dimension: np.ndarray, first: int, second: int) -> tuple[int, tuple[int, int]]:
    """Return the largest dimension of a union of classes of at most these dimensions, and a pair that has it."""
    one, two = maximal_classes(dimension, first), maximal_classes(dimension, second)
    table = dimension[one[:, None] | two[None, :]]
    i, j = np.unravel_index(int(table.argmax()), table.shape)
    return int(table[i, j]), (int(one[i]), int(two[j]))
