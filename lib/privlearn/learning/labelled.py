"""Labelled databases: rows (x, y) refused or read, and how many of them each concept of a class gets wrong.

Definitions
-----------
A *labelled database* is a tuple of rows ``(x, y)``: a point of ``0..size-1`` and its label 0 or 1.  A concept *errs* on
a row if its value at x is not y; repeated rows count each time.

>>> check_labelled(((0, 1), (2, 0), (2, 0)), size=3)
>>> errors((1, 0, 1), ((0, 1), (2, 0), (2, 0)))
2
"""

from collections.abc import Sequence

from privlearn.mechanisms.neighbours import Database


def errors(concept: Sequence[int], database: Database) -> int:
    """Return the number of labelled rows ``(x, y)`` with ``concept[x] != y``.

    Rows are taken as they are; :func:`check_labelled` refuses rows outside the domain.
    """
    return sum(int(concept[x]) != y for x, y in database)


def check_labelled(database: Database, size: int) -> None:
    """Raise a ``ValueError`` unless all rows are ``(x, y)`` with integer x in ``0..size-1`` and y in {0, 1}."""
    if not isinstance(database, (tuple, list)):
        raise ValueError(f"database must be a tuple of rows (x, y), got {type(database).__name__}")
    if len(database) > 8 and set(map(type, database)) == {tuple} and set(map(len, database)) == {2}:
        points, labels = zip(*database, strict=True)
        if (set(map(type, points)) == {int} and min(points) >= 0 and max(points) < size
                and set(map(type, labels)) == {int} and set(labels) <= {0, 1}):
            return  # nearly all databases; what follows says what is wrong with another
    for row in database:
        if type(row) is tuple and len(row) == 2 and type(row[0]) is int and 0 <= row[0] < size and row[1] in (0, 1):
            continue  # nearly all rows; a numpy integer passes below
        if not isinstance(row, tuple) or len(row) != 2:
            raise ValueError("database must hold rows (x, y)")
        x, y = row
        if not hasattr(x, "__index__") or not 0 <= x < size:
            raise ValueError(f"database must hold points x in 0..size-1, size = {size}")
        if y not in (0, 1):
            raise ValueError("database must hold labels y in {0, 1}")
