"""Littlestone's dimension of every class on at most four points, in one pass.

Definitions
-----------
A class on n points is an integer with one bit for each function, a function an integer with one bit for each point, as
in :mod:`~privlearn.dimensions.shatter_function`; the class with number 0 is empty.

>>> littlestone_of_all_classes(1).tolist()
[-1, 0, 0, 1]
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from privlearn.exact.errors import TooLargeToEnumerate
from privlearn.exact.rationals import as_integer


@lru_cache(maxsize=4)
def littlestone_of_all_classes(points: int) -> np.ndarray:
    """Return Littlestone's dimensions of all ``2^(2^n)`` classes on n points, int8, read-only; entry 0 is -1.

    Parameters
    ----------
    points : int
        1 to 4.

    Raises
    ------
    TooLargeToEnumerate
        For more than 4 points.

    Notes
    -----
    By the recursive definition: a class has a complete mistake tree of depth k if at some point both of its halves
    have one of depth k - 1; every non-empty class has one of depth 0.

    >>> np.unique(littlestone_of_all_classes(2), return_counts=True)[1].tolist()
    [1, 4, 10, 1]
    """
    n = as_integer(points, "points", least=1)
    if n > 4:
        raise TooLargeToEnumerate(f"the collection of classes on {n} points", f"2^{1 << n}", 1 << 16)
    classes = np.arange(1 << (1 << n))
    ones = [sum(1 << f for f in range(1 << n) if f >> x & 1) for x in range(n)]
    has_tree = classes > 0
    dimension = has_tree.astype(np.int8) - np.int8(1)
    for depth in range(1, n + 1):
        has_tree = np.any([has_tree[classes & mask] & has_tree[classes & ~mask] for mask in ones], axis=0)
        dimension[has_tree] = depth
    dimension.setflags(write=False)
    return dimension
