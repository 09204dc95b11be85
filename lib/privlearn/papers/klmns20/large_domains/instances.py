"""KLMNS20, Section 3: points by their binary words, arrays of prefixes, databases, and a million points."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from privlearn.learners.interior_point.heavy_paths import HeavyPathsParameters
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters
from privlearn.learners.interior_point.trees import SparsePoints


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
