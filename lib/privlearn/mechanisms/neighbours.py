"""Neighbouring databases.

Definitions
-----------
A *database* is a tuple of rows.  Under :func:`replace_one` two databases of the same length are neighbours if they
differ in exactly one position (BBKN14, Definition 2.1); under :func:`add_remove_one` if one is the other without one
row.  A relation is a function from a collection of databases to the *ordered* neighbouring pairs among them, both
orders.

A mechanism that ignores the order of rows may be audited on multisets (sorted tuples) instead; their relation is
:func:`replace_one_unordered`, where one row is taken out, another put in, and the order forgotten.

>>> replace_one([(0,), (1,)])
[((0,), (1,)), ((1,), (0,))]
>>> replace_one([(0, 1), (1, 2)]), replace_one_unordered([(0, 1), (1, 2)])
([], [((0, 1), (1, 2)), ((1, 2), (0, 1))])
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations_with_replacement, product
from math import comb
from typing import Any

from privlearn.exact import TooLargeToEnumerate, as_integer

Row = Hashable
Database = tuple[Any, ...]
Pair = tuple[Database, Database]
Relation = Callable[[Iterable[Database]], list[Pair]]

LARGEST_COLLECTION = 1 << 21


def as_database(database: Any) -> Database:
    """Return a database as a tuple of rows.

    Raises
    ------
    ValueError
        If it is neither a tuple nor a list, or a row is not hashable.

    Examples
    --------
    >>> as_database([0, 1])
    (0, 1)
    """
    if not isinstance(database, (tuple, list)) or not all(_is_hashable(row) for row in database):
        raise ValueError("databases must be tuples of hashable rows")
    return tuple(database)


def as_databases(databases: Any) -> list[Database]:
    """Return a collection of databases as a list of distinct tuples of rows, in order of first appearance.

    Examples
    --------
    >>> as_databases([(0,), [0], (1,)])
    [(0,), (1,)]
    """
    if not isinstance(databases, Iterable):
        raise ValueError(f"databases must be a collection of tuples of rows, got {databases!r}")
    return list(dict.fromkeys(as_database(database) for database in databases))


def _is_hashable(row: Any) -> bool:
    try:
        hash(row)
    except TypeError:
        return False
    return True


def _rows(rows: Any) -> list[Any]:
    if not isinstance(rows, Iterable):
        raise ValueError(f"rows must be a collection, got {type(rows).__name__}")
    return list(as_database(list(dict.fromkeys(rows))))


def _alphabet(databases: Iterable[Database]) -> list[Any]:
    return list(dict.fromkeys(row for database in databases for row in database))


def replace_one(databases: Iterable[Sequence[Any]]) -> list[Pair]:
    """Return the ordered pairs of databases that differ in exactly one position.

    Examples
    --------
    >>> replace_one([(0, 0), (0, 1), (1, 0)])
    [((0, 0), (1, 0)), ((0, 0), (0, 1)), ((0, 1), (0, 0)), ((1, 0), (0, 0))]
    """
    listed = as_databases(databases)
    known, rows = set(listed), _alphabet(listed)
    pairs = []
    for left in listed:
        for i, row in enumerate(left):
            for other in rows:
                right = (*left[:i], other, *left[i + 1 :])
                if other != row and right in known:
                    pairs.append((left, right))
    return pairs


def replace_one_unordered(databases: Iterable[Sequence[Any]]) -> list[Pair]:
    """Return the ordered pairs of databases that are one replacement apart as multisets.

    Only for mechanisms whose law does not depend on the order of the rows.  Each multiset must be given once.

    Raises
    ------
    ValueError
        If two of the databases are the same multiset.

    Examples
    --------
    >>> replace_one_unordered([(0, 1), (1, 2)])  # 0 goes, 2 comes
    [((0, 1), (1, 2)), ((1, 2), (0, 1))]
    """
    listed = as_databases(databases)
    rows, pairs = _alphabet(listed), []
    place = {row: k for k, row in enumerate(rows)}
    counts = {database: _counts(database, place) for database in listed}
    keys = {tuple(times): database for database, times in counts.items()}
    if len(keys) != len(listed):
        raise ValueError("databases must be distinct as multisets: give one order of each")
    for left, times in counts.items():
        for row in dict.fromkeys(left):
            times[place[row]] -= 1
            for other, k in place.items():
                if other != row:
                    times[k] += 1
                    right = keys.get(tuple(times))
                    times[k] -= 1
                    if right is not None:
                        pairs.append((left, right))
            times[place[row]] += 1
    return pairs


def _counts(database: Database, place: dict[Any, int]) -> list[int]:
    times = [0] * len(place)
    for row in database:
        times[place[row]] += 1
    return times


def add_remove_one(databases: Iterable[Sequence[Any]]) -> list[Pair]:
    """Return the ordered pairs of databases one of which is the other without one row (the order of the rest kept).

    Examples
    --------
    >>> add_remove_one([(), (5,)])
    [((5,), ()), ((), (5,))]
    """
    listed = as_databases(databases)
    known, pairs = set(listed), []
    for larger in listed:
        for smaller in dict.fromkeys((*larger[:i], *larger[i + 1 :]) for i in range(len(larger))):
            if smaller in known:
                pairs += [(larger, smaller), (smaller, larger)]
    return pairs


def is_replacement(neighbours: Relation) -> bool:
    """Tell whether the relation is replacement of one row (True) or addition and removal of one (False).

    Raises
    ------
    ValueError
        If it is neither.

    Examples
    --------
    >>> is_replacement(replace_one), is_replacement(add_remove_one)
    (True, False)
    """
    if neighbours in (replace_one, replace_one_unordered):
        return True
    if neighbours is not add_remove_one:
        raise ValueError(f"neighbours must be replace_one or add_remove_one, got {neighbours!r}")
    return False


def flip_one_label(databases: Iterable[Sequence[Any]]) -> list[Pair]:
    """Return the ordered pairs of labelled databases, rows ``(x, y)``, that differ in one label and nothing else.

    Examples
    --------
    >>> flip_one_label([((3, 0),), ((3, 1),), ((4, 1),)])
    [(((3, 0),), ((3, 1),)), (((3, 1),), ((3, 0),))]
    """
    listed = as_databases(databases)
    for database in listed:
        for row in database:
            if not isinstance(row, tuple) or len(row) != 2:
                raise ValueError("databases must hold labelled rows (x, y)")
    return [(left, right) for left, right in replace_one(listed)
            if [row[0] for row in left] == [row[0] for row in right]]


def hamming_distance(left: Database, right: Database) -> int:
    """Return the number of positions in which two databases of the same length differ.

    Examples
    --------
    >>> hamming_distance((0, 1, 1), (0, 0, 0))
    2
    """
    left, right = as_database(left), as_database(right)
    if len(left) != len(right):
        raise ValueError(f"databases must have the same length, got {len(left)} and {len(right)}")
    return sum(a != b for a, b in zip(left, right, strict=True))


def all_databases(rows: Iterable[Row], size: int) -> list[Database]:
    """Return all ``len(rows) ** size`` databases of ``size`` rows; ``TooLargeToEnumerate`` beyond ``2^21`` of them.

    Examples
    --------
    >>> all_databases((0, 1), 2)
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    alphabet, n = _rows(rows), as_integer(size, "size", least=0)
    if len(alphabet) ** n > LARGEST_COLLECTION:
        raise TooLargeToEnumerate("the set of databases", len(alphabet) ** n, LARGEST_COLLECTION)
    return list(product(alphabet, repeat=n))


def multiset_databases(rows: Iterable[Row], size: int) -> list[Database]:
    """Return one database for each multiset of ``size`` rows, ``C(len(rows) + size - 1, size)`` of them.

    Enough for a mechanism that ignores the order of rows; composing with a uniform permutation of the rows makes any
    learner such a mechanism, keeping its privacy and its utility.  ``TooLargeToEnumerate`` beyond ``2^21`` of them.

    Examples
    --------
    >>> multiset_databases((0, 1), 2)
    [(0, 0), (0, 1), (1, 1)]
    """
    alphabet, n = _rows(rows), as_integer(size, "size", least=0)
    count = comb(len(alphabet) + n - 1, n) if alphabet else int(n == 0)
    if count > LARGEST_COLLECTION:
        raise TooLargeToEnumerate("the set of databases", count, LARGEST_COLLECTION)
    return list(combinations_with_replacement(alphabet, n))


def labelled_rows(size: int) -> list[tuple[int, int]]:
    """Return the ``2 size`` labelled examples ``(x, y)`` over the domain ``0..size-1``.

    Examples
    --------
    >>> labelled_rows(2)
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    return [(x, y) for x in range(as_integer(size, "size", least=1)) for y in (0, 1)]
