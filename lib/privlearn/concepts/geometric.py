"""Boxes, halfspaces and balls on an integer grid.

Definitions
-----------
``I_b = {0, ..., 2^b - 1}``; the grid ``I_b^d`` is listed in lexicographic order, and each point is named by its
coordinates.  A *box* is ``{x : s_i <= x_i <= t_i for all i}``, the empty set included.  A *halfspace* is
``{x : w . x >= theta}``; a *ball* is ``{x : |x - c|^2 <= r^2}``, with any real centre and radius.  A class holds the
traces on the grid, each once, named by parameters that show it.

A halfspace is a dichotomy of the vectors ``(x, -1)``.  A ball is a dichotomy of ``(x, |x|^2, -1)`` with a negative
weight on ``|x|^2``, that is, one that puts one more vector, ``(0, 1, 0)``, on its negative side.

>>> halfspaces(1, 1).rows(), halfspaces(1, 1).concept_names[2]
([(0, 0), (1, 0), (0, 1), (1, 1)], ((2,), 1))
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from privlearn.concepts.concept_class import ConceptClass
from privlearn.concepts.dichotomies import LARGEST_VECTORS, linear_dichotomies
from privlearn.exact import TooLargeToEnumerate, as_integer

LARGEST_MATRIX = 1 << 28  # entries

Point = tuple[int, ...]


def grid(bits: int, dimension: int) -> list[Point]:
    """Return the points of ``I_b^d``, ``2^(bits dimension)`` of them, in lexicographic order.

    >>> grid(1, 2)
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    b, d = as_integer(bits, "bits", least=1), as_integer(dimension, "dimension", least=1)
    if b * d > 20:
        raise TooLargeToEnumerate("the grid", f"2^{b * d}", 1 << 20)
    return list(product(range(1 << b), repeat=d))


def boxes(bits: int, dimension: int) -> ConceptClass:
    """Return ``BOX_b^d``: the empty set first, then ``(2^(b-1) (2^b + 1))^d`` boxes, named ``(s, t)``.

    Parameters
    ----------
    bits, dimension : int
        At least 1.

    Notes
    -----
    The empty set is named by ``s = (1, ..., 1)``, ``t = (0, ..., 0)``.  Source: FX15, Section 4.1.

    >>> boxes(1, 1).matrix.tolist(), boxes(1, 1).concept_names[:2]
    ([[0, 0], [1, 0], [1, 1], [0, 1]], (((1,), (0,)), ((0,), (0,))))
    """
    points = grid(bits, dimension)
    ends = [(s, t) for s in range(1 << bits) for t in range(s, 1 << bits)]
    if (1 + len(ends) ** dimension) * len(points) > LARGEST_MATRIX:
        raise TooLargeToEnumerate("the matrix of the class", f"(1 + {len(ends)}^{dimension}) x {len(points)}",
                                  LARGEST_MATRIX)
    sides = np.array([[s <= x <= t for x in range(1 << bits)] for s, t in ends], dtype=np.uint8)
    matrix = np.ones((1, 1), dtype=np.uint8)
    for _ in range(dimension):
        matrix = np.kron(matrix, sides)
    names = [((1,) * dimension, (0,) * dimension)]
    names += [tuple(zip(*chosen, strict=True)) for chosen in product(ends, repeat=dimension)]  # type: ignore[misc]
    return ConceptClass.from_matrix(np.vstack([np.zeros((1, len(points)), dtype=np.uint8), matrix]), points, names)


def _from_masks(masks: Sequence[int], points: Sequence[Point], names: Sequence[Any]) -> ConceptClass:
    """Return the class of the sets given by bit masks (bit i for point i)."""
    width = (len(points) + 7) // 8
    raw = np.frombuffer(b"".join(mask.to_bytes(width, "little") for mask in masks), dtype=np.uint8)
    matrix = np.unpackbits(raw.reshape(len(masks), width), axis=1, bitorder="little")[:, :len(points)]
    return ConceptClass.from_matrix(matrix, points, names)


def _enumerable(bits: int, dimension: int) -> list[Point]:
    points = grid(bits, dimension)
    if len(points) >= LARGEST_VECTORS:
        raise TooLargeToEnumerate("the grid", len(points), LARGEST_VECTORS - 1)
    return points


@lru_cache(maxsize=16)
def halfspaces(bits: int, dimension: int) -> ConceptClass:
    """Return ``HS_b^d``: all traces of halfspaces on ``I_b^d``, named ``(w, theta)`` with integers, by increasing size.

    Parameters
    ----------
    bits, dimension : int
        At least 1.

    Returns
    -------
    ConceptClass
        Concept ``(w, theta)`` is 1 at x iff ``w . x >= theta``; no grid point has ``w . x = theta``.

    Raises
    ------
    TooLargeToEnumerate
        Beyond 2^18 sets of d grid points: (5, 2), (3, 3), (2, 4) and (1, 6) are too large.

    Notes
    -----
    Cost: (3, 2) and (1, 4) a tenth of a second, (4, 2) and (2, 3) some seconds.  Source: FX15, Section 4.1.

    >>> [len(halfspaces(1, d)) for d in (1, 2, 3)]
    [4, 14, 104]
    """
    points = _enumerable(bits, dimension)
    found = linear_dichotomies([(*x, -1) for x in points])
    masks = sorted(found, key=lambda mask: (mask.bit_count(), mask))
    return _from_masks(masks, points, [(found[mask][:-1], found[mask][-1]) for mask in masks])


@lru_cache(maxsize=16)
def balls(bits: int, dimension: int) -> ConceptClass:
    """Return ``BALL_b^d``: all traces of Euclidean balls on ``I_b^d``, named ``(centre, squared radius)``.

    Parameters
    ----------
    bits, dimension : int
        At least 1.

    Returns
    -------
    ConceptClass
        Concept ``(c, r2)``, entries Fractions, is 1 at x iff ``|x - c|^2 <= r2``; by increasing size, empty set first.

    Raises
    ------
    TooLargeToEnumerate
        Beyond 2^18 sets of d + 1 points: (4, 2), (2, 3) and (1, 5) are too large.

    Notes
    -----
    Source: FX15, Section 4.1.

    >>> [len(balls(1, d)) for d in (1, 2, 3)]
    [4, 14, 104]
    >>> centre, squared_radius = balls(1, 1).concept_names[1]
    >>> [(x - centre[0]) ** 2 <= squared_radius for x in (0, 1)]
    [True, False]
    """
    points = _enumerable(bits, dimension)
    far = (*(0,) * dimension, 1, 0)
    found = linear_dichotomies([*((*x, sum(c * c for c in x), -1) for x in points), far])
    masks = sorted((mask for mask in found if not mask >> len(points)), key=lambda mask: (mask.bit_count(), mask))
    return _from_masks(masks, points, [_ball(found[mask]) if mask else ((Fraction(1, 2),) * dimension, Fraction(0))
                                       for mask in masks])


def _ball(weights: Sequence[int]) -> tuple[tuple[Fraction, ...], Fraction]:
    """Return centre and squared radius of ``{x : w . x + u |x|^2 >= theta}``, weights (w, u, theta), u < 0."""
    *direction, u, theta = weights
    centre = tuple(Fraction(w, -2 * u) for w in direction)
    return centre, sum((c * c for c in centre), Fraction(0)) - Fraction(theta, -u)


def is_halfspace(row: Sequence[int], weights: Sequence[int], threshold: int, points: Sequence[Point]) -> bool:
    """Verify that ``row[i]`` is 1 exactly where ``weights . points[i] >= threshold``.

    >>> is_halfspace((0, 1, 1, 1), (1, 1), 1, grid(1, 2))
    True
    """
    return len(row) == len(points) and all(
        bool(bit) == (sum(w * c for w, c in zip(weights, x, strict=True)) >= threshold)
        for bit, x in zip(row, points, strict=True))


def is_ball(row: Sequence[int], centre: Sequence[Fraction], squared_radius: Fraction,
            points: Sequence[Point]) -> bool:
    """Verify that the ball is real and ``row[i]`` is 1 exactly where ``|points[i] - centre|^2 <= squared_radius``.

    >>> is_ball((1, 0, 0, 0), (Fraction(0), Fraction(0)), Fraction(1, 2), grid(1, 2))
    True
    """
    return squared_radius >= 0 and len(row) == len(points) and all(
        bool(bit) == (sum((a - c) ** 2 for a, c in zip(x, centre, strict=True)) <= squared_radius)
        for bit, x in zip(row, points, strict=True))
