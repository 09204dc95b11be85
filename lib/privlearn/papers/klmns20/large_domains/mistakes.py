"""Wrong forms of TreeLog without the tree, each of which a check must refuse."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from privlearn.laws import Law, pure
from privlearn.laws.powers import PowerPair, unfold
from privlearn.learners.interior_point.trees import level_bits, sorted_points
from privlearn.learners.interior_point.trees.common_prefixes import Array, SortedPoints
from privlearn.learners.interior_point.trees.fast_walk import NONE, Kept, fall_levels_by_point, walk_law


def broken_prefixes_by_float_logarithm(points: list[int], bits: int, kind: str) -> list[int]:
    """Find bit lengths by a floating-point logarithm of the whole word: 53 bits are not enough."""
    words = np.unique(np.array(points, dtype=np.uint64))
    lengths = np.floor(np.log2((words[1:] ^ words[:-1]).astype(np.float64))).astype(int) + 1
    return [bits - int(length) for length in lengths]


def broken_sparse_prefixes(points: list[int], bits: int, kind: str) -> list[int]:
    """Take the lower of the first two set bits that differ."""
    ordered = sorted(set(points))
    listed = [[e for e in reversed(range(x.bit_length())) if x >> e & 1] + [-1] for x in ordered]
    found = []
    for one, other in zip(listed, listed[1:], strict=False):
        place = next(k for k in range(len(other)) if one[k] != other[k])
        found.append(bits - 1 - min(one[place], other[place]))
    return found


def broken_walk_by_distinct_points(kept: Kept, stop: int, exp_path) -> Law:
    """Weigh every distinct point once."""
    once = np.minimum(np.maximum(np.arange(len(kept.mass)) - kept.first, 0), kept.last - kept.first)
    return walk_law(replace(kept, mass=once.astype(np.int64)), stop, exp_path)


def broken_inner_without_smallest(kept: Kept, end: tuple[int, int, int], trim: int) -> SortedPoints:
    """Drop the smallest levels, which are those of the first splits."""
    weights = np.diff(kept.mass[kept.first:kept.last + 1]).astype(np.intp)  # numpy repeats by its own kind of integer
    levels = np.sort(np.repeat(fall_levels_by_point(kept, end), weights))
    return sorted_points(levels[trim:].tolist(), level_bits(kept.points.bits))


def broken_split_by_scanning(common: Array) -> tuple[list[int], list[int], int]:
    """Find every minimum by a scan of its interval: quadratic on a comb."""
    values = common.tolist()
    left, right, root = [NONE] * len(values), [NONE] * len(values), NONE
    waiting: list[tuple[int, int, Any]] = [(0, len(values), None)]
    while waiting:
        i, j, parent = waiting.pop()
        if i == j:
            continue
        place = min(range(i, j), key=values.__getitem__)
        if parent is None:
            root = place
        else:
            (left if place < parent else right)[parent] = place
        waiting += [(i, place, place), (place + 1, j, place)]
    return left, right, root


def broken_walk_node_by_node(kept: Kept, stop: int, exp_path) -> Law:
    """Throw a coin at every node of the path, also where one child is empty: the right law, in 2^20 steps or more."""
    points, mass, bits = kept.points, kept.mass, kept.points.bits
    values = [points.value(k) for k in range(len(points))]

    def step(state: tuple[int, int, int]) -> Law | None:
        depth, i, j = state
        if depth == bits or mass[j] - mass[i] <= stop:
            return None
        cut = i + sum(1 - (x >> (bits - depth - 1) & 1) for x in values[i:j])
        near, far = (depth + 1, i, cut), (depth + 1, cut, j)
        gap = int(2 * mass[cut] - mass[i] - mass[j])
        if cut in (i, j):  # weight 0 on one side: an infinite gap, thrown all the same
            return PowerPair(near if cut == j else far, None, 10**6, Fraction(2))
        return PowerPair(*((near, far) if gap >= 0 else (far, near)), abs(gap), Fraction(exp_path))

    start = 0, kept.first, kept.last
    return unfold(start, step) if kept.size > stop else pure(start)


class FloatCoin(Law):
    """A coin whose probability and whose random number are rounded to floats."""

    def __init__(self, gap: int, base: Fraction):
        self._gap, self._base = gap, base

    def sample(self, rng) -> bool:
        """Tell whether the light side is up."""
        return bool(rng.getrandbits(64) / 2.0**64 < 1 / (1 + float(self._base) ** self._gap))


def broken_coin_by_floats(gap: int, base: Fraction) -> Law:
    """Decide in floating point."""
    return FloatCoin(gap, base)
