"""All classes on at most four points: how irreducible they are, and what their irreducible subclasses predict.

Definitions
-----------
Classes are numbers (:mod:`~privlearn.dimensions.sweeps.numbers`), irreducibility and standard labels are those of
:mod:`~privlearn.dimensions.irreducibility`.  Here both come from the definition by trees: for a fixed dimension d, a
class has a *reducing tree of depth k* if its own dimension is below d, or if at some point both of its halves have one
of depth k - 1.  A class with one concept is k-irreducible for every k; the tables have the number of points for that,
which no other class reaches.

>>> irreducibility_of_all_classes(1).tolist(), np.bincount(irreducibility_of_all_classes(4)[1:]).tolist()
([-1, 1, 1, 0], [50239, 15072, 192, 16, 16])

Source: GGKM21 (the definitions).
"""

from functools import lru_cache

import numpy as np

from privlearn.dimensions.sweeps.four_points import littlestone_of_all_classes
from privlearn.dimensions.sweeps.numbers import MOST_POINTS, as_few_points, read_only
from privlearn.exact import as_integer


def _ones(points: int) -> list[int]:
    """Return, for each point, the class of the functions with value 1 there."""
    return [sum(1 << f for f in range(1 << points) if f >> x & 1) for x in range(points)]


@lru_cache(maxsize=MOST_POINTS)
def irreducibility_of_all_classes(points: int) -> np.ndarray:
    """Return the largest k for which each class on n points is k-irreducible, int8, read-only; entry 0 is -1.

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
    Cost: 20 ms for four points.

    Examples
    --------
    >>> irreducibility_of_all_classes(2).tolist()[1:8]
    [2, 2, 0, 2, 0, 0, 1]
    """
    n = as_few_points(points)
    dimension, classes = littlestone_of_all_classes(n), np.arange(1 << (1 << n))
    largest = np.full(len(classes), -1, dtype=np.int8)
    for d in range(n + 1):
        reduced = dimension < d
        for depth in range(n + 1):
            largest[(dimension == d) & ~reduced] = depth
            reduced = reduced | np.any([reduced[classes & one] & reduced[classes & ~one] for one in _ones(n)], axis=0)
    return read_only(largest)


@lru_cache(maxsize=MOST_POINTS)
def standard_labels_of_all_classes(points: int) -> np.ndarray:
    """Return the number of the function of standard labels of every class, -1 where a point has none, int64.

    Examples
    --------
    >>> standard_labels_of_all_classes(2).tolist()[1:8]
    [0, 1, -1, 2, -1, -1, 0]
    """
    n = as_few_points(points)
    dimension, classes = littlestone_of_all_classes(n), np.arange(1 << (1 << n))
    found = np.zeros(len(classes), dtype=np.int64)
    for x, one in enumerate(_ones(n)):
        keeps = [dimension[classes & half] == dimension for half in (~one, one)]
        found = np.where((found < 0) | (keeps[0] == keeps[1]), -1, found | keeps[1].astype(np.int64) << x)
    return read_only(found)


def standard_classes(points: int, depth: int) -> np.ndarray:
    """Return, for every class, the class of the standard labels of its k-irreducible subclasses, int64.

    Parameters
    ----------
    points : int
        1 to 4.
    depth : int
        The k, at least 1.

    Notes
    -----
    The sum (here: union) over subclasses is taken function by function, so the cost is a pass for each function.

    Examples
    --------
    >>> [standard_classes(2, k)[0b0110].item() for k in (1, 2)]  # the two singletons, then with their standard labels
    [6, 6]
    >>> int(standard_classes(3, 1)[0b00010110]), int(standard_classes(3, 2)[0b00010110])
    (23, 22)
    """
    n, k = as_few_points(points), as_integer(depth, "depth", least=1)
    classes, labels = np.arange(1 << (1 << n)), standard_labels_of_all_classes(n)
    chosen = (irreducibility_of_all_classes(n) >= min(k, n)) & (labels >= 0)
    found = np.where(chosen, 1 << np.maximum(labels, 0), 0)
    for f in range(1 << n):
        having = classes[classes >> f & 1 == 1]
        found[having] |= found[having ^ 1 << f]
    return found
