"""The bound of Sauer's lemma, and the VC dimension of all classes on a few points at once.

Definitions
-----------
``Phi_d(n) = C(n, 0) + ... + C(n, d)``: a class of VC dimension d on n points has at most so many concepts, and some
have as many.  A class on n points is an integer with one bit for each function, a function an integer with one bit for
each point.

>>> sauer_bound(4, 1), vc_of_all_classes(1).tolist()
(5, [-1, 0, 0, 1])
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np

from privlearn.exact.errors import TooLargeToEnumerate
from privlearn.exact.rationals import as_integer


def sauer_bound(points: int, dimension: int) -> int:
    """Return ``Phi_d(n)``, the largest size of a class of VC dimension d on n points; 0 for d = -1.

    >>> [sauer_bound(3, d) for d in range(-1, 4)]
    [0, 1, 4, 7, 8]
    """
    n, d = as_integer(points, "points", least=1), as_integer(dimension, "dimension", least=-1)
    return sum(comb(n, i) for i in range(d + 1))


@lru_cache(maxsize=4)
def vc_of_all_classes(points: int) -> np.ndarray:
    """Return the VC dimensions of all ``2^(2^n)`` classes on n points, int8, read-only; entry 0 is the empty class.

    Raises
    ------
    TooLargeToEnumerate
        For more than 4 points.

    Notes
    -----
    From the definition: a set of points is shattered if the class meets the set of functions with each pattern on it.
    """
    n = as_integer(points, "points", least=1)
    if n > 4:
        raise TooLargeToEnumerate(f"the collection of classes on {n} points", f"2^{1 << n}", 1 << 16)
    classes = np.arange(1 << (1 << n))
    dimension = np.full(len(classes), -1, dtype=np.int8)
    for size in range(n + 1):
        for chosen in combinations(range(n), size):
            shown = {sum(1 << f for f in range(1 << n) if all(f >> x & 1 == p >> x & 1 for x in chosen))
                     for p in range(1 << n)}
            dimension[np.all([classes & pattern != 0 for pattern in shown], axis=0)] = size
    dimension.setflags(write=False)
    return dimension


def class_sizes(points: int) -> np.ndarray:
    """Return the numbers of concepts of all classes on n points, in the order of :func:`vc_of_all_classes`.

    >>> class_sizes(1).tolist()
    [0, 1, 1, 2]
    """
    return np.bitwise_count(np.arange(len(vc_of_all_classes(points)))).astype(np.int64)
