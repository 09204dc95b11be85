"""The concept that labelled rows of points name: a point, zero or none, from all rows or from a random subset.

Definitions
-----------
Points are ``0..size-1``.  A row is ``(x, y)``, a point and its label, or ``None``, a *star*: an undefined row.  The
concept that is 1 at ``j`` alone is written ``j``, the all-zero function ``ZERO``, "no hypothesis" ``None``.

:func:`consistent_point` is the proper learner at the bottom of everything: no hypothesis if the labelled rows
contradict each other *pairwise* (two points labelled 1, or one point with both labels), else the point labelled 1, else
``ZERO``.  Rows that label every point 0 contradict no concept pairwise, and get ``ZERO``.
:func:`subsampled_point` is the law of its answer on a random subset of the rows.

>>> consistent_point([(0, 0), None, (2, 1)], size=3), consistent_point([], size=3) == ZERO
(2, True)
>>> consistent_point([(0, 1), (2, 1)], size=3) is consistent_point([(1, 0), (1, 1)], size=3) is None
True
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from privlearn.exact import as_integer, as_probability
from privlearn.exact.rationals import Number
from privlearn.laws import Law, bernoulli, fold, pure

ZERO = -1  # the all-zero function, which is no point

Row = tuple[int, int] | None
Concept = int | None


def as_point_rows(rows: Any, size: Any, name: str = "database") -> tuple[Row, ...]:
    """Return the rows of a database, each ``None`` or a pair of plain integers; a label may be a truth value.

    Raises
    ------
    ValueError
        If ``size`` is not positive, or a row is neither ``None`` nor a pair of a point of ``0..size-1`` and a label 0
        or 1.
    """
    points = as_integer(size, "size", least=1)
    listed = rows.tolist() if isinstance(rows, np.ndarray) else rows
    if not isinstance(listed, (tuple, list)):
        raise ValueError(f"{name} must be a tuple or list of rows, or an array of shape (n, 2), "
                         f"got {type(rows).__name__}")
    return tuple(_row(row, points, name) for row in listed)


def _row(row: Any, size: int, name: str) -> Row:
    if row is None:
        return None
    pair = row.tolist() if isinstance(row, np.ndarray) else row
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        raise ValueError(f"{name} must have rows (x, y) or None")
    x, y = pair
    if type(x) is int and type(y) is int and 0 <= x < size and 0 <= y <= 1:  # nearly all rows, at a third of the time
        return x, y
    label = int(y) if isinstance(y, (bool, np.bool_)) else y
    return (as_integer(x, f"the point x of a row of {name}", least=0, most=size - 1, private=True),
            as_integer(label, f"the label y of a row of {name}", least=0, most=1, private=True))


def consistent_point(rows: Sequence[Row], *, size: int) -> Concept:
    """Return the concept that the labelled rows name: a point, ``ZERO``, or ``None`` if two of them contradict.

    Parameters
    ----------
    rows : sequence of (x, y) or None
        Stars are ignored.
    size : int
        Number of points, at least 1.

    Notes
    -----
    Only pairs are compared; one pass over the rows.  Source: BBKN14, Algorithm A1, steps 1 and 2.

    Examples
    --------
    >>> consistent_point([(0, 0), (1, 0)], size=2) == ZERO  # no point is left, yet no pair contradicts
    True
    """
    labelled = {row for row in as_point_rows(rows, size, "rows") if row is not None}
    ones = [x for x, y in labelled if y == 1]
    if len(ones) > 1 or (ones and (ones[0], 0) in labelled):
        return None
    return ones[0] if ones else ZERO


def as_concept(concept: Any, size: int) -> Concept:
    """Return a concept of points plus zero: ``None``, ``ZERO`` or a point; a ``ValueError`` for anything else."""
    return None if concept is None else as_integer(concept, "concept", least=ZERO, most=size - 1)


def subsampled_point(database: Sequence[Row], *, size: int, keep: Number, abort: Number) -> Law:
    """Return the law of the concept inside algorithm A2, before the noise.

    With probability ``abort`` it is ``None``; else each row is kept with probability ``keep``, independently, and the
    concept is :func:`consistent_point` of the rows kept.

    Parameters
    ----------
    database : sequence of (x, y) or None
    size : int
        Number of points, at least 1.
    keep, abort : numbers in [0, 1]

    Returns
    -------
    Law
        Over ``None``, ``ZERO`` and the points labelled 1 in the database.

    Notes
    -----
    The rows are visited point by point, so that what has to be remembered is the concept so far and the labels kept
    at the present point: cost O(rows x points labelled 1), not two to the number of rows.

    Examples
    --------
    >>> from fractions import Fraction
    >>> law = subsampled_point([(0, 1), (1, 1)], size=2, keep=Fraction(1, 2), abort=0)
    >>> sorted(law.exact().items(), key=str)
    [(-1, Fraction(1, 4)), (0, Fraction(1, 4)), (1, Fraction(1, 4)), (None, Fraction(1, 4))]
    """
    rows = sorted(row for row in as_point_rows(database, size) if row is not None)
    give_up, kept = bernoulli(as_probability(abort, "abort")), bernoulli(as_probability(keep, "keep"))
    first = [i == 0 or rows[i - 1][0] != rows[i][0] for i in range(len(rows))]
    items = tuple((x, y, new) for (x, y), new in zip(rows, first, strict=True))
    learn = fold((ZERO, 0), items, lambda state, item: kept.map(lambda bit: _after(state, item, bit)))
    concept = learn.map(lambda state: None if state is None else state[0])
    return give_up.then(lambda bit: pure(None) if bit else concept)


def _after(state: tuple[int, int] | None, item: tuple[int, int, bool], kept: int) -> tuple[int, int] | None:
    """Return the concept so far and the labels seen at the present point (0 none, 1 zero, 2 one) after one row."""
    if state is None:
        return None
    x, y, new_point = item
    concept, labels = state[0], 0 if new_point else state[1]
    if not kept:
        return concept, labels
    if labels == 2 - y or (y == 1 and concept not in (ZERO, x)):  # both labels, or two points labelled 1
        return None
    return (x, 2) if y == 1 else (concept, 1)
