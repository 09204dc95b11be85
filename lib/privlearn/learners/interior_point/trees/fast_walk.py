"""TreeLog's path without the tree: a walk over the places where sorted points part, and the levels it leaves behind.

Definitions
-----------
Let ``lo..hi-1`` be the distinct points that are left after trimming, ``mass[i]`` the number of remaining elements
before ``v_i``.  The *splits* of these points form a binary tree: the root is the place of the least common prefix,
its subtrees are those of the points on either side.  A walk goes from split to split; what the printed algorithm does
at the nodes in between (all points on one side) takes no time.  The walk ends in an *end* ``(depth, i, j)``: the last
node has this depth and contains the points ``i..j-1``.  From the end alone the level at which each other point fell
off is known: the least common prefix between it and the end.

>>> from fractions import Fraction
>>> from privlearn.learners.interior_point.trees.common_prefixes import sorted_points
>>> kept = trimmed(sorted_points([0, 1, 2, 2, 3], bits=2), trim=0)
>>> walk_law(kept, stop=2, exp_path=2).exact() == {(2, 2, 3): Fraction(4, 9), (1, 0, 2): Fraction(1, 3),
...                                                (2, 3, 4): Fraction(2, 9)}
True
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from privlearn.exact import as_exp_epsilon, as_integer
from privlearn.exact.rationals import Number
from privlearn.laws import Law, pure
from privlearn.laws.powers import PowerPair, log2_floor, unfold
from privlearn.learners.interior_point.trees.common_prefixes import Array, SortedPoints, from_runs
from privlearn.learners.interior_point.trees.nodes import Node, level_bits

End = tuple[int, int, int]
State = tuple[int, int, int, int]  # depth, first point, end of the points, split
NONE = -1


@dataclass(frozen=True)
class Kept:
    """The part of a database that is left after trimming: ``mass`` counts its elements before each distinct point."""

    points: SortedPoints
    first: int
    last: int
    mass: Array

    @property
    def size(self) -> int:
        """The number of elements."""
        return int(self.mass[-1])


def trimmed(points: SortedPoints, trim: int) -> Kept:
    """Return the database without its ``trim`` smallest and ``trim`` largest elements: the counts are clipped.

    Examples
    --------
    >>> from privlearn.learners.interior_point.trees.common_prefixes import sorted_points
    >>> kept = trimmed(sorted_points([4, 4, 4, 6, 7], bits=3), trim=2)
    >>> kept.first, kept.last, kept.mass.tolist()
    (0, 1, [0, 1, 1, 1])
    """
    cut = as_integer(trim, "trim", least=0)
    ends = cut, max(cut, points.size - cut)
    mass = np.clip(points.before, *ends)
    mass -= ends[0]
    first = int(np.searchsorted(mass, 0, side="right")) - 1
    last = int(np.searchsorted(mass, mass[-1], side="left"))
    return Kept(points, first, max(first, last), mass) if mass[-1] else Kept(points, 0, 0, mass)


def middle_points(points: SortedPoints, trim: int) -> SortedPoints:
    """Return the database without its ``trim`` smallest and ``trim`` largest elements as one of its own.

    Notes
    -----
    Guarantee: the elements of ``tree.middle``.  Databases that differ in one element become databases that differ in
    one element at most.

    Examples
    --------
    >>> from privlearn.learners.interior_point.trees.common_prefixes import sorted_points
    >>> inner = middle_points(sorted_points([4, 4, 4, 6, 7], bits=3), trim=1)
    >>> [inner.value(k) for k in range(len(inner))], inner.before.tolist(), inner.common.tolist()
    ([4, 6], [0, 2, 3], [1])
    """
    kept = trimmed(points, trim)
    if not kept.size:
        return points.part(0, 0, kept.mass[:1])
    return points.part(kept.first, kept.last, kept.mass[kept.first:kept.last + 1])


def split_tree(common: Array) -> tuple[list[int], list[int], int]:
    """Return the tree of minima of an array: left child and right child of every place, -1 for none, and the root.

    Cost: O(length), however unbalanced the tree is.

    Examples
    --------
    >>> split_tree(np.array([2, 0, 1]))
    ([-1, 0, -1], [-1, 2, -1], 1)
    """
    values = common.tolist()
    left, right = [NONE] * len(values), [NONE] * len(values)
    open_places: list[int] = []
    for place, value in enumerate(values):
        while open_places and values[open_places[-1]] > value:
            left[place] = open_places.pop()
        if open_places:
            right[open_places[-1]] = place
        open_places.append(place)
    return left, right, open_places[0] if open_places else NONE


def walk_law(kept: Kept, stop: int, exp_path: Number | None) -> Law:
    """Return the law of the end of TreeLog's path: random, or the heavy path if ``exp_path`` is None.

    Parameters
    ----------
    kept : Kept
    stop : int
        The stopping weight, at least 0.
    exp_path : number of at least 1, or None
        ``e^epsilon`` of a step.  On the heavy path the left child wins a tie.

    Notes
    -----
    Guarantee: the law of ``tree.path_law`` (of ``tree.heavy_node``), with :func:`last_node` as the name of an end.
    Cost of a sample: O(distinct points) once, then one step for each split on the path.
    """
    least, base = as_integer(stop, "stop", least=0), None if exp_path is None else as_exp_epsilon(exp_path, "exp_path")
    if kept.size <= least:
        return pure((0, kept.first, kept.last))
    lo, bits = kept.first, kept.points.bits
    common = kept.points.common[lo:max(lo, kept.last - 1)]
    left, right, root = split_tree(common)
    mass, depths = _view(kept.mass), _view(common)

    def parts(state: State) -> tuple[State, State, int] | None:  # the heavier child, the lighter one, their gap
        _, i, j, place = state
        if place == NONE or mass[j] - mass[i] <= least:
            return None
        cut, below = lo + place + 1, depths[place] + 1
        near, far = (below, i, cut, left[place]), (below, cut, j, right[place])
        gap = 2 * mass[cut] - mass[i] - mass[j]
        return (near, far, gap) if gap >= 0 else (far, near, -gap)

    def end(state: State) -> End:  # one point that is heavy enough is followed to its leaf
        depth, i, j, place = state
        return (bits if place == NONE and mass[j] - mass[i] > least else depth), i, j

    start: State = (0, lo, kept.last, root)
    if base is None:
        return pure(end(_followed(start, parts)))
    ratio, floor = base, log2_floor(base)

    def step(state: State) -> Law | None:
        found = parts(state)
        return None if found is None else PowerPair(*found, ratio, floor)

    return unfold(start, step).map(end)


def _followed(start: State, parts: Callable[[State], tuple[State, State, int] | None]) -> State:
    """Return the last state of the walk that always goes to the heavier child."""
    state, found = start, parts(start)
    while found is not None:
        state = found[0]
        found = parts(state)
    return state


def _view(array: Any) -> Any:  # its entries are Python integers, quicker to get than numpy's
    contiguous: Any = np.ascontiguousarray(array)
    return memoryview(contiguous)


def last_node(points: SortedPoints, end: End) -> Node:
    """Return the node ``(depth, prefix)`` of an end; the prefix is an integer of ``depth`` bits.

    Examples
    --------
    >>> from privlearn.learners.interior_point.trees.common_prefixes import sorted_points
    >>> last_node(sorted_points([0, 1, 2, 2, 3], bits=2), (1, 0, 2))
    (1, 0)
    """
    depth, i, _ = end
    return (depth, points.value(i) >> (points.bits - depth)) if depth else (0, 0)


def fall_levels_by_point(kept: Kept, end: End) -> Array:
    """Return the level of every distinct point ``first..last-1``: running minima away from the end."""
    depth, i, j = end
    common = kept.points.common
    before = np.minimum.accumulate(common[kept.first:i][::-1])[::-1]
    after = np.minimum.accumulate(common[j - 1:max(j - 1, kept.last - 1)])
    return np.concatenate((before, np.full(j - i, depth, dtype=np.int64), after)).astype(np.int64)


def inner_points(kept: Kept, end: End, trim: int) -> SortedPoints:
    """Return TreeLog's inner database: all levels without the ``trim`` largest, on the bits that hold a level.

    Examples
    --------
    >>> from privlearn.learners.interior_point.trees.common_prefixes import sorted_points
    >>> kept = trimmed(sorted_points([0, 0, 0, 2, 2], bits=2), trim=0)
    >>> inner = inner_points(kept, (2, 0, 1), trim=2)
    >>> [inner.value(k) for k in range(len(inner))], inner.before.tolist()
    ([0, 2], [0, 2, 3])
    """
    levels = fall_levels_by_point(kept, end)
    weights = np.diff(kept.mass[kept.first:kept.last + 1])
    order = np.argsort(levels, kind="stable")
    levels, weights = levels[order], weights[order]
    starts = np.flatnonzero(np.diff(levels, prepend=-1))
    totals = np.add.reduceat(weights, starts) if len(starts) else weights
    before = np.clip(np.concatenate(([0], np.cumsum(totals))), 0, max(0, kept.size - as_integer(trim, "trim", least=0)))
    counts = np.diff(before)
    stays = counts > 0
    return from_runs(levels[starts][stays], counts[stays], level_bits(kept.points.bits))


def nodes_at(kept: Kept, depth: int) -> tuple[Array, Array]:
    """Return the nodes of positive weight at a depth, in order: where each begins (and the last ends), and weights.

    Examples
    --------
    >>> from privlearn.learners.interior_point.trees.common_prefixes import sorted_points
    >>> starts, weights = nodes_at(trimmed(sorted_points([0, 1, 2, 2, 5], bits=3), trim=0), depth=2)
    >>> starts.tolist(), weights.tolist()
    ([0, 2, 3, 4], [2, 2, 1])
    """
    if kept.first == kept.last:
        return np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int64)
    inside = kept.points.common[kept.first:kept.last - 1]
    starts = np.concatenate(([kept.first], kept.first + 1 + np.flatnonzero(inside < depth), [kept.last]))
    return starts, np.diff(kept.mass[starts])
