"""Columns that users give: their number of rows, and real numbers as 64-bit words in the same order.

Definitions
-----------
A *column* is one-dimensional and has a number of rows: a sequence, an array, sparse points, or what unwraps to an array
such as a column of a data frame.  Its values are not looked at before a mechanism does.  Finite floats, ordered as
numbers, are *words*: integers of 64 bits in the same order, so that an integer mechanism serves reals.

>>> words = words_of_reals(np.array([-1.5, 0.0, 2.0]))
>>> bool(words[0] < words[1] < words[2]), real_of_word(int(words[2]))
(True, 2.0)
"""

import random
from collections.abc import Iterable, Mapping, Set, Sized
from typing import Any

import numpy as np

from privlearn.learners.interior_point.trees.common_prefixes import Array, SortedPoints, SparsePoints

REAL_BITS = 64
LARGEST_WHOLE = 1 << 53  # integers up to here are floats


def number_of_rows(database: Any, name: str = "database", content: str = "integers") -> int:
    """Return the number of rows without looking at them.

    Raises
    ------
    ValueError
        If the rows have no number or more than one dimension: text, sets, mappings, iterators, tables.  The message
        names the type only, as the value may be private.

    Examples
    --------
    >>> number_of_rows(range(7)), number_of_rows(SparsePoints(np.array([[3, -1], [9, 2]])))
    (7, 2)
    """
    if isinstance(database, SortedPoints):
        return database.size
    if isinstance(database, SparsePoints):
        return len(database)
    dimensions = getattr(database, "ndim", 1)
    if dimensions != 1:
        raise ValueError(f"{name} must have one dimension, got {dimensions}")
    ordered = isinstance(database, Iterable) and isinstance(database, Sized)
    if not ordered or isinstance(database, (str, bytes, Set, Mapping)):
        raise ValueError(f"{name} must be an array or a sequence of {content}, got {type(database).__name__}")
    return len(database)


def unwrapped(column: Any, name: str = "database") -> Any:
    """Return a column that numpy can read, such as one of a data frame, as an array; sequences and arrays as they are.

    Raises
    ------
    ValueError
        If entries are masked: whether they are rows is not ours to say.
    """
    if isinstance(column, np.ma.MaskedArray):
        raise ValueError(f"{name} must not be masked: leave out the rows that are missing")
    if hasattr(column, "__array__") and not isinstance(column, np.ndarray):
        return np.asarray(column)
    return column


def check_generator(rng: Any) -> None:
    """Raise a ``ValueError`` unless ``rng`` is one of the two kinds of generators."""
    if not isinstance(rng, (random.Random, np.random.Generator)):
        raise ValueError(f"rng must be a numpy.random.Generator or a random.Random, got {rng!r}")


def reals(column: Any, name: str = "column") -> Array:
    """Return a column of numbers as 64-bit floats, unchanged in value.

    Raises
    ------
    ValueError
        If an entry is no number, NaN, infinite, or an integer beyond 2^53; or the column has not one dimension.  No
        message shows an entry.

    Examples
    --------
    >>> reals([1, 2.5]).tolist()
    [1.0, 2.5]
    """
    number_of_rows(column, name, "numbers")
    column = unwrapped(column, name)
    if not isinstance(column, np.ndarray) or column.dtype == object:
        column = _as_array(list(column), name)
    if column.dtype.kind not in "iuf" or column.dtype.itemsize > 8:
        raise ValueError(f"{name} must hold integers or 64-bit floats, got {column.dtype}")
    whole = column.dtype.kind in "iu"
    if whole and column.size and not -LARGEST_WHOLE <= int(column.min()) <= int(column.max()) <= LARGEST_WHOLE:
        raise ValueError(f"{name} must hold integers of size at most 2^53")
    numbers = column.astype(np.float64, copy=False)
    if not np.isfinite(numbers).all():
        raise ValueError(f"{name} must hold finite numbers: leave out the rows that are missing or infinite")
    return numbers


def _as_array(entries: list[Any], name: str) -> Array:
    whole = (int, np.integer)
    types = set(map(type, entries))
    numbers = (*whole, float, np.float32, np.float16)
    if any(issubclass(given, bool) or not issubclass(given, numbers) for given in types):
        raise ValueError(f"{name} must hold integers or floats")
    if any(issubclass(given, whole) for given in types) and any(
            isinstance(x, whole) and not -LARGEST_WHOLE <= x <= LARGEST_WHOLE for x in entries):
        raise ValueError(f"{name} must hold integers of size at most 2^53")
    return np.array(entries, dtype=np.float64)


def words_of_reals(numbers: Array) -> Array:
    """Return finite floats as unsigned 64-bit words in the same order (both zeros as one).

    Examples
    --------
    >>> words = words_of_reals(np.array([-1.5, -0.0, 0.0, 1e-300, 2.0]))
    >>> [real_of_word(int(word)) for word in words], bool(words[1] == words[2])
    ([-1.5, 0.0, 0.0, 1e-300, 2.0], True)
    """
    words = (numbers + 0.0).view(np.uint64)
    turned = (words.view(np.int64) >> 63).view(np.uint64)  # all bits of negative numbers, of the others the first
    turned |= np.uint64(1 << 63)
    words ^= turned
    return words


def real_of_word(word: int) -> float:
    """Return the float of a word; words beyond the finite floats give the nearest finite one."""
    ends = words_of_reals(np.array([-np.finfo(np.float64).max, np.finfo(np.float64).max]))
    inside = np.uint64(min(max(word, int(ends[0])), int(ends[1])))
    sign = np.uint64(1 << 63)
    return float(np.array([inside ^ sign if inside & sign else ~inside], dtype=np.uint64).view(np.float64)[0])
