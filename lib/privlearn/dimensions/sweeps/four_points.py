"""The dimensions of all classes on at most four points as tables, and what extends them to a fifth point.

Definitions
-----------
Classes are numbers (:mod:`~privlearn.dimensions.sweeps.numbers`); a table holds a value for every one of them.

* A set Y of points is *shattered* if the class has all patterns on it.
* A set Y *carries a chain* if, for some order ``y_1, ..., y_b`` of it, the class has functions ``h_1, ..., h_(b+1)``
  with ``h_i(y_j) = 1`` exactly if ``i <= j``.  A class has threshold dimension at least b + 1 exactly if for some point
  x its half with value 1 at x carries a chain of b points.

>>> threshold_of_all_classes(1).tolist(), littlestone_of_all_classes(1).tolist()
([0, 0, 1, 1], [-1, 0, 0, 1])

Source: ABMS20, Section 3.1 (the definitions); the extension to one more point is an observation of this library.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

import numpy as np

from privlearn.dimensions.sweeps.numbers import MOST_POINTS, as_few_points, half_numbers, read_only, with_value_at
from privlearn.exact import TooLargeToEnumerate, as_integer


@lru_cache(maxsize=MOST_POINTS + 1)
def chains_of_all_classes(points: int) -> np.ndarray:
    """Return the sets that carry a chain, for every class on n points: bit Y of an entry, shape (2^(2^n),), int64.

    A set is the integer with bit x for its member x.  Cost: about 20 ms for four points.

    Raises
    ------
    TooLargeToEnumerate
        For more than 4 points.

    Examples
    --------
    >>> chains_of_all_classes(1).tolist()  # the class of both functions carries the chain of its point
    [0, 1, 1, 3]
    """
    n = as_integer(points, "points", least=0)
    if n == 0:
        return read_only(np.array([0, 1]))
    as_few_points(n)
    below, above = chains_of_all_classes(n - 1), sets_with_all_ones(n - 1)
    found = (np.arange(1 << (1 << n)) > 0).astype(np.int64)  # the empty set, if there is a function
    for x in range(n):
        longer = below[half_numbers(n, x, 0)] & above[half_numbers(n, x, 1)]  # Y carries a chain below, x comes first
        for rest in range(1 << (n - 1)):
            found |= (longer >> rest & 1) << with_value_at(rest, x, 1)
    return read_only(found)


@lru_cache(maxsize=MOST_POINTS + 1)
def sets_with_all_ones(points: int) -> np.ndarray:
    """Return the sets on which some function of the class is 1 throughout, for every class: bit Y, int64.

    Examples
    --------
    >>> sets_with_all_ones(1).tolist()
    [0, 1, 3, 3]
    """
    n = as_integer(points, "points", least=0)
    classes = np.arange(1 << (1 << n))
    found = np.zeros_like(classes)
    for f in range(1 << n):
        inside = sum(1 << y for y in range(1 << n) if y & f == y)
        found |= (classes >> f & 1) * inside
    return read_only(found)


@lru_cache(maxsize=MOST_POINTS)
def shattered_sets_of_all_classes(points: int) -> np.ndarray:
    """Return the shattered sets of every class on n points: bit Y of an entry, shape (2^(2^n),), int64.

    Examples
    --------
    >>> shattered_sets_of_all_classes(1).tolist()
    [0, 1, 1, 3]
    """
    n = as_few_points(points)
    classes = np.arange(1 << (1 << n))
    found = np.zeros_like(classes)
    for chosen in range(1 << n):
        shown = {sum(1 << f for f in range(1 << n) if f & chosen == p) for p in range(1 << n) if p & chosen == p}
        found |= np.all([classes & pattern != 0 for pattern in shown], axis=0).astype(np.int64) << chosen
    return read_only(found)


@lru_cache(maxsize=MOST_POINTS + 1)
def largest_set(points: int) -> np.ndarray:
    """Return the size of the largest of the sets in a bit mask, for every mask over subsets of n points; -1 for none.

    Examples
    --------
    >>> largest_set(1).tolist()
    [-1, 0, 1, 1]
    """
    n = as_integer(points, "points", least=0)
    masks = np.arange(1 << (1 << n))
    found = np.full(len(masks), -1, dtype=np.int8)
    for chosen in sorted(range(1 << n), key=int.bit_count):
        found[masks >> chosen & 1 == 1] = chosen.bit_count()
    return read_only(found)


@lru_cache(maxsize=MOST_POINTS)
def threshold_of_all_classes(points: int) -> np.ndarray:
    """Return the threshold dimensions of all ``2^(2^n)`` classes on n points, int8, read-only; entry 0 is 0.

    Raises
    ------
    TooLargeToEnumerate
        For more than 4 points.

    Examples
    --------
    >>> np.unique(threshold_of_all_classes(2), return_counts=True)[1].tolist()
    [2, 8, 6]
    """
    n = as_few_points(points)
    length = largest_set(n - 1)[chains_of_all_classes(n - 1)]
    return read_only(np.max([length[half_numbers(n, x, 1)] + 1 for x in range(n)], axis=0).astype(np.int8))


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

    Examples
    --------
    >>> vc_of_all_classes(1).tolist()
    [-1, 0, 0, 1]
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


def classes_on(points: int) -> Iterator[tuple[tuple[int, int], int, int, int]]:
    """Yield ((points, number of a class), size, VC dimension, how many classes have both) for all non-empty classes.

    Raises
    ------
    TooLargeToEnumerate
        For more than 4 points.

    Examples
    --------
    >>> list(classes_on(1))
    [((1, 1), 1, 0, 2), ((1, 3), 2, 1, 1)]
    """
    pairs = np.stack([class_sizes(points), vc_of_all_classes(points)], axis=1)[1:]
    kinds, first, count = np.unique(pairs, axis=0, return_index=True, return_counts=True)
    for (size, dimension), number, classes in zip(kinds.tolist(), first.tolist(), count.tolist(), strict=True):
        yield (points, number + 1), size, dimension, classes
