"""Named families of concept classes.

Definitions
-----------
Domains are ``0..T-1`` (a paper that counts from 1 is shifted).  ``points(d)``: concept j is 1 at point j only,
``T = 2^d`` (BBKN14, Definition 3.3).  ``intervals(d)``: concept j is 1 below j, ``j = 0..T`` (BBKN14, Definition 5.1).

>>> points(1).matrix.tolist()
[[1, 0], [0, 1]]
>>> intervals(1).matrix.tolist()
[[0, 0], [1, 0], [1, 1]]
"""

from collections.abc import Iterator
from itertools import combinations, product
from math import comb

import numpy as np

from privlearn.concepts.concept_class import ConceptClass
from privlearn.exact import TooLargeToEnumerate, as_integer
from privlearn.exact.primes import as_prime

LARGEST_MATRIX = 1 << 28  # entries


def _matrix_fits(concepts: int, points: int) -> None:
    if concepts * points > LARGEST_MATRIX:
        raise TooLargeToEnumerate("the matrix of the class", f"{concepts} x {points}", LARGEST_MATRIX)


def point_functions(size: int) -> ConceptClass:
    """Return the ``size`` point functions on a domain of any size, ``c_j(x) = 1`` iff ``x = j``.

    Examples
    --------
    >>> point_functions(3).rows()
    [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    """
    n = as_integer(size, "size", least=1)
    _matrix_fits(n, n)
    return ConceptClass.from_matrix(np.eye(n, dtype=np.uint8))


def points(d: int) -> ConceptClass:
    """Return ``POINT_d``: the ``2^d`` point functions on ``2^d`` points (BBKN14, Definition 3.3).

    Examples
    --------
    >>> points(3) == point_functions(8)
    True
    """
    return point_functions(1 << as_integer(d, "d", least=0))


def initial_segments(size: int) -> ConceptClass:
    """Return the ``size + 1`` initial segments of a domain, ``c_j(x) = 1`` iff ``x < j``, ``j = 0..size``.

    Examples
    --------
    >>> initial_segments(2).rows()
    [(0, 0), (1, 0), (1, 1)]
    """
    n = as_integer(size, "size", least=1)
    _matrix_fits(n + 1, n)
    return ConceptClass.from_matrix(np.tri(n + 1, n, -1, dtype=np.uint8))


def intervals(d: int) -> ConceptClass:
    """Return ``INTERVAL_d``: the ``2^d + 1`` initial segments of ``2^d`` points (BBKN14, Definition 5.1).

    Examples
    --------
    >>> intervals(3) == initial_segments(8)
    True
    """
    return initial_segments(1 << as_integer(d, "d", least=0))


def all_functions(size: int) -> ConceptClass:
    """Return all ``2^size`` functions on ``size`` points, in lexicographic order of their bits.

    Examples
    --------
    >>> all_functions(2).rows()
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    n = as_integer(size, "size", least=1)
    _matrix_fits(1 << n, n)
    return ConceptClass.from_matrix(list(product((0, 1), repeat=n)))


def subset_layer(ground: int, members: int) -> ConceptClass:
    """Return the class whose *columns* are all ``members``-subsets of ``ground`` hypotheses.

    Hypothesis h contains point S iff ``h`` is in ``S``: a class of ``ground`` concepts on ``C(ground, members)`` points
    (BBKN14, after Lemma 3.10).

    Examples
    --------
    >>> subset_layer(3, 2).point_names, subset_layer(3, 2).rows()
    (((0, 1), (0, 2), (1, 2)), [(1, 1, 0), (1, 0, 1), (0, 1, 1)])
    """
    k = as_integer(ground, "ground", least=1)
    s = as_integer(members, "members", least=0, most=k)
    _matrix_fits(k, comb(k, s))
    columns = list(combinations(range(k), s))
    return ConceptClass.from_matrix([[int(h in column) for column in columns] for h in range(k)], columns)


def thresholds(bits: int) -> ConceptClass:
    """Return ``Thr_b``: the thresholds ``t_a(x) = 1`` iff ``x >= a``, ``a = 0..2^bits - 1``, on ``2^bits`` points.

    Source: FX15, Section 3.1.  Unlike :func:`intervals`, no concept is constantly 0; the marked end is the upper one.

    >>> thresholds(1).matrix.tolist()
    [[1, 1], [0, 1]]
    """
    exponent = as_integer(bits, "bits", least=0)
    _matrix_fits(1 << exponent, 1 << exponent)
    return ConceptClass.from_matrix(np.triu(np.ones((1 << exponent, 1 << exponent), dtype=np.uint8)))


T3 = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])  # the smallest class with three thresholds


def lines(p: int) -> ConceptClass:
    """Return ``Line_p``: the ``p^2`` non-vertical lines ``{(x, y) : y = a x + b}`` of the plane over Z_p.

    Point ``(x, y)`` stands in column ``x p + y``, line ``(a, b)`` in row ``a p + b``; the names are these pairs.

    Parameters
    ----------
    p : int
        A prime: only then do two points with different x lie on exactly one line.

    Notes
    -----
    Source: FX15, Section 5.

    >>> lines(2).concept_names, lines(2).rows()[3]
    (((0, 0), (0, 1), (1, 0), (1, 1)), (0, 1, 1, 0))
    """
    _matrix_fits(as_prime(p) ** 2, p * p)
    plane = list(product(range(p), repeat=2))
    x, y = np.array(plane).T
    incidence = (np.outer(x, x) + y[:, None] - y[None, :]) % p == 0  # rows (a, b), columns (x, y): a x + b = y
    return ConceptClass.from_matrix(incidence, plane, plane)


def all_classes(points: int) -> Iterator[ConceptClass]:
    """Yield every non-empty concept class on a domain of the given size, ``2^(2^points) - 1`` of them.

    Raises
    ------
    TooLargeToEnumerate
        For more than 4 points (65,535 classes).

    Examples
    --------
    >>> [concepts.rows() for concepts in all_classes(1)]
    [[(0,)], [(1,)], [(0,), (1,)]]
    """
    n = as_integer(points, "points", least=1)
    if n > 4:
        raise TooLargeToEnumerate(f"the collection of classes on {n} points", f"2^{1 << n} - 1", (1 << 16) - 1)
    functions = list(product((0, 1), repeat=n))
    for chosen in range(1, 1 << len(functions)):
        yield ConceptClass.from_matrix([row for i, row in enumerate(functions) if chosen >> i & 1])
