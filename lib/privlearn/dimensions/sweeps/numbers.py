"""Classes on at most four points as numbers: halves, renamings of the points, orbits.

Definitions
-----------
A function on n points is an integer with bit x for its value at point x, a class an integer with bit f for the function
with number f; class 0 is empty.  The *halves* of a class at a point x are its functions with value 0 (value 1) at x,
without x: two classes on n - 1 points.  Permutations of the points rename classes; the *orbit* of a class is what it is
renamed to.

>>> [class_of_number(c, 1).matrix.tolist() for c in (1, 2, 3)], half_numbers(1, 0, 1).tolist()
([[[0]], [[1]], [[0], [1]]], [0, 0, 1, 1])
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.exact import TooLargeToEnumerate, as_integer

MOST_POINTS = 4  # points: 65,536 classes


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
    n = as_few_points(points)
    return moved_functions(np.arange(1 << (1 << n)), [with_value_at(g, point, value) for g in range(1 << (n - 1))])


def moved_functions(classes: np.ndarray, functions: Iterable[int]) -> np.ndarray:
    """Return the classes whose bit g is the given classes' bit ``functions[g]``.

    Examples
    --------
    >>> moved_functions(np.array([0b01, 0b11]), (1, 0)).tolist()  # the two functions change places
    [2, 3]
    """
    found = np.zeros_like(classes)
    for g, f in enumerate(functions):
        found |= (classes >> f & 1) << g
    return found


@lru_cache(maxsize=MOST_POINTS)
def renamings_of_all_classes(points: int) -> np.ndarray:
    """Return the numbers of all classes after each permutation of the points, shape (n!, 2^(2^n)), the identity first.

    Examples
    --------
    >>> renamings_of_all_classes(2)[1].tolist()[:6]  # functions 1 and 2 change places
    [0, 1, 4, 5, 2, 3]
    """
    n = as_few_points(points)
    classes = np.arange(1 << (1 << n))
    orders = [[sum((f >> order[x] & 1) << x for x in range(n)) for f in range(1 << n)]
              for order in permutations(range(n))]
    return read_only(np.array([moved_functions(classes, order) for order in orders]))


@lru_cache(maxsize=MOST_POINTS)
def classes_up_to_renaming(points: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the least class of every orbit under permutations of the points, and the sizes of the orbits.

    Examples
    --------
    >>> [array.tolist() for array in classes_up_to_renaming(1)], len(classes_up_to_renaming(4)[0])
    ([[0, 1, 2, 3], [1, 1, 1, 1]], 3984)
    """
    least = renamings_of_all_classes(points).min(axis=0)
    found, sizes = np.unique(least, return_counts=True)
    return read_only(found), read_only(sizes)


def with_value_at(rest: int, point: int, value: int) -> int:
    """Return the function (or set) that is ``rest`` on the other points and has the value at the point.

    Examples
    --------
    >>> bin(with_value_at(0b11, 1, 0))
    '0b101'
    """
    low = (1 << point) - 1
    return (rest & low) | value << point | (rest & ~low) << 1


def as_few_points(points: int) -> int:
    n = as_integer(points, "points", least=1)
    if n > MOST_POINTS:
        raise TooLargeToEnumerate(f"the collection of classes on {n} points", f"2^{1 << n}", 1 << (1 << MOST_POINTS))
    return n


def read_only(array: np.ndarray) -> np.ndarray:
    array.setflags(write=False)
    return array
