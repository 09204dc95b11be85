"""The Perceptron, in exact arithmetic, and classes of labelings with a margin.

Definitions
-----------
Points are unit vectors with rational coordinates.  The Perceptron keeps a vector w, first 0; on a point x with label y
(1 or -1) it errs if ``y <w, x> <= 0`` (so a value of 0 counts as a mistake), and then adds ``y x`` to w.  The *margin*
of a labeling is the largest gamma for which a unit vector u has ``y_i <u, x_i> >= gamma`` for all points; it is the
distance of the origin from the convex hull of the vectors ``y_i x_i``.  The Perceptron makes at most ``1/gamma^2``
mistakes on any sequence of these points.

>>> perceptron_mistakes(basis(5), [1, -1, 1, 1, -1])
5
>>> margin_squared(basis(5), [1, -1, 1, 1, -1])
Fraction(1, 5)

Source: ABMS20, Section 2, footnote 3.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from privlearn.concepts import ConceptClass
from privlearn.exact import as_fraction, as_integer
from privlearn.exact.rationals import Number

Vector = tuple[Fraction, ...]


@cache
def basis(size: int) -> tuple[Vector, ...]:
    """Return the standard basis vectors ``e_1, ..., e_N``.

    Examples
    --------
    >>> basis(2) == ((1, 0), (0, 1))
    True
    """
    n = as_integer(size, "size", least=1)
    return tuple(tuple(Fraction(int(i == j)) for j in range(n)) for i in range(n))


def as_unit_vectors(points: Iterable[Sequence[Number]]) -> tuple[Vector, ...]:
    """Return the points as tuples of Fractions, or refuse a point that has not length 1.

    Examples
    --------
    >>> as_unit_vectors([(1, 1)])
    Traceback (most recent call last):
    ValueError: points must be unit vectors, got (1, 1)
    """
    vectors = tuple(tuple(as_fraction(value, "points") for value in point) for point in points)
    for vector in vectors:
        if sum(value * value for value in vector) != 1:
            raise ValueError(f"points must be unit vectors, got ({', '.join(map(str, vector))})")
    return vectors


def perceptron_mistakes(points: Sequence[Vector], labels: Sequence[int], rounds: Iterable[int] | None = None) -> int:
    """Return the number of mistakes on a sequence of rounds (numbers of points); by default every point once, in order.

    Examples
    --------
    >>> perceptron_mistakes(basis(2), [1, 1], [0, 0, 1])
    2
    """
    vectors = [[(i, value) for i, value in enumerate(point) if value] for point in points]
    w = [Fraction(0)] * len(points[0])
    mistakes = 0
    for k in range(len(points)) if rounds is None else rounds:
        if labels[k] * sum((w[i] * value for i, value in vectors[k]), Fraction(0)) <= 0:
            mistakes += 1
            for i, value in vectors[k]:
                w[i] += labels[k] * value
    return mistakes


def most_perceptron_mistakes(points: Sequence[Vector], labels: Sequence[int]) -> int:
    """Return the largest number of mistakes on any sequence of these points with these labels.

    Notes
    -----
    Rounds without a mistake change nothing, so it is a longest path in the graph of vectors w; for a labeling with a
    margin it is finite.  Cost: the vectors that can be reached, times points.

    Raises
    ------
    ValueError
        If no margin is positive: then the mistakes have no bound.

    Examples
    --------
    >>> most_perceptron_mistakes(basis(3), [1, 1, -1])
    3
    """
    signed = [tuple(y * value for value in x) for x, y in zip(points, labels, strict=True)]
    if not margin_squared(points, labels):
        raise ValueError(f"labels must have a positive margin, got {tuple(labels)}")

    @cache
    def longest(w: Vector) -> int:
        wrong = (x for x in signed if sum(a * b for a, b in zip(w, x, strict=True)) <= 0)
        return max((1 + longest(tuple(a + b for a, b in zip(w, x, strict=True))) for x in wrong), default=0)

    return longest(tuple(Fraction(0) for _ in points[0]))


def margin_squared(points: Sequence[Vector], labels: Sequence[int]) -> Fraction:
    """Return the square of the margin of a labeling, 0 if no vector separates strictly.

    Parameters
    ----------
    points : unit vectors, of the plane or a standard basis
    labels : sequence of 1 and -1

    Notes
    -----
    For a basis every labeling has margin ``1/sqrt(N)``.  In the plane the nearest point of a polygon lies on a segment
    between two corners.

    Raises
    ------
    ValueError
        For other points.
    """
    if tuple(points) == basis(len(points)):
        return Fraction(1, len(points))
    if any(len(point) != 2 for point in points):
        raise ValueError("points must lie in the plane or be a standard basis")
    signed = [tuple(y * value for value in x) for x, y in zip(points, labels, strict=True)]
    if _surrounds_origin(signed):
        return Fraction(0)
    return min(_distance_squared(p, q) for p, q in product(signed, repeat=2))


def _surrounds_origin(vectors: Sequence[Vector]) -> bool:
    """Tell whether no open half plane through the origin contains all vectors."""
    def cross(p: Vector, q: Vector) -> Fraction:
        return p[0] * q[1] - p[1] * q[0]

    extreme = (p for p in vectors if all(cross(p, q) > 0 or (cross(p, q) == 0 and _dot(p, q) > 0) for q in vectors))
    return next(extreme, None) is None  # a vector with all others less than half a turn to its left


def _dot(p: Vector, q: Vector) -> Fraction:
    return p[0] * q[0] + p[1] * q[1]


def _distance_squared(p: Vector, q: Vector) -> Fraction:
    """Return the squared distance of the origin from the segment between p and q."""
    d = (q[0] - p[0], q[1] - p[1])
    length = _dot(d, d)
    if length == 0:
        return _dot(p, p)
    s = min(max(-_dot(p, d) / length, Fraction(0)), Fraction(1))
    nearest = (p[0] + s * d[0], p[1] + s * d[1])
    return _dot(nearest, nearest)


def margin_class(points: Sequence[Vector], least_margin_squared: Fraction) -> ConceptClass:
    """Return the class of all labelings (as 0 and 1) of the points that have at least this margin.

    Examples
    --------
    >>> len(margin_class(basis(3), Fraction(1, 3))), len(margin_class(basis(3), Fraction(1, 2)))
    (8, 0)
    """
    if tuple(points) == basis(len(points)):
        enough = Fraction(1, len(points)) >= least_margin_squared
        rows = list(product((0, 1), repeat=len(points))) if enough else []
    else:
        rows = sorted(_halfplane_labelings(points))
        rows = [row for row in rows if margin_squared(points, [2 * bit - 1 for bit in row]) >= least_margin_squared]
    import numpy as np

    return ConceptClass.from_matrix(np.array(rows, dtype=np.uint8).reshape(len(rows), len(points)))


def _halfplane_labelings(points: Sequence[Vector]) -> set[tuple[int, ...]]:
    """Return all strict labelings by half planes through the origin: one for each gap between critical directions."""
    critical = [(s * -y, s * x) for x, y in points for s in (1, -1)]
    normals = [*critical, *((p[0] + q[0], p[1] + q[1]) for p, q in combinations(critical, 2))]
    labelings = set()
    for n in normals:
        values = [n[0] * x + n[1] * y for x, y in points]
        if all(values):
            labelings.add(tuple(int(value > 0) for value in values))
    return labelings
