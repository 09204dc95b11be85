"""How hyperplanes through the origin split a finite set of integer vectors: all splits, each with integer weights.

Definitions
-----------
Integer weights w *split* the vectors ``v_0, v_1, ...`` if no product ``w . v_i`` is 0; the *dichotomy* is the set of
all i with ``w . v_i > 0``, written as a bit mask (bit i for vector i).  Halfspaces and balls are dichotomies of lifted
points, see :mod:`~privlearn.concepts.geometric`.

:func:`linear_dichotomies` finds all of them.  The weights that agree weakly with a dichotomy form a pointed cone; an
extreme ray of it is orthogonal to r - 1 independent vectors, r being the rank.  So every dichotomy comes from a
hyperplane spanned by r - 1 of the vectors: off the hyperplane its sides decide, on it a dichotomy of rank r - 1 does,
and every combination of the two occurs, by weights M h + u with M large.

:func:`count_linear_dichotomies` counts them without listing any: with one vector v more there are as many new
dichotomies as the other vectors have after projection along v (deletion and contraction).

>>> sorted(linear_dichotomies([(1, 0), (0, 1)]))
[0, 1, 2, 3]
>>> count_linear_dichotomies([(1, 0), (0, 1), (1, 1)])
6
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, gcd

import numpy as np

from privlearn.exact import TooLargeToEnumerate, as_integer

LARGEST_VECTORS = 1 << 10
LARGEST_SPANS = 1 << 18  # sets of r - 1 vectors gone through
LARGEST_ENTRY = 1 << 10

Weights = tuple[int, ...]


def _vectors(vectors: Iterable[Sequence[int]]) -> list[Weights]:
    found = [tuple(as_integer(entry, "vectors") for entry in vector) for vector in vectors]
    if not found or len({len(vector) for vector in found}) != 1:
        raise ValueError(f"vectors must be at least one and of equal length, got lengths {[len(v) for v in found]}")
    if not all(any(vector) for vector in found):
        raise ValueError("vectors must not be 0: no hyperplane splits it off")
    return found


def _pivots(rows: Sequence[Weights]) -> list[int]:
    """Return columns on which the rows keep their rank, by fraction-free elimination."""
    rest, columns = [list(row) for row in rows], []
    for column in range(len(rows[0])):
        chosen = next((row for row in rest if row[column]), None)
        if chosen is None:
            continue
        columns.append(column)
        rest = [[chosen[column] * entry - row[column] * other for entry, other in zip(row, chosen, strict=True)]
                for row in rest if row is not chosen]
        rest = [[entry // common for entry in row] for row in rest if (common := gcd(*row))]
    return columns


def _normals(vectors: np.ndarray) -> np.ndarray:
    """Return the primitive normals, one for each hyperplane spanned by the vectors, shape (hyperplanes, r)."""
    rank = vectors.shape[1]
    rows = np.array(list(combinations(range(len(vectors)), rank - 1)), dtype=np.int64)
    minors: dict[tuple[int, ...], np.ndarray] = {(): np.ones(len(rows), dtype=np.int64)}
    for k in range(rank - 1):  # minors of the first k + 1 rows, by expansion along the last of them
        entry = vectors[rows[:, k]]
        minors = {columns: sum(((-1) ** (k + i) * entry[:, c] * minors[columns[:i] + columns[i + 1:]]
                                for i, c in enumerate(columns)), np.zeros(len(rows), dtype=np.int64))
                  for columns in combinations(range(rank), k + 1)}
    everything = tuple(range(rank))
    normal = np.stack([(-1) ** c * minors[everything[:c] + everything[c + 1:]] for c in range(rank)], axis=1)
    normal = normal[normal.any(axis=1)]
    normal //= np.gcd.reduce(normal, axis=1)[:, None]
    leading = np.take_along_axis(normal, (normal != 0).argmax(axis=1)[:, None], axis=1)
    return np.unique(normal * np.sign(leading), axis=0)


class _Splitter:
    """The recursion, with a memory of the splits of every set of vectors that lies on one hyperplane."""

    def __init__(self, vectors: list[Weights]):
        self.vectors = vectors
        self.width = len(vectors[0])
        self.array = np.array(vectors, dtype=np.int64)
        self.known: dict[tuple[int, ...], list[tuple[int, Weights, int]]] = {(): [(0, (0,) * self.width, 0)]}

    def splits(self, chosen: tuple[int, ...]) -> list[tuple[int, Weights, int]]:
        """Return ``(mask, weights, largest product with any vector)`` for all dichotomies of the chosen vectors."""
        if chosen not in self.known:
            found = self.across(chosen)
            weights = list(found.values())
            fits = max(abs(w) for row in weights for w in row) <= (1 << 60) // (LARGEST_ENTRY * self.width)
            exact = np.array(weights, dtype=np.int64 if fits else object)
            reaches = abs(exact @ self.array.T.astype(exact.dtype)).max(axis=1).tolist()
            self.known[chosen] = list(zip(found, weights, reaches, strict=True))
        return self.known[chosen]

    def across(self, chosen: tuple[int, ...]) -> dict[int, Weights]:
        """Return mask -> weights for all dichotomies of the chosen vectors, at least one."""
        columns = _pivots([self.vectors[i] for i in chosen])
        places = np.array(chosen)
        inner = self.array[np.ix_(chosen, columns)]
        normals = _normals(inner)
        products = normals @ inner.T
        found: dict[int, Weights] = {}
        wide = np.zeros((len(normals), self.width), dtype=np.int64)
        wide[:, columns] = normals
        above, below = self._masks(products > 0, places), self._masks(products < 0, places)
        for k, normal in enumerate(wide.tolist()):
            for mask, weights, reach in self.splits(tuple(places[products[k] == 0].tolist())):
                for side, scale in ((above[k], reach + 1), (below[k], -reach - 1)):
                    if side | mask not in found:
                        found[side | mask] = _primitive([scale * h + u for h, u in zip(normal, weights, strict=True)])
        return found

    def _masks(self, marked: np.ndarray, places: np.ndarray) -> list[int]:
        """Return, for each row of truth values over the places, the bit mask over all vectors."""
        wide = np.zeros((len(marked), len(self.vectors)), dtype=bool)
        wide[:, places] = marked
        return [int.from_bytes(row.tobytes(), "little") for row in np.packbits(wide, axis=1, bitorder="little")]


def _primitive(weights: Sequence[int]) -> Weights:
    common = gcd(*weights) or 1
    return tuple(w // common for w in weights)


def linear_dichotomies(vectors: Iterable[Sequence[int]]) -> dict[int, Weights]:
    """Return every dichotomy of the vectors with integer weights that show it.

    Parameters
    ----------
    vectors : sequence of integer vectors of equal length, none of them 0

    Returns
    -------
    dict
        Bit mask -> primitive integer weights w: ``w . v_i > 0`` where bit i is set, ``w . v_i < 0`` elsewhere.

    Raises
    ------
    TooLargeToEnumerate
        For more than 1,024 vectors, entries beyond 1,024, or more than 2^18 sets of r - 1 vectors, r the rank.

    Notes
    -----
    Complete (see the module).  Cost: one pass over the sets of r - 1 vectors, and a step for each hyperplane and each
    dichotomy on it.

    Examples
    --------
    >>> found = linear_dichotomies([(1, 0), (0, 1)])
    >>> len(found), found[0b11]
    (4, (1, 2))
    """
    listed = _vectors(vectors)
    if len(listed) > LARGEST_VECTORS:
        raise TooLargeToEnumerate("the set of vectors", len(listed), LARGEST_VECTORS)
    largest = max(abs(entry) for vector in listed for entry in vector)
    if largest > LARGEST_ENTRY:
        raise TooLargeToEnumerate("the range of the entries of vectors", largest, LARGEST_ENTRY)
    spans = comb(len(listed), len(_pivots(listed)) - 1)
    if spans > LARGEST_SPANS:
        raise TooLargeToEnumerate("the collection of sets that may span a hyperplane", spans, LARGEST_SPANS)
    return _Splitter(listed).across(tuple(range(len(listed))))


def is_dichotomy(mask: int, weights: Sequence[int], vectors: Iterable[Sequence[int]]) -> bool:
    """Verify that the weights are positive on exactly the vectors of the mask and negative on all others.

    Examples
    --------
    >>> is_dichotomy(0b01, (1, -1), [(1, 0), (0, 1)]), is_dichotomy(0b11, (1, -1), [(1, 0), (0, 1)])
    (True, False)
    """
    products = [sum(w * x for w, x in zip(weights, vector, strict=True)) for vector in vectors]
    return all(product > 0 if mask >> i & 1 else product < 0 for i, product in enumerate(products))


def count_linear_dichotomies(vectors: Iterable[Sequence[int]]) -> int:
    """Return the number of dichotomies of the vectors, by deletion and contraction.

    Notes
    -----
    Shares no code with :func:`linear_dichotomies`.  Cost: about ``n^(r-1) / (r-1)!`` projections for n vectors of
    length r.

    Examples
    --------
    >>> square = [(x, y, -1) for x in range(2) for y in range(2)]
    >>> count_linear_dichotomies(square), len(linear_dichotomies(square))
    (14, 14)
    """
    return _regions(frozenset(_direction(vector) for vector in _vectors(vectors)))


def general_position_dichotomies(vectors: int, rank: int) -> int:
    """Return ``2 (C(n-1, 0) + ... + C(n-1, r-1))``, the most dichotomies that n vectors of rank r can have.

    Notes
    -----
    Attained in general position: the recursion of deletion and contraction, solved for the worst case.

    >>> general_position_dichotomies(4, 3), len(linear_dichotomies([(x, y, -1) for x in range(2) for y in range(2)]))
    (14, 14)
    """
    n, r = as_integer(vectors, "vectors", least=1), as_integer(rank, "rank", least=1)
    return 2 * sum(comb(n - 1, i) for i in range(r))


def _direction(vector: Sequence[int]) -> Weights:
    """Return the primitive vector on the same line whose first entry other than 0 is positive."""
    common = gcd(*vector)
    if next((entry for entry in vector if entry), 0) < 0:
        common = -common
    return tuple(entry // common for entry in vector) if common else tuple(vector)


@lru_cache(maxsize=1 << 14)
def _regions(directions: frozenset[Weights]) -> int:
    vectors = list(directions)
    if len(vectors) <= 1 or len(vectors[0]) <= 2:
        return 2 * len(vectors) or 1
    total = 2
    for k in range(1, len(vectors)):
        v = vectors[k]
        p = next(i for i, entry in enumerate(v) if entry)
        total += _regions(frozenset(
            _direction([v[p] * u[i] - u[p] * v[i] for i in range(len(v)) if i != p]) for u in vectors[:k]))
    return total
