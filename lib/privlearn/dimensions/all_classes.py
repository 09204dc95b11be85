"""All classes on at most four points as tables, and what extends them to a fifth point.

Definitions
-----------
A function on n points is an integer with bit x for its value at point x, a class an integer with bit f for the function
with number f; class 0 is empty.  The *halves* of a class at a point x are its functions with value 0 (value 1) at x,
without x: two classes on n - 1 points.

* A set Y of points is *shattered* if the class has all patterns on it.
* A set Y *carries a chain* if, for some order ``y_1, ..., y_b`` of it, the class has functions ``h_1, ..., h_(b+1)``
  with ``h_i(y_j) = 1`` exactly if ``i <= j``.  A class has threshold dimension at least b + 1 exactly if for some point
  x its half with value 1 at x carries a chain of b points.

>>> threshold_of_all_classes(1).tolist(), [class_of_number(c, 1).matrix.tolist() for c in (1, 2, 3)]
([0, 0, 1, 1], [[[0]], [[1]], [[0], [1]]])

Source: ABMS20, Section 3.1 (the definitions); the extension to one more point is an observation of this library.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations

import numpy as np

from privlearn.concepts.concept_class import ConceptClass
from privlearn.exact.errors import TooLargeToEnumerate
from privlearn.exact.rationals import as_integer

LARGEST = 4  # points: 65,536 classes


def number_of_class(concepts: ConceptClass) -> int:
    """Return the number of a class: bit f is set if it has the function with number f.

    Examples
    --------
    >>> number_of_class(ConceptClass.from_matrix([[0, 1], [1, 1]]))  # the functions 2 and 3
    12
    """
    matrix = np.asarray(concepts.matrix, dtype=np.int64)
    return sum(1 << sum(int(value) << x for x, value in enumerate(row)) for row in matrix.tolist())


def class_of_number(number: int, points: int) -> ConceptClass:
    """Return the class with a number, concepts in the order of their numbers.

    Raises
    ------
    ValueError
        If the number is negative or at least ``2^(2^points)``, or no class (0) is asked for.

    Examples
    --------
    >>> class_of_number(12, 2).matrix.tolist()
    [[0, 1], [1, 1]]
    """
    n = as_integer(points, "points", least=1)
    c = as_integer(number, "number", least=1)
    if c >> (1 << n):
        raise ValueError(f"number must be below 2^(2^points) = 2^{1 << n}, got {c}")
    return ConceptClass.from_matrix([[f >> x & 1 for x in range(n)] for f in range(1 << n) if c >> f & 1])


def half_numbers(points: int, point: int, value: int) -> np.ndarray:
    """Return, for every class on n points, the number of its half with a value at a point, shape (2^(2^n),), int64.

    Examples
    --------
    >>> half_numbers(2, 0, 1).tolist()[12], half_numbers(2, 1, 0).tolist()[12]
    (2, 0)
    """
    n = _points(points)
    return _gather(np.arange(1 << (1 << n)), [_insert(g, point, value) for g in range(1 << (n - 1))])


def _gather(classes: np.ndarray, functions: Iterable[int]) -> np.ndarray:
    """Return the classes whose bit g is the given classes' bit ``functions[g]``."""
    found = np.zeros_like(classes)
    for g, f in enumerate(functions):
        found |= (classes >> f & 1) << g
    return found


@lru_cache(maxsize=LARGEST + 1)
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
        return _frozen(np.array([0, 1]))
    _points(n)
    below, above = chains_of_all_classes(n - 1), sets_with_all_ones(n - 1)
    found = (np.arange(1 << (1 << n)) > 0).astype(np.int64)  # the empty set, if there is a function
    for x in range(n):
        longer = below[half_numbers(n, x, 0)] & above[half_numbers(n, x, 1)]  # Y carries a chain below, x comes first
        for rest in range(1 << (n - 1)):
            found |= (longer >> rest & 1) << _insert(rest, x, 1)
    return _frozen(found)


@lru_cache(maxsize=LARGEST + 1)
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
    return _frozen(found)


@lru_cache(maxsize=LARGEST)
def shattered_sets_of_all_classes(points: int) -> np.ndarray:
    """Return the shattered sets of every class on n points: bit Y of an entry, shape (2^(2^n),), int64.

    Examples
    --------
    >>> shattered_sets_of_all_classes(1).tolist()
    [0, 1, 1, 3]
    """
    n = _points(points)
    classes = np.arange(1 << (1 << n))
    found = np.zeros_like(classes)
    for chosen in range(1 << n):
        shown = {sum(1 << f for f in range(1 << n) if f & chosen == p) for p in range(1 << n) if p & chosen == p}
        found |= np.all([classes & pattern != 0 for pattern in shown], axis=0).astype(np.int64) << chosen
    return _frozen(found)


@lru_cache(maxsize=LARGEST + 1)
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
    return _frozen(found)


@lru_cache(maxsize=LARGEST)
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
    n = _points(points)
    length = largest_set(n - 1)[chains_of_all_classes(n - 1)]
    return _frozen(np.max([length[half_numbers(n, x, 1)] + 1 for x in range(n)], axis=0).astype(np.int8))


@lru_cache(maxsize=LARGEST)
def renamings_of_all_classes(points: int) -> np.ndarray:
    """Return the numbers of all classes after each permutation of the points, shape (n!, 2^(2^n)), the identity first.

    Examples
    --------
    >>> renamings_of_all_classes(2)[1].tolist()[:6]  # functions 1 and 2 change places
    [0, 1, 4, 5, 2, 3]
    """
    n = _points(points)
    classes = np.arange(1 << (1 << n))
    orders = [[sum((f >> order[x] & 1) << x for x in range(n)) for f in range(1 << n)]
              for order in permutations(range(n))]
    return _frozen(np.array([_gather(classes, order) for order in orders]))


@lru_cache(maxsize=LARGEST)
def classes_up_to_renaming(points: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the least class of every orbit under permutations of the points, and the sizes of the orbits.

    Examples
    --------
    >>> [array.tolist() for array in classes_up_to_renaming(1)], len(classes_up_to_renaming(4)[0])
    ([[0, 1, 2, 3], [1, 1, 1, 1]], 3984)
    """
    least = renamings_of_all_classes(points).min(axis=0)
    found, sizes = np.unique(least, return_counts=True)
    return _frozen(found), _frozen(sizes)


def vc_from_shattered_sets(points: int) -> np.ndarray:
    """Return the VC dimensions of all classes, read off the shattered sets (a second way to ``vc_of_all_classes``).

    Examples
    --------
    >>> from privlearn.dimensions import vc_of_all_classes
    >>> bool((vc_from_shattered_sets(3) == vc_of_all_classes(3)).all())
    True
    """
    return largest_set(points)[shattered_sets_of_all_classes(points)]


def _insert(rest: int, point: int, value: int) -> int:
    """Return the function (or set) that is ``rest`` on the other points and has the value at the point."""
    low = (1 << point) - 1
    return (rest & low) | value << point | (rest & ~low) << 1


def _points(points: int) -> int:
    n = as_integer(points, "points", least=1)
    if n > LARGEST:
        raise TooLargeToEnumerate(f"the collection of classes on {n} points", f"2^{1 << n}", 1 << (1 << LARGEST))
    return n


def _frozen(array: np.ndarray) -> np.ndarray:
    array.setflags(write=False)
    return array
