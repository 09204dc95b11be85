"""TreeLog on sorted points: the law of ``tree_log``, for millions of points of any length.

Definitions
-----------
The steps are those of :mod:`~privlearn.learners.interior_point.tree_log.law`; a path is a walk over splits, a node an
interval of sorted points, and outcomes of equal score stand together in runs.  The same text gives the exact table on
small inputs (equal to the plain one) and exact samples on large ones.

>>> from privlearn.learners.interior_point.tree_log.law import Level, tree_log_law
>>> level = Level(exp_path=2, exp_choose=2, threshold=2, exp_end=2, trim=0, stop=1)
>>> parameters = TreeLogParameters((level,), exp_base=2)
>>> points = (1, 3, 3, 3, 6)
>>> fast_tree_log_law(points, 3, parameters).exact() == tree_log_law(points, 3, parameters).exact()
True

Source: KLMNS20, Algorithm TreeLog; this form of it is ours.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from privlearn.exact import as_fraction, as_integer
from privlearn.exact.rationals import Number
from privlearn.laws import Law, pure
from privlearn.laws.powers import Run, merged, power_law
from privlearn.learners.interior_point.tree_log.law import TreeLogParameters
from privlearn.learners.interior_point.trees.common_prefixes import Array, SortedPoints, sorted_points
from privlearn.learners.interior_point.trees.fast_walk import Kept, inner_points, nodes_at, trimmed, walk_law
from privlearn.learners.interior_point.trees.nodes import Node
from privlearn.learners.interior_point.trees.walk import candidates


def fast_interior_point_law(points: SortedPoints, size: int, exp_epsilon: Number, threshold: int | None = None) -> Law:
    """Return the exponential mechanism for interior points over the whole domain ``0..size - 1``.

    With a ``threshold``, "no answer" (None) is one more outcome, of this score.

    Notes
    -----
    Guarantee: the law of ``tree_log.interior_point_law(database, range(size), exp_epsilon, threshold)``.  All points
    between two neighbours of the database share a score, and scores fall away from the median on either side, so that
    a sample reads only the runs near the median; ``size`` may have millions of bits.

    Examples
    --------
    >>> fast_interior_point_law(sorted_points([0, 1], bits=2), 3, exp_epsilon=2).exact()
    {0: Fraction(2, 5), 1: Fraction(2, 5), 2: Fraction(1, 5)}
    """
    m, n, total = len(points), points.size, as_integer(size, "size", least=1)
    silent: list[Run] = [] if threshold is None else [(as_integer(threshold, "threshold"), 1, None)]
    if m == 0:
        return power_law(list(merged(iter([(0, total, 0)]), iter(silent))), exp_epsilon).map(_offset)
    if points.value(m - 1) >= total:
        raise ValueError(f"points must lie in the domain 0..{total - 1}")
    peak = int(np.searchsorted(points.before, (n + 1) // 2, side="left")) - 1  # the distinct point that is a median

    def lower() -> Iterator[Run]:  # from the median downwards, scores are numbers of elements at or below
        for i in range(peak - 1, -1, -1):
            start = points.value(i)
            yield int(points.before[i + 1]), points.value(i + 1) - start, start
        if points.value(0) > 0:
            yield 0, points.value(0), 0

    def upper() -> Iterator[Run]:  # upwards, numbers of elements at or above
        for i in range(peak + 1, m):
            start = points.value(i - 1) + 1
            yield n - int(points.before[i]), points.value(i) - start + 1, start
        if points.value(m - 1) < total - 1:
            yield 0, total - 1 - points.value(m - 1), points.value(m - 1) + 1

    def runs() -> Iterator[Run]:
        best: Run = min(int(points.before[peak + 1]), n - int(points.before[peak])), 1, points.value(peak)
        yield from merged(iter([best]), lower(), upper(), iter(silent))

    return power_law(runs, exp_epsilon, total + len(silent)).map(_offset)


def _offset(outcome: tuple[int | None, int]) -> int | None:
    return None if outcome[0] is None else outcome[0] + outcome[1]


def fast_node_law(kept: Kept, depth: int, exp_epsilon: Number, threshold: Number) -> Law:
    """Return the private choice of a node at ``depth`` by weight (Step 7); None where there is no answer.

    Notes
    -----
    Guarantee: the law of ``tree_log.node_law``.  Nodes of equal weight form one run.
    """
    starts, weights = nodes_at(kept, as_integer(depth, "depth", least=0, most=kept.points.bits))

    def node(place: int | None) -> Node | None:
        if place is None:
            return None
        return depth, kept.points.value(int(starts[place])) >> (kept.points.bits - depth)

    return weighed_law(weights, exp_epsilon, threshold).map(node)


def weighed_law(weights: Array, exp_epsilon: Number, threshold: Number) -> Law:
    """Return the one-shot choice of a place by its positive weight, None where there is no answer.

    Examples
    --------
    >>> from fractions import Fraction
    >>> weighed_law(np.array([2, 1, 2]), exp_epsilon=2, threshold=1).exact() == {
    ...     0: Fraction(1, 3), 1: Fraction(1, 6), 2: Fraction(1, 3), None: Fraction(1, 6)}
    True
    """
    order = np.argsort(-weights, kind="stable")
    ends = np.flatnonzero(np.diff(weights[order], append=-1)) + 1
    groups = list(zip(np.concatenate(([0], ends[:-1])).tolist(), ends.tolist(), strict=True)) if len(order) else []
    chosen: list[Run] = [(int(weights[order[a]]), b - a, a) for a, b in groups]
    runs = list(merged(iter(chosen), iter([(_whole(threshold), 1, None)])))

    def place(outcome: tuple[int | None, int]) -> int | None:
        return None if outcome[0] is None else int(order[outcome[0] + outcome[1]])

    return power_law(runs, exp_epsilon).map(place)


def _whole(threshold: Number) -> Number:
    exact = as_fraction(threshold, "threshold")
    return exact.numerator if exact.denominator == 1 else exact


def candidate_law(points: SortedPoints, node: Node, exp_epsilon: Number) -> Law:
    """Return the choice among the candidate leaves of a node by their scores on all points (Steps 8 and 9)."""
    scored = sorted(((points.interior_score(x), -x) for x in candidates(node, points.bits)), reverse=True)
    return power_law([(score, 1, -x) for score, x in scored], exp_epsilon).map(_offset)


def fast_tree_log_law(database: Any, bits: int, parameters: TreeLogParameters) -> Law:
    """Return the law of TreeLog's answer, over points and None.

    Parameters
    ----------
    database : SortedPoints, integer array, sequence of int, or SparsePoints
    bits : int
        The domain is ``0..2^bits - 1``.
    parameters : TreeLogParameters

    Notes
    -----
    Guarantee: the law of ``tree_log.tree_log_law``, for databases in any order.  Cost of a sample: the sort, then O(n)
    machine operations for each level and one step for each split on the path; memory O(n) words beside the points.
    Thresholds of the choice must be integers for the exact table; samples take any.

    Examples
    --------
    >>> import random
    >>> from privlearn.learners.interior_point.tree_log.law import Level
    >>> level = Level(exp_path=None, exp_choose=2, threshold=20, exp_end=2, trim=20, stop=60)
    >>> law = fast_tree_log_law([2**1000 + 5] * 60 + [2**1023] * 101, 1024, TreeLogParameters((level,), exp_base=2))
    >>> 2**1000 + 5 <= law.sample(random.Random(20)) <= 2**1023
    True
    """
    if not isinstance(parameters, TreeLogParameters):
        raise ValueError(f"parameters must be TreeLogParameters, got {parameters!r}")
    points = sorted_points(database, bits)
    return _solve(points, 1 << bits, parameters)


def _solve(points: SortedPoints, size: int, parameters: TreeLogParameters) -> Law:
    if not parameters.levels:
        return fast_interior_point_law(points, size, parameters.exp_base, parameters.threshold_base)
    level, bits, rest = parameters.levels[0], points.bits, replace(parameters, levels=parameters.levels[1:])
    kept = trimmed(points, level.trim)

    def inner(end: tuple[int, int, int]) -> Law:
        return _solve(inner_points(kept, end, level.stop), bits + 1, rest)

    def choose(y: int | None) -> Law:
        return pure(None) if y is None else fast_node_law(kept, min(y, bits), level.exp_choose, level.threshold)

    def finish(node: Node | None) -> Law:
        return pure(None) if node is None else candidate_law(points, node, level.exp_end)

    return walk_law(kept, level.stop, level.exp_path).then(inner).then(choose).then(finish)
