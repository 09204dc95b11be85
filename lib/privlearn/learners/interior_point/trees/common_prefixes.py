"""A database as its sorted distinct points and their longest common prefixes: the binary tree without the tree.

Definitions
-----------
Let ``v_0 < ... < v_{m-1}`` be the distinct points of a multiset in ``0..2^bits - 1``.  ``before[i]`` counts the
elements below ``v_i`` (``before[m]`` all of them), and ``common[i]`` is the length of the longest common prefix of
``v_i`` and ``v_{i+1}``.  A node of the tree that contains points is an interval ``i..j-1`` of them; two of them part
where the least of ``common[i..j-2]`` stands, at exactly one place: there the bit of that depth changes from 0 to 1.

Points come in three kinds: 64-bit words in an array; Python integers of any length; and *sparse* points, given by the
numbers of their set bits, for domains in which one written-out point would take a hundred kilobytes.

>>> sorted_points([6, 1, 7, 6], bits=3).before.tolist(), sorted_points([6, 1, 7, 6], bits=3).common.tolist()
([0, 1, 3, 4], [0, 2])

Source: the printed algorithm builds the tree; this form of it is ours.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from privlearn.exact import as_integer
from privlearn.mechanisms.columns import Array, number_of_rows

WORD = 64
CHUNK = 1 << 16  # words looked at together: what is made of them on the way stays small


@dataclass(frozen=True)
class SparsePoints:
    """Points of a huge domain, each the sum of ``2^e`` over few different exponents ``e``.

    Attributes
    ----------
    exponents : integer array, shape (points, most set bits)
        One point in each row; -1 fills rows with fewer set bits (a row of -1 alone is the point 0).

    Examples
    --------
    >>> SparsePoints(np.array([[0, 1000], [5, -1]])).exponents.tolist()
    [[1000, 0], [5, -1]]
    """

    exponents: Array

    def __post_init__(self) -> None:
        given = np.asarray(self.exponents)
        if given.ndim != 2 or given.dtype.kind not in "iu":
            raise ValueError("exponents must be a two-dimensional array of integers, "
                             f"got shape {given.shape} of {given.dtype}")
        if given.size and (given.min() < -1 or given.max() >= 1 << 62):
            raise ValueError("exponents must be at least -1 and below 2^62")
        rows = -np.sort(-given.astype(np.int64), axis=1)
        if ((rows[:, 1:] == rows[:, :-1]) & (rows[:, 1:] >= 0)).any():
            raise ValueError("exponents must be different within each row: a bit is set once")
        if rows.shape[1] == 0:
            rows = np.full((len(rows), 1), -1, dtype=np.int64)
        object.__setattr__(self, "exponents", rows)

    def __len__(self) -> int:
        return len(self.exponents)


class SortedPoints:
    """A multiset of points in order; build it with :func:`sorted_points`.

    Attributes
    ----------
    bits : int
        The domain is ``0..2^bits - 1``.
    before : int64 array of length m + 1
        How many elements precede each of the m distinct points.
    common : array of length m - 1 (0 for m = 0), int8 where the domain has words, else int64
        Lengths of the common prefixes of neighbouring distinct points.
    """

    def __init__(self, bits: int, distinct: Any, before: Array, common: Array):
        self.bits, self.before, self.common, self._distinct = bits, before, common, distinct

    @property
    def size(self) -> int:
        """The number of elements, repetitions included."""
        return int(self.before[-1])

    def __len__(self) -> int:
        """Return the number m of distinct points."""
        return len(self.before) - 1

    def value(self, i: int) -> int:
        """Return the i-th smallest distinct point as an integer."""
        point = self._distinct[i]
        return sum(1 << int(e) for e in point if e >= 0) if isinstance(point, np.ndarray) else int(point)

    def part(self, i: int, j: int, before: Array) -> SortedPoints:
        """Return the distinct points ``i..j-1`` with other numbers of elements before them, ``before[0] = 0``.

        Examples
        --------
        >>> part = sorted_points([1, 6, 7], bits=3).part(1, 3, np.array([0, 5, 9]))
        >>> part.value(0), part.size, part.common.tolist()
        (6, 9, [2])
        """
        return SortedPoints(self.bits, self._distinct[i:j], before, self.common[i:max(i, j - 1)])

    def smaller(self, x: int) -> int:
        """Return how many distinct points are smaller than the integer ``x`` of any length."""
        return bisect_left(range(len(self)), x, key=self.value)

    def interior_score(self, x: int) -> int:
        """Return ``min(#{s <= x}, #{s >= x})``.

        Examples
        --------
        >>> [sorted_points([1, 1, 3], bits=2).interior_score(x) for x in range(4)]
        [0, 2, 1, 1]
        """
        i = self.smaller(x)
        hit = i < len(self) and self.value(i) == x
        return min(int(self.before[i + hit]), self.size - int(self.before[i]))

    def branching(self, i: int, j: int) -> tuple[int, int]:
        """Return the depth at which the distinct points ``i..j-1`` part, and the first that goes right.

        At least two points are needed.

        Examples
        --------
        >>> sorted_points([1, 6, 7], bits=3).branching(0, 3)
        (0, 1)
        """
        if not 0 <= i <= j - 2 <= len(self) - 2:
            raise ValueError(f"i and j must enclose at least two of the {len(self)} points, got {i} and {j}")
        place = i + int(self.common[i:j - 1].argmin())
        return int(self.common[place]), place + 1


def bit_lengths(words: Array) -> Array:
    """Return ``x.bit_length()`` for an array of unsigned 64-bit words.

    A double holds 53 bits, so the logarithm of a whole word is wrong next to powers of two; each half is exact.

    Examples
    --------
    >>> bit_lengths(np.array([0, 1, 2**53 - 1, 2**63 - 1, 2**64 - 1], dtype=np.uint64)).tolist()
    [0, 1, 53, 63, 64]
    """
    lengths = np.empty(len(words), dtype=np.int8)  # a million points need as few bytes as they can
    for start in range(0, len(words), CHUNK):
        part = words[start:start + CHUNK]
        high, low = part >> np.uint64(32), part & np.uint64(0xFFFFFFFF)
        found = [np.frexp(half.astype(np.float64))[1] for half in (high, low)]  # exact: 32 bits each
        lengths[start:start + CHUNK] = np.where(high > 0, found[0] + 32, found[1])
    return lengths


def sorted_points(database: Any, bits: int) -> SortedPoints:
    """Return a database in sorted form, whatever the order and the kind of its points.

    Parameters
    ----------
    database : integer array, sequence of int, or SparsePoints
        All points in ``0..2^bits - 1``; may be empty.
    bits : int
        At least 0.

    Raises
    ------
    ValueError
        If a point is no integer (booleans and floats are refused, also among integers) or lies outside the domain.

    Notes
    -----
    Cost: a sort, and O(1) words for each element beside the points themselves.
    """
    size = as_integer(bits, "bits", least=0)
    if isinstance(database, SortedPoints):
        if database.bits != size:
            raise ValueError(f"bits must be {database.bits}, as in the sorted points, got {size}")
        return database
    if isinstance(database, SparsePoints):
        return _from_sparse(database.exponents, size)
    if isinstance(database, np.ndarray) and database.dtype != object:
        return _from_array(database, size)
    points = _listed(database)
    if size <= WORD:
        _check_range(min(points, default=0), max(points, default=0), size)
        return _from_words(np.array(points, dtype=np.uint64), size)
    return _from_integers(points, size)


def from_runs(values: Array, counts: Array, bits: int) -> SortedPoints:
    """Return the multiset of increasing 64-bit ``values`` with positive ``counts``.

    Examples
    --------
    >>> from_runs(np.array([2, 5]), np.array([3, 1]), bits=3).before.tolist()
    [0, 3, 4]
    """
    words = np.asarray(values).astype(np.uint64)
    before = np.concatenate(([0], np.cumsum(counts, dtype=np.int64))).astype(np.int64)
    return SortedPoints(bits, words, before, _common(bit_lengths(words[1:] ^ words[:-1]), bits))


def _listed(database: Any) -> list[int]:
    if isinstance(database, np.ndarray) and database.ndim != 1:
        raise ValueError(f"database must have one dimension, got shape {database.shape}")
    if isinstance(database, (str, bytes)) or not isinstance(database, Iterable):
        raise ValueError(f"database must be an array or a sequence of integers, got {type(database).__name__}")
    points = list(database)
    if set(map(type, points)) - {int}:  # numpy integers are welcome; booleans and floats are not
        return [as_integer(x, "each point of the database", private=True) for x in points]
    return points


def _check_range(least: int, most: int, bits: int) -> None:
    for x in (least, most):
        if x < 0 or x.bit_length() > bits:
            raise ValueError(f"database must hold points in 0..2^{bits} - 1")


def _from_array(array: Array, bits: int) -> SortedPoints:
    if array.ndim != 1 or array.dtype.kind not in "iu":
        if array.size or array.ndim != 1:
            raise ValueError("database must be a one-dimensional array of integers, "
                             f"got shape {array.shape} of {array.dtype}")
        array = array.astype(np.int64)
    _check_range(int(array.min(initial=0)), int(array.max(initial=0)), bits)
    if bits <= WORD:
        return _from_words(array.astype(np.uint64), bits)
    return _from_sorted_words(np.sort(array.astype(np.uint64)), bits)


def _from_words(words: Array, bits: int) -> SortedPoints:
    return _from_sorted_words(words if (words[1:] >= words[:-1]).all() else np.sort(words), bits)


def _from_sorted_words(words: Array, bits: int) -> SortedPoints:
    lengths = bit_lengths(words[1:] ^ words[:-1])
    return _grouped(words, lengths > 0, _common(lengths, bits), bits)


def _common(lengths: Array, bits: int) -> Array:
    return np.subtract(bits, lengths, dtype=np.int8 if bits <= WORD else np.int64)


def _from_integers(points: Sequence[int], bits: int) -> SortedPoints:
    ordered = sorted(points)
    _check_range(ordered[0] if ordered else 0, ordered[-1] if ordered else 0, bits)
    lengths = np.fromiter(((a ^ b).bit_length() for a, b in zip(ordered, ordered[1:], strict=False)), dtype=np.int64,
                          count=max(0, len(ordered) - 1))
    return _grouped(ordered, lengths > 0, bits - lengths, bits)


def _from_sparse(exponents: Array, bits: int) -> SortedPoints:
    _check_exponents(exponents, bits)
    rows = exponents[np.lexsort(exponents.T[::-1])]
    unequal = rows[1:] != rows[:-1]
    place = np.argmax(unequal, axis=1)[:, None]
    highest = np.take_along_axis(np.maximum(rows[1:], rows[:-1]), place, axis=1)[:, 0]
    return _grouped(rows, unequal.any(axis=1), bits - 1 - highest, bits)


def _check_exponents(exponents: Array, bits: int) -> None:
    most = int(exponents.max(initial=-1))
    if most >= bits:
        raise ValueError(f"database must hold points in 0..2^{bits} - 1")


def _grouped(ordered: Any, changes: Array, common: Array, bits: int) -> SortedPoints:
    """Return the sorted points of an ordered sequence, given where it changes and the prefixes common there."""
    n = len(ordered)
    if n and changes.all():
        return SortedPoints(bits, ordered, np.arange(n + 1), common)
    starts = np.flatnonzero(np.concatenate(([n > 0], changes)))
    distinct = ordered[starts] if isinstance(ordered, np.ndarray) else [ordered[k] for k in starts.tolist()]
    return SortedPoints(bits, distinct, np.append(starts, n), common[changes])


number_of_rows.register(SortedPoints, lambda points, *_: points.size)
number_of_rows.register(SparsePoints, lambda points, *_: len(points))
