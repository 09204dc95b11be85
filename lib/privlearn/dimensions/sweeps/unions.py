"""Unions within a class and blocks of ones, for every class on at most four points.

Definitions
-----------
The *class of unions* has ``h1 or h2`` for any two functions of the class, equal ones included.  A *block* of side k is
k functions and k points with all values 1.  Classes are numbers (:mod:`~privlearn.dimensions.sweeps.numbers`).

>>> int(unions_of_all_classes(2)[0b0110]), int(blocks_of_all_classes(2)[0b1010])
(14, 1)
"""

from functools import lru_cache
from itertools import combinations

import numpy as np

from privlearn.dimensions.sweeps.numbers import MOST_POINTS
from privlearn.exact import TooLargeToEnumerate, as_integer


@lru_cache(maxsize=4)
def unions_of_all_classes(points: int) -> np.ndarray:
    """Return, for every class on at most four points, the number of the class of unions of two of its functions.

    Classes are numbered as in :mod:`~privlearn.dimensions.sweeps.four_points`.

    Examples
    --------
    >>> int(unions_of_all_classes(2)[0b0110])  # the functions 1 and 2 give 1, 2 and 3
    14
    """
    classes = _all_numbers(points)
    found = classes.copy()
    for f, g in combinations(range(1 << points), 2):
        found |= (classes >> f & classes >> g & 1) << (f | g)
    found.setflags(write=False)
    return found


@lru_cache(maxsize=4)
def blocks_of_all_classes(points: int) -> np.ndarray:
    """Return the side of the largest block of every class on at most four points.

    Examples
    --------
    >>> blocks_of_all_classes(2)[[0, 1, 2, 0b1010]].tolist()  # two functions that share one point
    [0, 0, 1, 1]
    """
    classes = _all_numbers(points)
    found = np.zeros_like(classes)
    for chosen in range(1, 1 << points):
        inside = sum(1 << f for f in range(1 << points) if f & chosen == chosen)
        found = np.maximum(found, np.minimum(np.bitwise_count(classes & inside), chosen.bit_count()))
    found.setflags(write=False)
    return found


def _all_numbers(points: int) -> np.ndarray:
    """Return the numbers of all classes on at most four points.
    """
    n = as_integer(points, "points", least=1)
    if n > MOST_POINTS:
        raise TooLargeToEnumerate(f"the collection of classes on {n} points", f"2^{1 << n}", 1 << (1 << MOST_POINTS))
    return np.arange(1 << (1 << n))
