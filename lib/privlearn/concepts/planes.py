"""Finite fields, projective planes and affine planes of prime power order.

Definitions
-----------
The field of ``q = p^n`` elements consists of ``0..q-1``, read as polynomials with coefficients mod p (digits to base
p, lowest first) modulo an irreducible polynomial of degree n; its tables are found by search.  The *projective plane*
of order q has the vectors over the field whose first non-zero coordinate is 1 as points and as lines, in the order
(1, y, z), (0, 1, z), (0, 0, 1); a point lies on a line if their dot product is 0.  Each of its ``q^2 + q + 1`` lines
has ``q + 1`` points, and any two lines meet in exactly one point.  The *affine plane* is what is left after deleting
one line with its points.

>>> plane_lines(2).tolist()[0]
[4, 5, 6]
"""

from functools import lru_cache
from itertools import product

import numpy as np

from privlearn.concepts.concept_class import ConceptClass
from privlearn.exact import TooLargeToEnumerate, as_integer
from privlearn.exact.formulas import Value, formula
from privlearn.exact.primes import is_prime_power, prime_power

LARGEST_ORDER = 128
LARGEST_MATRIX = (LARGEST_ORDER**2 + LARGEST_ORDER + 1) ** 2


@lru_cache(maxsize=64)
def field_tables(order: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the addition and the multiplication table of the field, each of shape (q, q).

    Notes
    -----
    A monic polynomial of degree n is accepted as modulus when the product has no zero divisors, which makes the ring a
    field.  Cost: O(q^2 n^2) for each modulus tried.

    Examples
    --------
    >>> addition, multiplication = field_tables(4)
    >>> int(multiplication[2, 3]), int(addition[2, 3])  # x (x + 1) = 1 and x + (x + 1) = 1
    (1, 1)
    """
    p, n = prime_power(order)
    if order > LARGEST_ORDER:
        raise TooLargeToEnumerate("the matrix of the class of lines", (order**2 + order + 1) ** 2, LARGEST_MATRIX)
    if n == 1:
        line = np.arange(p)
        return np.add.outer(line, line) % p, np.multiply.outer(line, line) % p
    digits = np.array([[k // p**i % p for i in range(n)] for k in range(order)])
    weights = p ** np.arange(n)
    addition = (digits[:, None] + digits[None]) % p @ weights
    for low in product(range(p), repeat=n):
        table = _reduced_products(digits, np.array(low), p) @ weights
        if (table[1:, 1:] != 0).all():
            return addition, table
    raise AssertionError("there is an irreducible polynomial of every degree")


def _reduced_products(digits: np.ndarray, low: np.ndarray, p: int) -> np.ndarray:
    """Multiply all pairs of polynomials modulo ``x^n + low``; shape (q, q, n)."""
    q, n = digits.shape
    raw = np.zeros((q, q, 2 * n - 1), dtype=np.int64)
    for i, j in product(range(n), repeat=2):
        raw[:, :, i + j] += np.multiply.outer(digits[:, i], digits[:, j])
    for degree in range(2 * n - 2, n - 1, -1):  # x^degree = -low x^(degree - n)
        raw[:, :, degree - n:degree] -= raw[:, :, degree, None] % p * low
    return raw[:, :, :n] % p


def _coordinates(q: int) -> list[tuple[int, int, int]]:
    return [(1, y, z) for y in range(q) for z in range(q)] + [(0, 1, z) for z in range(q)] + [(0, 0, 1)]


@lru_cache(maxsize=16)
def plane_lines(order: int) -> np.ndarray:
    """Return the points of every line of the projective plane, shape ``(q^2 + q + 1, q + 1)``, sorted, read-only.

    Parameters
    ----------
    order : int
        A prime power up to 128.

    Notes
    -----
    Guarantee: any two lines share exactly one point, any two points exactly one line.  Cost: O(q^4) table look-ups.

    References
    ----------
    BBKN14, Section 4.1 (after Hughes and Piper 1973).

    Examples
    --------
    >>> plane_lines(2).shape, plane_lines(3).shape
    ((7, 3), (13, 4))
    """
    addition, multiplication = field_tables(order)
    q = order
    vectors = np.array(_coordinates(q))
    lines = []
    for a, b, c in vectors:
        first, second, third = (multiplication[f, vectors[:, i]] for i, f in enumerate((a, b, c)))
        lines.append(np.flatnonzero(addition[addition[first, second], third] == 0))
    found = np.array(lines)
    found.setflags(write=False)
    return found


def projective_plane_lines(order: int) -> ConceptClass:
    """Return the lines of the projective plane as a class of ``q^2 + q + 1`` sets, for every prime power q.

    Points and lines are named by their coordinates.

    Examples
    --------
    >>> projective_plane_lines(2).matrix.sum(axis=0).tolist()
    [3, 3, 3, 3, 3, 3, 3]
    """
    lines, names = plane_lines(order), _coordinates(order)
    return ConceptClass.from_matrix(incidence(lines, len(lines)), names, names)


def affine_plane(order: int) -> ConceptClass:
    """Return the ``q^2 + q`` lines of the affine plane on ``q^2`` points; parallel lines are disjoint.

    Examples
    --------
    >>> len(affine_plane(3)), affine_plane(3).size
    (12, 9)
    """
    lines = plane_lines(order)
    matrix = incidence(lines, len(lines))
    return ConceptClass.from_matrix(np.delete(matrix[:-1], lines[-1], axis=1))


def incidence(lines: np.ndarray, size: int) -> np.ndarray:
    """Return the 0/1 array of shape (lines, size) of sets given by their points, all of the same number.

    Examples
    --------
    >>> incidence(np.array([[0, 2], [1, 2]]), size=3).tolist()
    [[1, 0, 1], [0, 1, 1]]
    """
    matrix = np.zeros((len(lines), size), dtype=np.uint8)
    np.put_along_axis(matrix, lines, 1, axis=1)
    return matrix


@formula("equals", where=("order >= 1",), corners={"order": (2, 3, 4, 9, 31)}, tex={"order": "q"},
         loose={"order >= 1": "no field has fewer than two elements"})
def plane_points(order: int) -> Value:
    """Return ``q^2 + q + 1``, the number of points and of lines of a projective plane of order q.

    Examples
    --------
    >>> plane_points(2)
    7
    """
    return order**2 + order + 1


def smallest_order(points: int) -> int:
    """Return the least prime power q whose plane has at least this many points.

    Examples
    --------
    >>> smallest_order(14), plane_points(smallest_order(14))
    (4, 21)
    """
    need, q = as_integer(points, "points", least=1), 2
    while plane_points(q) < need or not is_prime_power(q):
        q += 1
    return q
