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

from __future__ import annotations

from itertools import combinations, product
from math import comb

import numpy as np

from privlearn.concepts.concept_class import ConceptClass
from privlearn.exact.errors import TooLargeToEnumerate
from privlearn.exact.rationals import as_integer

LARGEST_MATRIX = 1 << 28  # entries


def _matrix_fits(concepts: int, points: int) -> None:
    if concepts * points > LARGEST_MATRIX:
        raise TooLargeToEnumerate("the matrix of the class", f"{concepts} x {points}", LARGEST_MATRIX)


def point_functions(size: int) -> ConceptClass:
    """Return the ``size`` point functions on a domain of any size, ``c_j(x) = 1`` iff ``x = j``."""
    n = as_integer(size, "size", least=1)
    _matrix_fits(n, n)
    return ConceptClass.from_matrix(np.eye(n, dtype=np.uint8))


def points(d: int) -> ConceptClass:
    """Return ``POINT_d``: the ``2^d`` point functions on ``2^d`` points (BBKN14, Definition 3.3)."""
    exponent = as_integer(d, "d", least=0)
    _matrix_fits(1 << exponent, 1 << exponent)
    return point_functions(1 << exponent)


def initial_segments(size: int) -> ConceptClass:
    """Return the ``size + 1`` initial segments of a domain, ``c_j(x) = 1`` iff ``x < j``, ``j = 0..size``."""
    n = as_integer(size, "size", least=1)
    _matrix_fits(n + 1, n)
    return ConceptClass.from_matrix(np.tri(n + 1, n, -1, dtype=np.uint8))


def intervals(d: int) -> ConceptClass:
    """Return ``INTERVAL_d``: the ``2^d + 1`` initial segments of ``2^d`` points (BBKN14, Definition 5.1)."""
    exponent = as_integer(d, "d", least=0)
    _matrix_fits((1 << exponent) + 1, 1 << exponent)
    return initial_segments(1 << exponent)


def all_functions(size: int) -> ConceptClass:
    """Return all ``2^size`` functions on ``size`` points, in lexicographic order of their bits."""
    n = as_integer(size, "size", least=1)
    _matrix_fits(1 << n, n)
    return ConceptClass.from_matrix(list(product((0, 1), repeat=n)))


def subset_layer(ground: int, members: int) -> ConceptClass:
    """Return the class whose *columns* are all ``members``-subsets of ``ground`` hypotheses.

    Hypothesis h contains point S iff ``h`` is in ``S``: a class of ``ground`` concepts on ``C(ground, members)`` points
    (BBKN14, after Lemma 3.10).
    """
    k = as_integer(ground, "ground", least=1)
    s = as_integer(members, "members", least=0, most=k)
    _matrix_fits(k, comb(k, s))
    columns = list(combinations(range(k), s))
    return ConceptClass.from_matrix([[int(h in column) for column in columns] for h in range(k)], columns)
