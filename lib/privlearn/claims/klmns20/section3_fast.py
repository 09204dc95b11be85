"""KLMNS20, Section 3: TreeLog without building the tree."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from privlearn.claims.broken.fast_mistakes import (
    broken_inner_without_smallest,
    broken_prefixes_by_float_logarithm,
    broken_sparse_prefixes,
    broken_walk_by_distinct_points,
)
from privlearn.claims.klmns20.tree_instances import multisets, up_to_swaps
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.learners.interior_point.fast_path import inner_points, last_node, trimmed, walk_law
from privlearn.learners.interior_point.sorted_points import SortedPoints, SparsePoints, sorted_points
from privlearn.learners.interior_point.tree import embed, heavy_node, middle, path_law

PAGE = "thresholds/large-domains"
KINDS = ("words", "integers", "sparse")
THREE_HALVES = Fraction(3, 2)

claim("KLMNS20-3.fast", kind="algorithm", section="3 Algorithm TreeLog", page=PAGE,
      title="TreeLog without building the tree", uses=("KLMNS20-alg1",),
      note="Not in the paper, which builds the tree. Points with few set bits are given by the numbers of these bits, "
           "which may lie anywhere, instead of an offset and a 64-bit word. That whole runs of the fast form have the "
           "law of the plain one is checked under Algorithm TreeLog; times for 10^6 points are recorded in benchmarks/ "
           "and shown on the page.")


def exponents(points: list[int]) -> SparsePoints:
    """Return integers as sparse points."""
    width = max([1, *(x.bit_count() for x in points)])
    rows = np.full((len(points), width), -1, dtype=np.int64)
    for row, x in zip(rows, points, strict=True):
        row[:x.bit_count()] = [e for e in range(x.bit_length()) if x >> e & 1]
    return SparsePoints(rows)


def common_prefixes(points: list[int], bits: int, kind: str) -> list[int]:
    """Return the common prefixes of neighbouring distinct points, by one of the three kinds of points."""
    if kind == "integers":  # the integers of any length live in a larger domain; the zeros in front are common
        return [found - 100 for found in sorted_points(points, bits + 100).common.tolist()]
    database = np.array(points, dtype=np.uint64) if kind == "words" else exponents(points)
    return sorted_points(database, bits).common.tolist()


def samples_of_words() -> Iterator[tuple[str, list[int], int]]:
    """Yield named samples of points."""
    stream = random.Random(64)
    yield "10^4 random words", [stream.getrandbits(64) for _ in range(10_001)], 64
    yield "words next to powers of two", [2**k + d for k in range(1, 64) for d in (-1, 0)] + [2**64 - 1], 64
    clustered = [(7 << 60) + stream.getrandbits(stream.choice((1, 9, 20, 33))) for _ in range(2_000)]
    yield "2000 words in nested clusters", clustered, 64


@check("KLMNS20-3.fast", grade="exhaustive",
       quantifier="all pairs of distinct points of 4 bits; 10^4 neighbouring pairs of random words of 64 bits, all "
                  "words 2^k - 1 and 2^k, 2000 words in clusters; each by three kinds of points against bit strings",
       fingerprint=lambda prefixes: [prefixes([1, 6, 7, 2**60 - 1, 2**60], 64, kind) for kind in KINDS])
def three_kinds_of_points_have_the_same_prefixes(prefixes=common_prefixes) -> Verdict:
    def cases() -> Iterator[Any]:
        for pair in combinations(range(16), 2):
            for kind in KINDS:
                yield (pair, kind), prefixes(list(pair), 4, kind), by_strings(pair, 4)
        for _, points, bits in samples_of_words():
            wanted = by_strings(points, bits)
            for kind in KINDS:
                found = prefixes(points, bits, kind)
                bad = [k for k, pair in enumerate(zip(found, wanted, strict=True)) if pair[0] != pair[1]]
                ordered = sorted(set(points))
                witness = tuple(ordered[bad[0]:bad[0] + 2]) if bad else tuple(ordered[:2])
                yield (witness, kind), found == wanted, True

    return judge("==", cases())


def by_strings(points: Any, bits: int) -> list[int]:
    """Return the common prefixes of neighbouring distinct points from their binary words."""
    words = [f"{x:0{bits}b}" for x in sorted(set(points))]
    return [next(k for k in range(bits) if a[k] != b[k]) for a, b in zip(words, words[1:], strict=False)]


@three_kinds_of_points_have_the_same_prefixes.verifier
def _(prefixes, witness):
    (x, y), kind = witness
    depth = max(d for d in range(65) if x >> (64 - d) == y >> (64 - d))
    return prefixes([x, y], 64, kind) != [depth]

three_kinds_of_points_have_the_same_prefixes.sabotage("floating-point logarithms of whole 64-bit words",
    lambda points, bits, kind: (broken_prefixes_by_float_logarithm if kind == "words" else common_prefixes)(
    points, bits, kind))
three_kinds_of_points_have_the_same_prefixes.sabotage("sparse points part at the lower of two unequal bits",
    lambda points, bits, kind: (broken_sparse_prefixes if kind == "sparse" else common_prefixes)(
    points, bits, kind))


@check("KLMNS20-3.fast", grade="exhaustive",
       quantifier="all sets of 2 to 6 points of 4 bits, all their intervals of at least 2 points: 176,520",
       fingerprint=lambda split: [split(sorted_points([1, 6, 7, 12], 4), i, j) for i, j in ((0, 2), (0, 4), (1, 3))])
def split_is_where_the_next_bit_turns_from_0_to_1(split=SortedPoints.branching) -> Verdict:
    def cases() -> Iterator[Any]:
        for n in range(2, 7):
            for chosen in combinations(range(16), n):
                points = sorted_points(np.array(chosen), 4)
                spans = [(i, j) for i, j in combinations(range(n + 1), 2) if j - i > 1]
                wanted = [(depth, i + place) for i, j in spans for depth, place in [first_change(chosen[i:j])]]
                yield chosen, [split(points, i, j) for i, j in spans], wanted

    verdict = judge("==", cases())
    return counted(verdict, sum(comb(16, n) * comb(n, 2) for n in range(2, 7))) if verdict.holds else verdict


@cache
def first_change(points: tuple[int, ...]) -> tuple[int, int]:
    """Return the first bit that is not constant, and the first point of which it is 1 (the points are in order)."""
    depth = next(d for d in range(4) if len({x >> (3 - d) & 1 for x in points}) == 2)
    bits = [x >> (3 - depth) & 1 for x in points]
    return (depth, bits.index(1)) if bits == sorted(bits) else (-1, -9)


@split_is_where_the_next_bit_turns_from_0_to_1.verifier
def _(split, chosen):
    points = sorted_points(list(chosen), 4)
    for i, j in combinations(range(len(chosen) + 1), 2):
        if j - i > 1:
            depth, cut = split(points, i, j)
            left, right = ({x >> (3 - depth) for x in chosen[a:b]} for a, b in ((i, cut), (cut, j)))
            if not (len(left) == len(right) == 1 and min(left) % 2 == 0 and min(right) == min(left) + 1):
                return True
    return False


@split_is_where_the_next_bit_turns_from_0_to_1.sabotage("at the longest common prefix, not the shortest")
def _():
    def longest(points: SortedPoints, i: int, j: int) -> tuple[int, int]:
        place = i + int(np.argmax(points.common[i:j - 1]))
        return int(points.common[place]), place + 1

    return longest


@split_is_where_the_next_bit_turns_from_0_to_1.sabotage("one point too early")
def _():
    def early(points: SortedPoints, i: int, j: int) -> tuple[int, int]:
        depth, cut = points.branching(i, j)
        return depth, max(i + 1, cut - 1)

    return early


Level = tuple[dict[Any, Fraction], dict[Any, tuple[int, ...]]]


def fast_level(database: tuple[int, ...], bits: int, trim: int, stop: int, base: Any, walk: Any = walk_law,
               embedding: Any = inner_points) -> Level:
    """Return the law of the last node and the inner database of each, by the walk over splits."""
    kept = trimmed(sorted_points(database, bits), trim)
    ends = walk(kept, stop, base).exact()
    nodes = {end: last_node(kept.points, end) for end in ends}
    inner = {nodes[end]: written_out(embedding(kept, end, stop)) for end in ends}
    return {nodes[end]: mass for end, mass in ends.items()}, inner


def written_out(points: SortedPoints) -> tuple[int, ...]:
    """Return all elements in order."""
    counts = np.diff(points.before).tolist()
    return tuple(points.value(k) for k, count in enumerate(counts) for _ in range(count))


def plain_level(database: tuple[int, ...], bits: int, trim: int, stop: int, base: Any) -> Level:
    """Return the same by the printed steps on the explicit tree."""
    kept = middle(database, trim)
    law = ({heavy_node(kept, bits, stop): Fraction(1)} if base is None else path_law(kept, bits, stop, base).exact())
    return law, {node: embed(kept, bits, node, stop) for node in law}


@cache
def levels_to_compare() -> tuple[tuple[tuple[int, ...], int, int, int, Any], ...]:
    """Return databases with the parameters of one level."""
    small = [(s, 2, trim, stop, base) for s in multisets(4, 5) for trim, stop in ((0, 0), (0, 2), (1, 2))
             for base in (THREE_HALVES, None)]
    wide = [(s, 3, 0, stop, base) for s in multisets(8, 3) for stop in (0, 1) for base in (THREE_HALVES, None)]
    return (*small, *wide, *((s, 3, 0, 1, THREE_HALVES) for n in (4, 5, 6) for s in up_to_swaps(3, n)))


@check("KLMNS20-3.fast", grade="exhaustive",
       quantifier="all multisets of at most 5 of 4 points (trimming and stopping weight 0 and 0, 0 and 2, 1 and 2) and "
                  "of at most 3 of 8 points (stopping weight 0, 1), random path with e^epsilon = 3/2 and heavy path; 4 "
                  "to 6 of 8 points up to swaps of subtrees, random path",
       fingerprint=lambda level: [sorted(part.items()) for part in level((0, 0, 1, 2, 2, 5), 3, 0, 1, THREE_HALVES)])
def walk_over_splits_has_the_law_of_the_path_in_the_tree(level=fast_level) -> Verdict:
    return judge("==", ((case, level(*case), plain_level(*case)) for case in levels_to_compare()))


@walk_over_splits_has_the_law_of_the_path_in_the_tree.verifier
def _(level, witness):
    database, bits, trim, stop, base = witness
    kept = sorted(database)[trim:max(trim, len(database) - trim)]
    law, inner = level(*witness)
    for (depth, prefix), mass in law.items():
        wanted = Fraction(depth == bits or sum(x >> (bits - depth) == prefix for x in kept) <= stop)
        for d in range(1, depth + 1):
            step = prefix >> (depth - d)
            on, off = (sum(x >> (bits - d) == node for x in kept) for node in (step, step ^ 1))
            if base is None:
                wanted *= on > off or (on == off and step % 2 == 0)
            elif off:
                wanted *= Fraction(base) ** on / (Fraction(base) ** on + Fraction(base) ** off)
        falls = sorted(max(d for d in range(depth + 1) if x >> (bits - d) == prefix >> (depth - d)) for x in kept)
        if mass != wanted or inner[depth, prefix] != tuple(falls[:max(0, len(falls) - stop)]):
            return True
    return sum(law.values()) != 1

walk_over_splits_has_the_law_of_the_path_in_the_tree.sabotage(
    "weights count distinct points", partial(fast_level, walk=broken_walk_by_distinct_points))
walk_over_splits_has_the_law_of_the_path_in_the_tree.sabotage("the smallest levels are dropped instead of the largest",
    partial(fast_level, embedding=broken_inner_without_smallest))
