"""The largest mean depth of a mistake tree, of every class on at most four points.

Definitions
-----------
Mean depths are those of :mod:`~privlearn.dimensions.randomized_littlestone`; half the largest one is the randomised
Littlestone dimension.  On n points no branch asks more than n questions, so mean depths are multiples of ``2^-n``, and
a table holds them times ``2^n``.  Classes are numbers (:mod:`~privlearn.dimensions.sweeps.numbers`).

>>> mean_depths_of_all_classes(1).tolist()  # the class of both functions: one question
[-4, 0, 0, 2]
"""

from functools import lru_cache

import numpy as np

from privlearn.dimensions.sweeps.numbers import MOST_POINTS, as_few_points, half_numbers, read_only

NONE = -(1 << 20)  # of the empty class while it is a half: no sum with it is the largest


@lru_cache(maxsize=MOST_POINTS)
def mean_depths_of_all_classes(points: int) -> np.ndarray:
    """Return ``2^n`` times the largest mean depth of every class on n points, int64, read-only.

    The empty class has ``-2^(n+1)``, so that the randomised Littlestone dimension of each class, -1 for the empty one,
    is its entry divided by ``2^(n+1)``.

    Raises
    ------
    TooLargeToEnumerate
        For more than 4 points.

    Examples
    --------
    >>> mean_depths_of_all_classes(2).tolist()  # three of the four functions: one question or two
    [-8, 0, 0, 4, 0, 4, 4, 6, 0, 4, 4, 6, 4, 6, 6, 8]
    """
    n = as_few_points(points)
    below = np.array([NONE, 0]) if n == 1 else mean_depths_of_all_classes(n - 1).copy()
    below[0] = NONE
    asked = [(1 << n) + below[half_numbers(n, x, 0)] + below[half_numbers(n, x, 1)] for x in range(n)]
    found = np.maximum(np.max(asked, axis=0), 0)
    found[0] = -(2 << n)
    return read_only(found)
