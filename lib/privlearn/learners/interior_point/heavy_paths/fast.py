"""HeavyPaths on sorted points: the law of ``heavy_paths_law``, for millions of points of any length.

Definitions
-----------
The steps are those of :mod:`~privlearn.learners.interior_point.heavy_paths.law`.  The databases ``D_0, D_1, ...`` are
kept as runs (level, count); a heavy path and the one random path are walks over splits
(:mod:`~privlearn.learners.interior_point.trees.fast_walk`), the largest multiplicity is the longest run, and levels or
nodes of equal weight are chosen together.  The same text gives the exact table on small inputs (equal to the plain one)
and exact samples on large ones: noises of StoppingPoint are two-sided geometric with rational ratios, all other draws
powers of rationals compared with enclosures.

>>> from privlearn.learners.interior_point.heavy_paths.law import heavy_paths_law
>>> settings = HeavyPathsParameters.with_one_base(2, levels=2, trim=0, stop=1, threshold=1, high=1, exp_threshold=4,
...                                               exp_query=4, level_threshold=2, threshold_choose=2)
>>> points = (1, 3, 3, 3, 6)
>>> fast_heavy_paths_law(points, 3, settings).exact() == heavy_paths_law(points, 3, settings).exact()
True

Source: KLMNS20, Algorithms 2 to 6 (Section 4); this form of them is ours.
"""

from typing import Any

import numpy as np

from privlearn.exact import as_integer
from privlearn.laws import Law, pure
from privlearn.learners.interior_point.heavy_paths.law import HeavyPathsParameters
from privlearn.learners.interior_point.tree_log.fast import candidate_law, fast_node_law, weighed_law
from privlearn.learners.interior_point.trees.common_prefixes import SortedPoints, sorted_points
from privlearn.learners.interior_point.trees.fast_walk import End, inner_points, trimmed, walk_law
from privlearn.mechanisms import above_threshold


def fast_construct_paths(points: SortedPoints, levels: int, trim: int, stop: int) -> tuple[SortedPoints, ...]:
    """Return the databases ``D_0, ..., D_levels`` of ConstructPaths.

    Notes
    -----
    Guarantee: the databases of ``construct_paths.construct_paths``, as runs.  Cost: O(distinct points) for each level,
    and one step for each split on its heavy path.

    Examples
    --------
    >>> chain = fast_construct_paths(sorted_points([1, 1, 1, 2, 2, 6], bits=3), levels=2, trim=0, stop=1)
    >>> [[level.value(k) for k in range(len(level)) for _ in range(np.diff(level.before)[k])] for level in chain]
    [[1, 1, 1, 2, 2, 6], [0, 1, 1, 3, 3], [0, 0, 1, 2]]
    """
    chain = [points]
    for _ in range(as_integer(levels, "levels", least=0)):
        kept = trimmed(chain[-1], trim)
        end, = walk_law(kept, stop, None).masses()  # the heavy path has one end
        chain.append(inner_points(kept, _end(end), stop))
    return tuple(chain)


def longest_run(points: SortedPoints) -> int:
    """Return the largest multiplicity, 0 if there are no points.

    Examples
    --------
    >>> longest_run(sorted_points([2, 0, 2], bits=2)), longest_run(sorted_points([], bits=2))
    (2, 0)
    """
    return int(np.diff(points.before).max(initial=0))


def fast_level_law(points: SortedPoints, end: End, parameters: HeavyPathsParameters) -> Law:
    """Return OneRandomPath's choice of a level by multiplicity, for the path with this end; None is "no answer"."""
    inner = inner_points(trimmed(points, parameters.trim), end, parameters.stop)
    chosen = weighed_law(np.diff(inner.before), parameters.exp_level, parameters.level_threshold)
    return chosen.map(lambda place: None if place is None else inner.value(place))


def fast_random_step_law(points: SortedPoints, parameters: HeavyPathsParameters) -> Law:
    """Return OneRandomPath's law on the database ``D_i`` itself.

    Notes
    -----
    Guarantee: the law of ``heavy_paths.random_step_law``.
    """
    ends = walk_law(trimmed(points, parameters.trim), parameters.stop, parameters.exp_path)
    levels = ends.then(lambda end: fast_level_law(points, end, parameters))
    return levels.then(lambda y: fast_level_step_law(points, y, parameters))


def fast_level_step_law(points: SortedPoints, y: int | None, parameters: HeavyPathsParameters) -> Law:
    """Return LevelUp's law on the database ``D_i`` itself for the level ``y``; None gives None.

    Notes
    -----
    Guarantee: the law of ``heavy_paths.level_step_law``.
    """
    if y is None:
        return pure(None)
    depth = min(as_integer(y, "y", least=0), points.bits)
    nodes = fast_node_law(trimmed(points, parameters.trim), depth, parameters.exp_choose, parameters.threshold_choose)
    return nodes.then(lambda node: pure(None) if node is None else candidate_law(points, node, parameters.exp_end))


def fast_heavy_paths_law(database: Any, bits: int, parameters: HeavyPathsParameters) -> Law:
    """Return the law of HeavyPaths' answer, over points and None.

    Parameters
    ----------
    database : SortedPoints, integer array, sequence of int, or SparsePoints
    bits : int
        The domain is ``0..2^bits - 1``.
    parameters : HeavyPathsParameters

    Notes
    -----
    Guarantee: the law of ``heavy_paths.heavy_paths_law``, for databases in any order.  Cost of a sample: the sort, then
    O(n) machine operations for each level, one step for each split on the heavy paths and on the random one, and
    ``levels + 1`` noises; memory O(n) words beside the points.

    References
    ----------
    KLMNS20, Algorithm 6; constants are parameters.

    Examples
    --------
    >>> import random
    >>> settings = HeavyPathsParameters.with_one_base(2, levels=2, trim=20, stop=80, threshold=40, high=60,
    ...                                               level_threshold=20, threshold_choose=20)
    >>> low, high = 2**1000 + 5, 2**1023
    >>> law = fast_heavy_paths_law([low] * 400 + [high] * 400, 1024, settings)
    >>> low <= law.sample(random.Random(20)) <= high
    True
    """
    if not isinstance(parameters, HeavyPathsParameters):
        raise ValueError(f"parameters must be HeavyPathsParameters, got {parameters!r}")
    chain = fast_construct_paths(sorted_points(database, bits), parameters.levels, parameters.trim, parameters.stop)
    values = [longest_run(points) for points in chain[1:]]
    above = above_threshold(values, parameters.threshold, parameters.exp_threshold, parameters.exp_query)

    def answer(index: int | None) -> Law:
        last = parameters.levels - 1 if index is None else index  # AboveThreshold counts queries from 0
        law = fast_random_step_law(chain[last], parameters)
        for points in chain[:last][::-1]:
            law = _lifted(law, points, parameters)
        return law

    return above.then(answer)


def _lifted(law: Law, points: SortedPoints, parameters: HeavyPathsParameters) -> Law:
    return law.then(lambda y: fast_level_step_law(points, y, parameters))


def _end(outcome: Any) -> End:
    depth, i, j = outcome
    return int(depth), int(i), int(j)
