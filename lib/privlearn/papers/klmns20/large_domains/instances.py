"""KLMNS20, Section 3: points by words, databases, a million points, and wrong forms of TreeLog without the tree."""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from privlearn.laws import Law, pure
from privlearn.laws.powers import PowerPair, unfold
from privlearn.learners.interior_point.heavy_paths import HeavyPathsParameters
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters
from privlearn.learners.interior_point.trees import SparsePoints, level_bits, sorted_points
from privlearn.learners.interior_point.trees.common_prefixes import Array, SortedPoints
from privlearn.learners.interior_point.trees.fast_walk import NONE, Kept, fall_levels_by_point, walk_law


def exponents(points: list[int]) -> SparsePoints:
    """Return integers as sparse points."""
    width = max([1, *(x.bit_count() for x in points)])
    rows = np.full((len(points), width), -1, dtype=np.int64)
    for row, x in zip(rows, points, strict=True):
        row[:x.bit_count()] = [e for e in range(x.bit_length()) if x >> e & 1]
    return SparsePoints(rows)


def samples_of_words() -> Iterator[tuple[str, list[int], int]]:
    """Yield named samples of points."""
    stream = random.Random(64)
    yield "10^4 random words", [stream.getrandbits(64) for _ in range(10_001)], 64
    yield "words next to powers of two", [2**k + d for k in range(1, 64) for d in (-1, 0)] + [2**64 - 1], 64
    clustered = [(7 << 60) + stream.getrandbits(stream.choice((1, 9, 20, 33))) for _ in range(2_000)]
    yield "2000 words in nested clusters", clustered, 64


def by_strings(points, bits: int) -> list[int]:
    """Return the common prefixes of neighbouring distinct points from their binary words."""
    words = [f"{x:0{bits}b}" for x in sorted(set(points))]
    return [next(k for k in range(bits) if a[k] != b[k]) for a, b in zip(words, words[1:], strict=False)]


@cache
def first_change(points: tuple[int, ...]) -> tuple[int, int]:
    """Return the first bit that is not constant, and the first point of which it is 1 (the points are in order)."""
    depth = next(d for d in range(4) if len({x >> (3 - d) & 1 for x in points}) == 2)
    bits = [x >> (3 - depth) & 1 for x in points]
    return (depth, bits.index(1)) if bits == sorted(bits) else (-1, -9)


def prefix_arrays(size: int) -> Iterator[tuple[str, list[int]]]:
    """Yield shapes of arrays of common prefixes: two combs, a balanced tree, and a random order."""
    yield "comb to the right", list(range(size))
    yield "comb to the left", list(range(size, 0, -1))
    yield "balanced", [20 - (k & -k).bit_length() for k in range(1, size)]
    yield "random", random.Random(size).sample(range(size), size)


def family(name: str) -> tuple[list[int], int]:
    """Return a database of some points and its number of bits."""
    if name == "comb":
        return [1 << k for k in range(200)], 200
    if name == "two long chains":
        return [5] * 40 + [4] * 30 + [2**199 + 2] * 50, 200
    stream = random.Random(9)
    return [stream.getrandbits(200) for _ in range(300)], 200


PRACTICAL = TreeLogParameters((Level(exp_path=Fraction(21, 20), exp_choose=Fraction(5, 4), threshold=63,
                                     exp_end=Fraction(23, 20), trim=27, stop=275),),
                              Fraction(5, 4))
PRACTICAL_HEAVY = HeavyPathsParameters(levels=2, trim=90, stop=900, threshold=300, high=600,
                                       exp_threshold=Fraction(8, 7), exp_query=Fraction(16, 15),
                                       exp_path=Fraction(60, 59), exp_level=Fraction(11, 10), level_threshold=150,
                                       exp_choose=Fraction(21, 20), threshold_choose=300, exp_end=Fraction(15, 14))


def million(kind: str) -> tuple[Any, int]:
    """Return a million points of a kind, and their number of bits."""
    if kind == "2^64":
        return np.random.default_rng(64).integers(0, 2**64, 10**6, dtype=np.uint64), 64
    if kind == "2^1024":
        stream = random.Random(1024)
        return [stream.getrandbits(1024) for _ in range(10**6)], 1024
    return SparsePoints(np.arange(10**6)[:, None]), 1 << 20


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
