"""The noisy learner of points and its private version on a random subset of the rows.

Definitions
-----------
Points are ``0..size-1``.  A row is ``(x, y)``, a point and its label, or ``None``, a *star*: an undefined row.  The
concept that is 1 at ``j`` alone is written ``j``, the all-zero function ``ZERO``, "no hypothesis" ``None``.

:func:`consistent_point` is the proper learner at the bottom of everything: no hypothesis if the labelled rows
contradict each other *pairwise* (two points labelled 1, or one point with both labels), else the point labelled 1, else
``ZERO``.  Rows that label every point 0 contradict no concept pairwise, and get ``ZERO``.

A1, :func:`noisy_point_learner`, flips each of the ``size`` values of that concept independently with probability
``noise``.  A2, :func:`improper_point_learner`, gives up with probability ``abort``, keeps each row with probability
``keep``, and runs A1 on the rows kept; in the source ``keep = alpha/4`` and ``abort = noise = alpha/8``.

>>> consistent_point([(0, 0), None, (2, 1)], size=3), consistent_point([], size=3) == ZERO
(2, True)
>>> consistent_point([(0, 1), (2, 1)], size=3) is consistent_point([(1, 0), (1, 1)], size=3) is None
True
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from privlearn.exact.errors import TooLargeToEnumerate
from privlearn.exact.rationals import Number, as_fraction, as_integer, as_probability
from privlearn.laws import Law, bernoulli, fold, independent, pure

ZERO = -1  # the all-zero function, which is no point

Row = tuple[int, int] | None
Concept = int | None
LARGEST_ALPHA = Fraction(1, 2)
LARGEST_TABLE = 1 << 22  # points: a hypothesis is the table of all its values


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
        raise ValueError(f"{name} must be a tuple or list of rows, or an array of shape (n, 2), got {rows!r}")
    return tuple(_row(row, points, name) for row in listed)


def _row(row: Any, size: int, name: str) -> Row:
    if row is None:
        return None
    pair = row.tolist() if isinstance(row, np.ndarray) else row
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        raise ValueError(f"{name} must have rows (x, y) or None, got {row!r}")
    x, y = pair
    if type(x) is int and type(y) is int and 0 <= x < size and 0 <= y <= 1:  # nearly all rows, at a third of the time
        return x, y
    label = int(y) if isinstance(y, (bool, np.bool_)) else y
    return (as_integer(x, f"the point x of a row of {name}", least=0, most=size - 1),
            as_integer(label, f"the label y of a row of {name}", least=0, most=1))


def as_table_size(size: Any) -> int:
    """Return the number of points of a hypothesis that is listed in full.

    Raises
    ------
    ValueError
        If ``size`` is no positive integer.
    TooLargeToEnumerate
        Beyond ``LARGEST_TABLE`` points; :func:`~privlearn.learners.points.lazily_flipped` needs no table.
    """
    points = as_integer(size, "size", least=1)
    if points > LARGEST_TABLE:
        raise TooLargeToEnumerate("the table of a hypothesis", points, LARGEST_TABLE)
    return points


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


def flipped(concept: Concept, *, size: int, rate: Number) -> Law:
    """Return the law of the concept's values with each flipped independently with probability ``rate``.

    Parameters
    ----------
    concept : int or None
        A point, ``ZERO``, or ``None``, which stays ``None``.
    size : int
        Number of points, at least 1.
    rate : number in [0, 1]

    Returns
    -------
    Law
        Over tuples of ``size`` bits.  ``exact`` lists ``2**size`` of them and raises ``TooLargeToEnumerate`` beyond
        20 points (for 0 < rate < 1); ``sample`` takes ``size`` coin flips.

    Raises
    ------
    ValueError
        If an argument is out of range.
    TooLargeToEnumerate
        Beyond ``2**22`` points: :func:`~privlearn.learners.points.lazily_flipped` samples on domains of any size.

    Examples
    --------
    >>> flipped(1, size=2, rate=Fraction(1, 4)).exact()[0, 1]
    Fraction(9, 16)
    """
    points, p = as_table_size(size), as_probability(rate, "rate")
    chosen = as_concept(concept, points)
    if chosen is None:
        return pure(None)
    value = {0: bernoulli(p), 1: bernoulli(1 - p)}
    return independent([value[x == chosen] for x in range(points)])


def noisy_point_learner(database: Sequence[Row], *, size: int, noise: Number) -> Law:
    """Return the law of algorithm A1: the concept of the rows with every value flipped with probability ``noise``.

    Parameters
    ----------
    database : sequence of (x, y) or None
    size : int
        Number of points, at least 1.
    noise : number in [0, 1]
        ``alpha/8`` in the source.

    Returns
    -------
    Law
        ``None``, for rows that contradict each other, or tuples of ``size`` bits.

    Notes
    -----
    Not private: rows that contradict each other are reported with certainty.  Source: BBKN14, Algorithm A1.
    """
    points = as_table_size(size)
    return flipped(consistent_point(database, size=points), size=points, rate=noise)


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


def improper_point_learner_at(database: Sequence[Row], *, size: int, keep: Number, abort: Number,
                              noise: Number) -> Law:
    """Return the law of algorithm A2 with free rates: :func:`subsampled_point`, then :func:`flipped` at ``noise``.

    Parameters
    ----------
    database : sequence of (x, y) or None
    size : int
        Number of points, at least 1.
    keep, abort, noise : numbers in [0, 1]

    Returns
    -------
    Law
        ``None`` or tuples of ``size`` bits.
    """
    points, rate = as_table_size(size), as_probability(noise, "noise")
    concept = subsampled_point(database, size=points, keep=keep, abort=abort)
    return concept.then(lambda chosen: flipped(chosen, size=points, rate=rate))


def improper_point_learner(database: Sequence[Row], *, size: int, alpha: Number) -> Law:
    """Return the law of algorithm A2, the private improper learner of points.

    Parameters
    ----------
    database : sequence of (x, y) or None
        Labelled examples and stars, any number of each, in any order (the law ignores the order).
    size : int
        Number of points T, at least 1; the hypotheses are all ``2**size`` functions.
    alpha : number, 0 < alpha <= 1/2
        The accuracy asked for.

    Returns
    -------
    Law
        ``None`` ("no hypothesis") or a tuple of ``size`` bits.  Replacing one row changes no probability by more than
        the factor ``(12 - 2 alpha) / (4 - alpha) < 4``, so it is ln(4)-private; with ``32 ln(4) / alpha^2`` labelled
        rows, drawn by any distribution and labelled by a point function, its error exceeds ``alpha`` with probability
        at most 3/4.

    Raises
    ------
    ValueError
        If ``alpha`` is out of range, ``size`` is not positive, or a row is neither ``None`` nor a point of
        ``0..size-1`` with a label 0 or 1.
    TooLargeToEnumerate
        By ``exact`` beyond 20 points; at once beyond ``2**22`` points, where a hypothesis is no longer listed (use
        :func:`~privlearn.learners.points.private_point_learner`).

    Notes
    -----
    Cost of a sample: one coin for each labelled row and one for each point.  Cost of ``exact``: the rows times the
    points labelled 1, then ``2**size``.  Source: BBKN14, Algorithm A2 and Claim 4.3, which ask for ``alpha < 1/2``; at
    ``alpha = 1/2`` both statements still hold.

    Examples
    --------
    >>> law = improper_point_learner([(0, 1), None], size=2, alpha=Fraction(1, 4)).exact()
    >>> law[None], law[0, 1]  # the second is 31/32 (15/16 * 31/32 * 1/32 + 1/16 * 1/32 * 1/32)
    (Fraction(1, 32), Fraction(7223, 262144))
    """
    a = as_alpha(alpha)
    return improper_point_learner_at(database, size=size, keep=a / 4, abort=a / 8, noise=a / 8)


def as_alpha(alpha: Number) -> Fraction:
    """Return the accuracy as a ``Fraction`` with ``0 < alpha <= 1/2``; a ``ValueError`` outside."""
    a = as_fraction(alpha, "alpha")
    if not 0 < a <= LARGEST_ALPHA:
        raise ValueError(f"alpha must be above 0 and at most 1/2, got {a}")
    return a
