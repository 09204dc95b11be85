"""Sets given by equations: affine and linear subspaces, traces of flats on rational points, zero sets of polynomials.

Definitions
-----------
Points of the space over the field of a prime number q of elements are the vectors of n residues, in the order of
``itertools.product``.  An *affine subspace* of dimension d is a linear one of d independent directions, moved; points
are those of dimension 0, and the empty set is none.  The *zero set* of a polynomial is where it vanishes.  Both kinds
of sets are concepts here: 1 on the set, 0 off it.

>>> affine_subspaces(2, 1, 1).matrix.tolist()
[[1, 0], [0, 1], [1, 1]]
>>> zero_sets(3, 1, 1).matrix.tolist()
[[1, 0, 0], [0, 0, 0], [0, 0, 1], [0, 1, 0]]

Source: ABMS20, Section 1 (Littlestone classes).
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import prod

import numpy as np

from privlearn.concepts.concept_class import ConceptClass
from privlearn.exact import TooLargeToEnumerate, as_fraction, as_integer
from privlearn.exact.primes import as_prime

LARGEST_SPACE = 1 << 10  # points
LARGEST_COUNT = 1 << 16  # polynomials


def vectors(q: int, n: int) -> np.ndarray:
    """Return the points of the space, shape (q^n, n).

    Examples
    --------
    >>> vectors(2, 2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    prime, length = as_prime(q, "q"), as_integer(n, "n", least=1)
    if prime**length > LARGEST_SPACE:
        raise TooLargeToEnumerate("the points of the space", f"{prime}^{length}", LARGEST_SPACE)
    return np.array(list(product(range(prime), repeat=length)), dtype=np.int64)


def affine_subspaces(q: int, n: int, dimension: int, *, least: int = 0, linear: bool = False) -> ConceptClass:
    """Return the affine (or the linear) subspaces of the dimensions from ``least`` to ``dimension``.

    Parameters
    ----------
    q : int
        A prime, the number of elements of the field.
    n : int
        Dimension of the space, at least 1; ``q^n`` at most 1024.
    dimension, least : int
        ``0 <= least <= dimension <= n``.
    linear : bool
        Only those that contain the origin.

    Raises
    ------
    ValueError
        If q is not a prime or a dimension is out of range.
    TooLargeToEnumerate
        If the space is too large.

    Notes
    -----
    Concepts are ordered by dimension.  Cost: for each linear subspace, one span for each point outside it.

    Examples
    --------
    >>> [len(affine_subspaces(3, 2, d)) for d in (0, 1, 2)], len(affine_subspaces(3, 2, 1, least=1))
    ([9, 21, 22], 12)
    >>> affine_subspaces(2, 2, 1, linear=True).matrix.tolist()
    [[1, 0, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 1]]
    """
    space = vectors(q, n)
    d = as_integer(dimension, "dimension", least=0, most=n)
    first = as_integer(least, "least", least=0, most=d)
    plus = ((space[:, None, :] + space[None, :, :]) % q) @ q ** np.arange(n - 1, -1, -1)
    layer = [np.array([0])]
    rows = []
    for k in range(d + 1):
        if k >= first:
            rows += _translates(layer, plus, linear)
        layer = _one_dimension_more(layer, plus, q)
    return ConceptClass.from_matrix(np.array(rows, dtype=np.uint8))


def _one_dimension_more(layer: list[np.ndarray], plus: np.ndarray, q: int) -> list[np.ndarray]:
    """Return the linear subspaces of one dimension more, as sorted arrays of point numbers."""
    found: dict[bytes, np.ndarray] = {}
    for subspace in layer:
        outside = np.ones(len(plus), dtype=bool)
        outside[subspace] = False
        for v in range(len(plus)):
            if outside[v]:
                parts, multiple = [subspace], v
                for _ in range(q - 1):
                    parts.append(plus[subspace, multiple])
                    multiple = int(plus[multiple, v])
                span = np.sort(np.concatenate(parts))
                outside[span] = False  # its other points span the same
                found.setdefault(span.tobytes(), span)
    return sorted(found.values(), key=lambda span: span.tolist())


def _translates(layer: list[np.ndarray], plus: np.ndarray, linear: bool) -> list[np.ndarray]:
    """Return the indicators of the subspaces, and of what they become when moved."""
    rows = []
    for subspace in layer:
        outside = np.ones(len(plus), dtype=bool)
        for v in range(len(plus)) if not linear else (0,):
            if outside[v]:
                row = np.zeros(len(plus), dtype=np.uint8)
                row[plus[subspace, v]] = 1
                outside &= row == 0
                rows.append(row)
    return rows


def affine_frame(q: int, n: int, size: int) -> tuple[int, ...]:
    """Return the numbers of the origin and of the first unit vectors: ``size`` affinely independent points.

    Examples
    --------
    >>> affine_frame(3, 2, 3)
    (0, 1, 3)
    """
    many = as_integer(size, "size", least=0, most=n + 1)
    return (0, *(as_prime(q, "q")**i for i in range(n)))[:many]


def traces_of_flats(points: Iterable[Sequence[Fraction | int]], dimension: int) -> ConceptClass:
    """Return what the affine subspaces of at most this dimension cut out of finitely many points over the rationals.

    Parameters
    ----------
    points : sequence of vectors
        Different rational vectors of one length n, at least one.
    dimension : int
        ``0 <= dimension < n``: some subspace of each dimension then misses all further points.

    Notes
    -----
    A trace is the empty set, or all points in the affine hull of at most ``dimension + 1`` of them.  Cost: a Gaussian
    elimination for each such choice and point.

    Examples
    --------
    >>> traces_of_flats([(0, 0), (1, 1), (2, 2)], 1).matrix.tolist()
    [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]
    """
    listed = [tuple(as_fraction(entry, "points") for entry in point) for point in points]
    if not listed or len(set(listed)) < len(listed) or len({len(point) for point in listed}) > 1:
        raise ValueError(f"points must be different vectors of one length, at least one, got {listed!r}")
    d = as_integer(dimension, "dimension", least=0, most=len(listed[0]) - 1)
    told_apart = [i for i, entries in enumerate(zip(*listed, strict=True)) if len(set(entries)) > 1]
    seen = [[point[i] for i in told_apart] for point in listed]  # an entry common to all does not matter
    rows = [[0] * len(seen)]
    for size in range(1, d + 2):
        for chosen in combinations(seen, size):
            rows.append([int(_in_hull(chosen, point)) for point in seen])
    return ConceptClass.from_matrix(rows)


def _in_hull(chosen: Sequence[Sequence[Fraction]], point: Sequence[Fraction]) -> bool:
    """Decide whether a point lies in the affine hull of others."""
    directions = [[a - b for a, b in zip(other, chosen[0], strict=True)] for other in chosen[1:]]
    return _rank([*directions, [a - b for a, b in zip(point, chosen[0], strict=True)]]) == _rank(directions)


def _rank(rows: list[list[Fraction]]) -> int:
    """Return the rank, by elimination."""
    left, rank = [row for row in rows if any(row)], 0
    while left:
        pivot = left.pop()
        column = next(i for i, entry in enumerate(pivot) if entry)
        left = [[a - row[column] / pivot[column] * b for a, b in zip(row, pivot, strict=True)] for row in left]
        left = [row for row in left if any(row)]
        rank += 1
    return rank


def monomials(variables: int, degree: int) -> list[tuple[int, ...]]:
    """Return the exponents of the monomials of at most this total degree, the constant first.

    Examples
    --------
    >>> monomials(2, 1), len(monomials(2, 2))
    ([(0, 0), (1, 0), (0, 1)], 6)
    """
    n, most = as_integer(variables, "variables", least=1), as_integer(degree, "degree", least=0)
    return [tuple(chosen.count(i) for i in range(n)) for size in range(most + 1)
            for chosen in combinations_with_replacement(range(n), size)]


def zero_sets(p: int, variables: int, degree: int, *, zero_polynomial: bool = False) -> ConceptClass:
    """Return the zero sets of the polynomials of at most this total degree over the field of p elements.

    Parameters
    ----------
    p : int
        A prime.
    variables, degree : int
        At least 1 and at least 0; the number of polynomials is limited.
    zero_polynomial : bool
        Also the polynomial without any term, which vanishes everywhere.

    Raises
    ------
    ValueError
        If p is not a prime or a number is out of range.
    TooLargeToEnumerate
        If there are too many polynomials or points.

    Notes
    -----
    Multiples have the same zero set; one polynomial of each line is taken.  For a degree of p or more a polynomial
    other than 0 can vanish everywhere.

    Examples
    --------
    >>> [len(zero_sets(5, 1, degree)) for degree in (0, 1, 2)], len(zero_sets(5, 1, 2, zero_polynomial=True))
    ([1, 6, 16], 17)
    """
    space, terms = vectors(p, variables), monomials(variables, degree)
    if p ** len(terms) > LARGEST_COUNT:
        raise TooLargeToEnumerate("the polynomials", f"{p}^{len(terms)}", LARGEST_COUNT)
    values = np.array([[prod(int(x) ** e for x, e in zip(point, term, strict=True)) % p for point in space]
                       for term in terms])
    coefficients = [c for c in product(range(p), repeat=len(terms)) if next((a for a in c if a), 1) == 1]
    rows = np.array(coefficients) @ values % p == 0
    return ConceptClass.from_matrix(rows if zero_polynomial else rows[1:])
