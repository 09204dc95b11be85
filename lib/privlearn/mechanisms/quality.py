"""Quality functions: how much one row can move them.

Definitions
-----------
A *quality function* gives every database S and outcome f an integer ``q(S, f)``; the larger the better.  Its
*sensitivity* under a neighbour relation is the largest ``|q(S, f) - q(S', f)|`` over neighbours S, S' and outcomes f.
It has *k-bounded growth* if ``q(empty, f) = 0`` for all f and adding one row raises the quality of at most k outcomes,
each by exactly 1, and lowers none (KLMNS20, Section 2.1).

>>> databases = [(), (0,), (0, 0), (0, 1), (1,), (1, 1)]
>>> sensitivity(multiplicity, databases, (0, 1), add_remove_one).value, growth_bound(multiplicity, databases, (0, 1))
(1, 1)
"""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from privlearn.exact import as_integer
from privlearn.mechanisms.neighbours import Database, Pair, Relation, add_remove_one, as_databases

Quality = Callable[[Database, Any], int]


@dataclass(frozen=True)
class Sensitivity:
    """Outcome of :func:`sensitivity`: the largest change, where it is attained, and over how many pairs."""

    value: int
    witness: tuple[Database, Database, Any]
    neighbours: str
    pairs: int


def sensitivity(quality: Quality, databases: Iterable[Database], outcomes: Iterable[Hashable],
                neighbours: Relation) -> Sensitivity:
    """Return the sensitivity of ``quality`` over all neighbouring pairs among ``databases``, by listing them.

    Parameters
    ----------
    quality : callable
        ``(database, outcome) -> int``.
    databases : iterable of tuples of rows
    outcomes : iterable
        At least one.
    neighbours : relation
        ``replace_one``, ``replace_one_unordered``, ``add_remove_one``, ...

    Raises
    ------
    ValueError
        If there is no outcome, or no two databases are neighbours.

    Examples
    --------
    >>> found = sensitivity(multiplicity, [(), (0,)], (0, 1), add_remove_one)
    >>> found.value, found.witness
    (1, ((0,), (), 0))
    """
    listed, solutions = as_databases(databases), _outcomes(outcomes)
    pairs = neighbours(listed)
    if not pairs:
        raise ValueError("databases must contain a neighbouring pair, got none: there is nothing to compare")
    rows = _table(quality, listed, solutions)
    value, witness = -1, (*pairs[0], solutions[0])
    for left, right in pairs:
        for outcome, a, b in zip(solutions, rows[left], rows[right], strict=True):
            if abs(a - b) > value:
                value, witness = abs(a - b), (left, right, outcome)
    return Sensitivity(value, witness, getattr(neighbours, "__name__", "relation"), len(pairs))


def growth_bound(quality: Quality, databases: Iterable[Database], outcomes: Iterable[Hashable]) -> int | None:
    """Return the least k for which ``quality`` has k-bounded growth on ``databases``; ``None`` if there is none.

    Parameters
    ----------
    quality : callable
        ``(database, outcome) -> int``.
    databases : iterable of tuples of rows
        Must contain the empty database, whose qualities have to be 0.
    outcomes : iterable
        At least one.

    Raises
    ------
    ValueError
        If the empty database is missing or there is no outcome.

    References
    ----------
    KLMNS20, Section 2.1 (after Beimel, Nissim and Stemmer).

    Examples
    --------
    >>> growth_bound(points_in_window(2), [(), (0,), (1,), (2,)], range(3))
    2
    >>> growth_bound(lambda database, f: 1 + database.count(f), [(), (0,)], range(2)) is None
    True
    """
    listed, solutions = as_databases(databases), _outcomes(outcomes)
    if () not in listed:
        raise ValueError("databases must contain the empty one: bounded growth says that its qualities are 0")
    rows = _table(quality, listed, solutions)
    if any(rows[()]):
        return None
    bound = 0
    for small, large in _additions(listed):
        steps = [b - a for a, b in zip(rows[small], rows[large], strict=True)]
        if not set(steps) <= {0, 1}:
            return None
        bound = max(bound, sum(steps))
    return bound


def multiplicity(database: Database, point: Hashable) -> int:
    """Return how often ``point`` occurs: a quality function of 1-bounded growth (KLMNS20, Example 2.3).

    Examples
    --------
    >>> multiplicity((0, 2, 2), 2)
    2
    """
    return database.count(point)


def points_in_window(length: int) -> Quality:
    """Return the quality function that counts the rows in ``first..first + length - 1``, for the outcome ``first``.

    A point lies in at most ``length`` windows, so the growth bound is ``length``.

    Examples
    --------
    >>> points_in_window(3)((0, 2, 5), 0)  # in 0, 1, 2
    2
    """
    width = as_integer(length, "length", least=1)
    return lambda database, first: sum(first <= x < first + width for x in database)


def interior_runs(database: Sequence[int], size: int) -> list[tuple[int, int, int]]:
    """Return the domain ``0..size-1`` as runs ``(first point, number of points, score)`` of equal interior score.

    Parameters
    ----------
    database : sequence of int
        Points in ``0..size-1``, any order.
    size : int
        At least 1; it may have millions of bits.

    Notes
    -----
    The interior point score of x is ``min(#{s <= x}, #{s >= x})``.  It is constant between neighbouring points of the
    database, so there are at most ``2 n + 1`` runs.  Cost: O(n log n) comparisons.

    Examples
    --------
    >>> interior_runs((2, 5, 5), 8)
    [(0, 2, 0), (2, 1, 1), (3, 2, 1), (5, 1, 2), (6, 2, 0)]
    """
    n = as_integer(size, "size", least=1)
    points = sorted(as_integer(x, "point of database", least=0, most=n - 1, private=True) for x in database)
    runs, start, below = [], 0, 0
    for x in sorted(set(points)):
        at = bisect_right(points, x) - below
        if x > start:
            runs.append((start, x - start, min(below, len(points) - below)))
        runs.append((x, 1, min(below + at, len(points) - below)))
        start, below = x + 1, below + at
    if start < n:
        runs.append((start, n - start, 0))
    return runs


def _outcomes(outcomes: Iterable[Hashable]) -> list[Any]:
    listed = list(dict.fromkeys(outcomes))
    if not listed:
        raise ValueError("outcomes must not be empty: there is no quality to compare")
    return listed


def _table(quality: Quality, databases: list[Database], outcomes: list[Any]) -> dict[Database, list[int]]:
    return {database: [as_integer(quality(database, f), "quality") for f in outcomes] for database in databases}


def _additions(databases: list[Database]) -> list[Pair]:
    """Return the pairs (smaller, larger)."""
    return [(left, right) for left, right in add_remove_one(databases) if len(left) < len(right)]
