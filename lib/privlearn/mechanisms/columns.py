"""What users give as a column: its rows as words of 64 bits in the same order, and the way back.

Definitions
-----------
A *column* is a one-dimensional array, a list, a tuple, a range, or a column of a data frame.  Its *kind* says which
values its rows could have had, and counts as public like the type of a field in a table; nothing else about the rows
does.  The rows of a kind are ordered, and a *word* is the place of a value in that order, an integer of ``kind.bits``
bits: mechanisms see words only.

The kind of an array is that of its type.  Lists, tuples and arrays of objects have no type: they hold numbers, and
are ``"reals"``, unless the caller says otherwise.

>>> ages = read_column(np.array([44, 27, 31]))
>>> ages.kind.name, ages.kind.of_word(int(ages.words[1]))
('integers', 27)
>>> read_column([44, 27.5]).kind.name, read_column([datetime.date(2024, 2, 29)], kind="dates").kind.name
('reals', 'dates')
"""

import datetime
import random
from collections.abc import Callable, Iterable, Mapping, Set, Sized
from dataclasses import dataclass, field
from functools import partial, singledispatch
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
LARGEST_WHOLE = 1 << 53  # integers up to here are floats
KINDS = ("reals", "integers", "booleans", "dates", "times")
WORD_BITS = 64
ZERO = 1 << 63  # the word of the integer 0


@singledispatch
def number_of_rows(database: Any, name: str = "database", content: str = "integers") -> int:
    """Return the number of rows without looking at them.

    Raises
    ------
    ValueError
        If the rows have no number or more than one dimension: text, sets, mappings, iterators, tables.  The message
        names the type only, as the value may be private.

    Examples
    --------
    >>> number_of_rows(range(7)), number_of_rows(np.array([1.5, 2.5]))
    (7, 2)
    """
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

    Examples
    --------
    >>> unwrapped(np.ma.array([1, 2], mask=[False, True]))
    Traceback (most recent call last):
        ...
    ValueError: database must not be masked: leave out the rows that are missing
    """
    if isinstance(column, np.ma.MaskedArray):
        raise ValueError(f"{name} must not be masked: leave out the rows that are missing")
    if hasattr(column, "__array__") and not isinstance(column, np.ndarray):
        return np.asarray(column)
    return column


def check_generator(rng: Any) -> None:
    """Raise a ``ValueError`` unless ``rng`` is one of the two kinds of generators.

    Examples
    --------
    >>> check_generator(random.Random(1))
    >>> check_generator(7)
    Traceback (most recent call last):
        ...
    ValueError: rng must be a numpy.random.Generator or a random.Random, got 7
    """
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
    """Return the float of a word; words beyond the finite floats give the nearest finite one.

    Examples
    --------
    >>> real_of_word(int(words_of_reals(np.array([2.5]))[0])), real_of_word(ZERO)
    (2.5, 0.0)
    """
    ends = words_of_reals(np.array([-np.finfo(np.float64).max, np.finfo(np.float64).max]))
    inside = np.uint64(min(max(word, int(ends[0])), int(ends[1])))
    sign = np.uint64(1 << 63)
    return float(np.array([inside ^ sign if inside & sign else ~inside], dtype=np.uint64).view(np.float64)[0])


@dataclass(frozen=True)
class ColumnKind:
    """What the rows of a column are.

    Attributes
    ----------
    name : str
        One of ``KINDS``, or what arrays may hold besides: ``"unsigned integers"``, and time stamps and spans with
        their unit, such as ``"datetime64[ns]"``.
    bits : int
        Words lie in ``0..2^bits - 1``: 64, or 1 for booleans.
    of_word : callable
        From a word to the value; a word without a value of its own gives the nearest one.
    """

    name: str
    of_word: Callable[[int], Any] = field(compare=False, repr=False)
    bits: int = WORD_BITS


@dataclass(frozen=True)
class Column:
    """The rows of a column as words; its representation shows their number and kind only."""

    words: Array = field(repr=False, compare=False)
    kind: ColumnKind

    def __len__(self) -> int:
        return len(self.words)


def _integer(word: int) -> int:
    return word - ZERO


def _stamp(unit: Any, word: int) -> Any:
    return np.datetime64(max(word, 1) - ZERO, unit)  # the least integer is not a time


def _span(unit: Any, word: int) -> Any:
    return np.timedelta64(max(word, 1) - ZERO, unit)


def _date(word: int) -> datetime.date:
    first, last = (int(np.datetime64(day, "D").astype(np.int64)) for day in (datetime.date.min, datetime.date.max))
    return datetime.date.fromordinal(datetime.date(1970, 1, 1).toordinal() + min(max(word - ZERO, first), last))


def _time(word: int) -> datetime.datetime:
    start, tick = datetime.datetime(1970, 1, 1), datetime.timedelta(microseconds=1)
    first, last = ((end - start) // tick for end in (datetime.datetime.min, datetime.datetime.max))
    return start + min(max(word - ZERO, first), last) * tick


REALS = ColumnKind("reals", of_word=real_of_word)
INTEGERS = ColumnKind("integers", of_word=_integer)
UNSIGNED = ColumnKind("unsigned integers", of_word=int)
BOOLEANS = ColumnKind("booleans", of_word=bool, bits=1)
DATES = ColumnKind("dates", of_word=_date)
TIMES = ColumnKind("times", of_word=_time)


def read_column(values: Any, kind: str | None = None, name: str = "column") -> Column:
    """Return a column as words.

    Parameters
    ----------
    values : array, list, tuple, range, or column of a data frame
        Rows of one kind, none of them missing: finite numbers; integers of 64 bits; booleans; dates; times without a
        zone.
    kind : str, optional
        One of ``KINDS``: what a list or an array of objects holds, by default reals.  An array with a type has its
        kind from it, and another one is refused.
    name : str
        What messages call the column.

    Raises
    ------
    ValueError
        If a row is not of that kind or is missing, or the column has not one dimension.  No message shows a row.

    Notes
    -----
    Cost: a few passes over the rows.

    Examples
    --------
    >>> read_column(np.array(["2024-02-29"], dtype="datetime64[D]")).kind.name
    'datetime64[D]'
    >>> read_column([1, 2, 4], kind="integers")
    Column(kind=ColumnKind(name='integers', bits=64))
    """
    if kind is not None and kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, got {kind!r}")
    number_of_rows(values, name, "rows")
    rows = unwrapped(values, name)
    typed = isinstance(rows, np.ndarray) and rows.dtype != object
    found = _typed(rows, name) if typed else _listed(list(rows), kind or "reals", name)
    if kind is not None and found.kind.name != kind:
        raise ValueError(f"kind must be that of the array, {found.kind.name}, got {kind!r}")
    return found


def read_like(values: Any, kind: ColumnKind, name: str = "points") -> Array:
    """Return the words of values that are to be of a kind known before.

    Raises
    ------
    ValueError
        If they are not of it.

    Examples
    --------
    >>> read_like(np.array([1, 2]), REALS).tolist() == read_column([1.0, 2.0]).words.tolist()
    True
    """
    typed = isinstance(rows := unwrapped(values, name), np.ndarray) and rows.dtype != object
    if kind.name == "reals":
        return words_of_reals(reals(rows, name))
    if typed or kind.name in KINDS:
        found = read_column(rows, None if typed else kind.name, name)
        if found.kind != kind:
            raise ValueError(f"{name} must be {kind.name}, got {found.kind.name}")
        return found.words
    number_of_rows(rows, name, "rows")
    try:
        listed = np.array(list(rows), dtype=np.uint64 if kind == UNSIGNED else kind.name)
    except (ValueError, TypeError, OverflowError):
        raise ValueError(f"{name} must be {kind.name}") from None
    return _typed(listed, name).words


def _typed(rows: Array, name: str) -> Column:
    code, unit = rows.dtype.kind, np.datetime_data(rows.dtype)[0] if rows.dtype.kind in "mM" else ""
    if code == "b":
        return Column(rows.astype(np.uint64), BOOLEANS)
    if code == "u" and rows.dtype.itemsize == 8:
        return Column(rows.astype(np.uint64), UNSIGNED)
    if code in "iu":
        return Column(_signed_words(rows.astype(np.int64, copy=False)), INTEGERS)
    if code in "mM" and unit != "generic":
        if np.isnat(rows).any():
            raise ValueError(f"{name} must not have missing times: leave these rows out")
        of_word = partial(_stamp if code == "M" else _span, unit)
        whole = np.datetime_data(rows.dtype)[1]
        if whole != 1:
            raise ValueError(f"{name} must count single units of time, got steps of {whole} {unit}")
        return Column(_signed_words(rows.astype(np.int64)),
                      ColumnKind(rows.dtype.name, of_word=of_word))
    if code == "f":
        return Column(words_of_reals(reals(rows, name)), REALS)
    raise ValueError(f"{name} must hold numbers, booleans or times, got an array of {rows.dtype.name}")


def _listed(rows: list[Any], kind: str, name: str) -> Column:
    if kind == "reals":
        return Column(words_of_reals(reals(rows, name)), REALS)
    types = set(map(type, rows))
    if kind == "booleans":
        _all_of(types, (bool, np.bool_), kind, name)
        return Column(np.array(rows, dtype=np.uint64), BOOLEANS)
    if kind == "integers":
        _all_of(types, (int, np.integer), kind, name, besides=bool)
        try:
            return Column(_signed_words(np.array(rows, dtype=np.int64)), INTEGERS)
        except OverflowError:
            raise ValueError(f"{name} must hold integers of 64 bits") from None
    if kind == "dates":
        _all_of(types, (datetime.date,), kind, name, besides=datetime.datetime)
        return Column(_signed_words(np.array(rows, dtype="datetime64[D]").astype(np.int64)), DATES)
    _all_of(types, (datetime.datetime,), kind, name)
    if any(row.tzinfo is not None or getattr(row, "nanosecond", 0) for row in rows):
        raise ValueError(f"{name} must hold times without a zone, of whole microseconds: convert them, or give an "
                         "array of datetime64")
    if any(row != row for row in rows):
        raise ValueError(f"{name} must not have missing times: leave these rows out")
    return Column(_signed_words(np.array(rows, dtype="datetime64[us]").astype(np.int64)), TIMES)


def _all_of(types: set[type], wanted: tuple[type, ...], kind: str, name: str, besides: type | None = None) -> None:
    if not all(issubclass(given, wanted) and not (besides and issubclass(given, besides)) for given in types):
        raise ValueError(f"{name} must hold {kind} only, as kind says")


def _signed_words(numbers: Array) -> Array:
    return numbers.view(np.uint64) ^ np.uint64(ZERO)
