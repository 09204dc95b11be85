"""Relabelling: a labelled database gets the labels of a concept that is chosen privately, almost as good as the best.

Definitions
-----------
A *score* ``q(D, h)`` says how badly a concept ``h`` suits the labelled rows ``D``; smaller is better.  The *patterns*
of a class on points ``P`` are the restrictions ``h|_P`` of its concepts.  ``A_Relabel`` takes ``D`` and ``T``, chooses
one of the patterns on the points that occur in either, with probability proportional to ``e^{-epsilon q(D, h)/2}``,
and replaces all labels of ``D`` and ``T`` by its values.  The labels of ``T`` are not looked at.

The score must depend on ``h`` only through its values on the points of ``D``.  If it looked at ``h`` on further points,
the patterns' scores could change with a row of ``T``, although ``T`` is not scored.  This is checked on every call, for
the concepts of the class.

>>> from privlearn.concepts import initial_segments
>>> law = relabel_law(initial_segments(3), error_count, ((0, 0), (1, 1)), ((2, 0),), exp_epsilon=4)
>>> for (data, other), probability in law.exact().items():
...     print(data, other, probability)
((0, 0), (1, 0)) ((2, 0),) 2/7
((0, 1), (1, 0)) ((2, 0),) 1/7
((0, 1), (1, 1)) ((2, 0),) 2/7
((0, 1), (1, 1)) ((2, 1),) 2/7

Source: ABMS20, Algorithm 2.
"""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from privlearn.concepts import Concept, ConceptClass
from privlearn.exact import as_exp_epsilon, as_integer
from privlearn.exact.rationals import Number, rational_square_root
from privlearn.laws import Law, pure
from privlearn.learning.labelled import check_labelled
from privlearn.mechanisms import from_scores
from privlearn.mechanisms.neighbours import Database

Score = Callable[[Database, Concept], int]
Pattern = tuple[int, ...]


def error_count(data: Database, concept: Sequence[int]) -> int:
    """Return the number of labelled rows ``(x, y)`` with ``concept[x] != y`` (ABMS20, Example 5.2)."""
    return sum(int(concept[x]) != y for x, y in data)


def occurring_points(*databases: Database) -> tuple[int, ...]:
    """Return the distinct points of the rows ``(x, y)`` of all databases, in increasing order.

    Examples
    --------
    >>> occurring_points(((3, 0), (1, 1)), ((3, 1),))
    (1, 3)
    """
    return tuple(sorted({x for data in databases for x, _ in data}))


def patterns(concepts: ConceptClass, points: Iterable[int]) -> dict[Pattern, list[Concept]]:
    """Return the patterns of the class on the points, each with the concepts that have it, in the class's order.

    Examples
    --------
    >>> from privlearn.concepts import initial_segments
    >>> list(patterns(initial_segments(3), (0, 2)))
    [(0, 0), (1, 0), (1, 1)]
    >>> list(patterns(initial_segments(3), ()))
    [()]
    """
    columns = [as_integer(x, "points", least=0, most=concepts.size - 1) for x in points]
    found: dict[Pattern, list[Concept]] = {}
    for row in concepts.rows():
        found.setdefault(tuple(row[x] for x in columns), []).append(row)
    return found


def pattern_scores(concepts: ConceptClass, score: Score, data: Database, other: Database) -> dict[Pattern, int]:
    """Return the score ``q(data, h)`` of every pattern on the points that occur in ``data`` or ``other``.

    Raises
    ------
    ValueError
        If the class is empty, a row is not ``(x, y)`` with a point of the domain and a label 0 or 1, or two concepts
        that agree on the points of ``data`` have different scores (the points of ``other`` do not count).

    Examples
    --------
    >>> from privlearn.concepts import initial_segments
    >>> pattern_scores(initial_segments(2), error_count, ((0, 1),), ((1, 0),))
    {(0, 0): 1, (1, 0): 0, (1, 1): 0}
    """
    if not isinstance(concepts, ConceptClass) or len(concepts) == 0:
        raise ValueError(f"concepts must be a ConceptClass with at least one concept, got {concepts!r}")
    check_labelled(data, concepts.size)
    check_labelled(other, concepts.size)
    points, own = occurring_points(data, other), {x for x, _ in data}
    places = [k for k, x in enumerate(points) if x in own]
    found, seen = dict[Pattern, int](), dict[Pattern, set[int]]()
    for pattern, rows in patterns(concepts, points).items():
        values = {score(data, row) for row in rows}
        if len(places) < len(points):
            values |= seen.setdefault(tuple([pattern[k] for k in places]), values)
        if len(values) > 1:
            raise ValueError(f"score must depend only on the values at the points of the database, got scores "
                             f"{sorted(values)} for concepts that agree on the points {sorted(own)}")
        (found[pattern],) = values
    return found


def relabelled(data: Database, points: Sequence[int], pattern: Sequence[int]) -> Database:
    """Return ``data`` with every label replaced by the pattern's value; points, order and multiplicity stay."""
    value = dict(zip(points, pattern, strict=True))
    return tuple((x, value[x]) for x, _ in data)


def pattern_law(concepts: ConceptClass, score: Score, data: Database, other: Database, exp_epsilon: Number) -> Law:
    """Return the law of the chosen pattern on :func:`occurring_points` (step 3 of the algorithm)."""
    root = rational_square_root(as_exp_epsilon(exp_epsilon), "exp_epsilon")
    found = pattern_scores(concepts, score, data, other)
    return from_scores({pattern: -value for pattern, value in found.items()}, root)


def relabel_law(concepts: ConceptClass, score: Score, data: Database, other: Database, exp_epsilon: Number) -> Law:
    """Return the law of ``A_Relabel``: the pair of relabelled databases.

    Parameters
    ----------
    concepts : ConceptClass
        At least one concept.
    score : callable
        ``(database, concept) -> int``, smaller is better; must depend on the concept only through its values on the
        points of the database, here ``data``.  Matched sensitivity 1 is what privacy needs besides.
    data, other : tuples of rows ``(x, y)``
        D and T.  The labels of ``other`` are ignored.
    exp_epsilon : number
        At least 1, the square of a rational.  The paper has epsilon = 1.

    Returns
    -------
    Law
        Outcomes ``(relabelled data, relabelled other)``, both consistent with one concept.

    Raises
    ------
    ValueError
        As :func:`pattern_scores`.

    Notes
    -----
    Not private by itself: the outcome shows the points.  Cost: one evaluation of the score for every concept.

    References
    ----------
    ABMS20, Algorithm 2.
    """
    points = occurring_points(data, other)
    chosen = pattern_law(concepts, score, data, other, exp_epsilon)
    return chosen.map(lambda pattern: (relabelled(data, points, pattern), relabelled(other, points, pattern)))


def initial_segment_errors(data: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return the errors on ``data`` of the patterns of initial segments: the first 0, 1, ..., all of the points are 1.

    Parameters
    ----------
    data : integer array, shape (rows, 2)
        Labelled rows ``(x, y)``, all ``x`` among ``points``.
    points : integer array, increasing

    Returns
    -------
    ndarray of int64, shape (len(points) + 1,)

    Notes
    -----
    Cost: O(rows log rows), where listing all patterns takes rows times patterns steps.

    Examples
    --------
    >>> initial_segment_errors(np.array([[2, 1], [5, 0], [5, 1], [9, 0]]), np.array([2, 5, 9])).tolist()
    [2, 1, 1, 2]
    """
    table = np.asarray(data, dtype=np.int64).reshape(-1, 2)
    where = np.searchsorted(points, table[:, 0])
    if len(table) and (where.max() >= len(points) or not np.array_equal(np.asarray(points)[where], table[:, 0])):
        raise ValueError("points must contain every point of the data")
    ones = np.bincount(where[table[:, 1] == 1], minlength=len(points))
    zeros = np.bincount(where[table[:, 1] == 0], minlength=len(points))
    steps = np.concatenate([[ones.sum()], zeros - ones])
    return np.cumsum(steps).astype(np.int64)


def initial_segment_law(size: int, data: Database, other: Database, exp_epsilon: Number) -> Law:
    """Return the law of the number of occurring points that ``A_Relabel`` labels 1, for initial segments of 0..size-1.

    The same choice as :func:`pattern_law` with :func:`error_count` makes, for domains and databases of any size: the
    patterns on m points are "the first k of them", k = 0, ..., m.

    Examples
    --------
    >>> initial_segment_law(2**20, ((7, 1), (900_000, 1)), ((800, 0),), 4).exact()[3]
    Fraction(4, 9)
    """
    n = as_integer(size, "size", least=1)
    check_labelled(data, n)
    check_labelled(other, n)
    root = rational_square_root(as_exp_epsilon(exp_epsilon), "exp_epsilon")
    points = np.array(occurring_points(data, other), dtype=np.int64)
    if not len(points):
        return pure(0)
    counts = initial_segment_errors(np.array(data, dtype=np.int64), points)
    return from_scores({k: -int(errors) for k, errors in enumerate(counts)}, root)
