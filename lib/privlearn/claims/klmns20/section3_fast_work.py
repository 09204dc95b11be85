"""KLMNS20, Section 3: how much work the fast form of TreeLog does, and that no float decides."""

from __future__ import annotations

import random
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from privlearn.claims.broken.fast_mistakes import (
    ScriptedWords,
    broken_coin_by_floats,
    broken_split_by_scanning,
    broken_walk_node_by_node,
)
from privlearn.claims.klmns20.section3_fast import PAGE
from privlearn.claims.registry import check
from privlearn.claims.verdict import Verdict, judge
from privlearn.laws import Law
from privlearn.learners.interior_point.fast_heavy_paths import fast_heavy_paths_law
from privlearn.learners.interior_point.fast_path import split_tree, trimmed, walk_law
from privlearn.learners.interior_point.fast_tree_log import fast_tree_log_law
from privlearn.learners.interior_point.heavy_paths import HeavyPathsParameters
from privlearn.learners.interior_point.sampling import PowerPair
from privlearn.learners.interior_point.sorted_points import SparsePoints, sorted_points
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters

SIZES = (64, 512, 4096)


class CountedArray:
    """An array of integers that counts how often two of them are compared."""

    def __init__(self, values: list[int]):
        self.comparisons = 0
        outer = self

        class Counted(int):
            def __gt__(self, other: int) -> bool:
                outer.comparisons += 1
                return int(self) > int(other)

            def __lt__(self, other: int) -> bool:
                outer.comparisons += 1
                return int(self) < int(other)

        self._values = [Counted(x) for x in values]

    def tolist(self) -> list[int]:
        """Return the integers."""
        return list(self._values)


def prefix_arrays(size: int) -> Iterator[tuple[str, list[int]]]:
    """Yield shapes of arrays of common prefixes: two combs, a balanced tree, and a random order."""
    yield "comb to the right", list(range(size))
    yield "comb to the left", list(range(size, 0, -1))
    yield "balanced", [20 - (k & -k).bit_length() for k in range(1, size)]
    yield "random", random.Random(size).sample(range(size), size)


def comparisons(splits: Callable, size: int, name: str) -> tuple[int, int]:
    """Return how many comparisons the tree of splits took, and the length of the array."""
    values = dict(prefix_arrays(size))[name]
    counted = CountedArray(values)
    splits(counted)
    return counted.comparisons, len(values)


@check("KLMNS20-3.fast", grade="exact",
       quantifier="arrays of 64, 512 and 4096 prefixes: combs either way, balanced, random order; comparisons are "
                  "counted, at most two for each element",
       reason="In place of the time alone, which depends on the machine; n log n comparisons of the sort are its own.",
       fingerprint=lambda splits: comparisons(splits, 64, "comb to the right"))
def splits_take_linear_work(splits=split_tree) -> Verdict:
    def cases() -> Iterator[Any]:
        for size in SIZES:
            for name, values in prefix_arrays(size):
                yield (size, name), comparisons(splits, size, name)[0], 2 * len(values)

    return judge("<=", cases())


@splits_take_linear_work.verifier
def _(splits, witness):
    size, name = witness
    made, length = comparisons(splits, size, name)
    return made / length > 2

splits_take_linear_work.sabotage("every minimum by a scan of its interval", broken_split_by_scanning)


FAMILIES = ("comb", "two long chains", "random")


def family(name: str) -> tuple[list[int], int]:
    """Return a database of some points and its number of bits."""
    if name == "comb":
        return [1 << k for k in range(200)], 200
    if name == "two long chains":
        return [5] * 40 + [4] * 30 + [2**199 + 2] * 50, 200
    stream = random.Random(9)
    return [stream.getrandbits(200) for _ in range(300)], 200


def words_drawn(walk: Callable, name: str, word: int, stop: int) -> tuple[int, int]:
    """Return the random words that a walk drew, and the splits on its path, counted at its end."""
    points, bits = family(name)
    kept, rng = trimmed(sorted_points(points, bits), 0), ScriptedWords([word])
    end: Any = walk(kept, stop, Fraction(3, 2)).sample(rng)
    depth, i, _ = end
    leaving = {bits - (x ^ kept.points.value(i)).bit_length() for x in points}
    return rng.drawn, len([level for level in leaving if level < depth])


@check("KLMNS20-3.fast", grade="exact",
       quantifier="domains of 2^200 points: a comb of 200 points, two chains of 200 levels, 300 random points; "
                  "stopping weight 0 and 3; three settings of the random words",
       fingerprint=lambda walk: [words_drawn(walk, name, 3 << 61, 3) for name in FAMILIES])
def walk_takes_one_step_for_each_split_on_the_path(walk=walk_law) -> Verdict:
    def cases() -> Iterator[Any]:
        for name in FAMILIES:
            for word in (1 << 62, 3 << 61, 1 << 20):
                for stop in (0, 3):
                    drawn, splits = words_drawn(walk, name, word, stop)
                    yield (name, word, stop), drawn, splits

    return judge("==", cases())


@walk_takes_one_step_for_each_split_on_the_path.verifier
def _(walk, witness):
    name, word, stop = witness
    points, bits = family(name)
    kept, rng = trimmed(sorted_points(points, bits), 0), ScriptedWords([word])
    end: Any = walk(kept, stop, Fraction(3, 2)).sample(rng)
    depth, i, _ = end
    path = f"{kept.points.value(i):0{bits}b}"[:depth]
    both = [d for d in range(depth) if len({f"{x:0{bits}b}"[d] for x in points
                                            if f"{x:0{bits}b}".startswith(path[:d])}) == 2]
    return rng.drawn != len(both)

walk_takes_one_step_for_each_split_on_the_path.sabotage(
    "a coin at every node, also where one child is empty", broken_walk_node_by_node)


BASES = (Fraction(11, 10), Fraction(3, 2), Fraction(2), Fraction(10**9 + 1, 10**9))


def exact_coin(gap: int, base: Fraction) -> Law:
    """Return the coin of one step, True for the lighter child."""
    return PowerPair(False, True, gap, base)


@check("KLMNS20-3.fast", grade="exact",
       quantifier="e^epsilon = 1.1, 1.5, 2, 1 + 1e-9; weights that differ by 1 to 120; the three 64-bit words around "
                  "the probability, followed by halves: the coin against the rational comparison",
       fingerprint=lambda coin: [coin(gap, BASES[1]).sample(ScriptedWords([int(2**64 / (1 + BASES[1]**gap)), 1]))
                                 for gap in range(1, 30)])
def no_rounding_decides_a_coin(coin=exact_coin) -> Verdict:
    def cases() -> Iterator[Any]:
        for base in BASES:
            for gap in range(1, 121):
                light = 1 / (1 + base**gap)
                nearest = int(light * 2**64)
                for word in range(max(0, nearest - 1), nearest + 2):
                    wanted = (Fraction(word) + HALVES) / 2**64 < light
                    yield (gap, base, word), bool(coin(gap, base).sample(ScriptedWords([word, 1 << 63]))), wanted

    return judge("==", cases())


HALVES = Fraction(2**63, 2**64 - 1)  # the value of the digits that follow the first word


@no_rounding_decides_a_coin.verifier
def _(coin, witness):
    gap, base, word = witness
    up = coin(gap, base).sample(ScriptedWords([word, 1 << 63]))
    p, q = base.numerator**gap, base.denominator**gap  # light iff number (p + q) < q
    number = (word << 640) + sum((1 << 63) << (64 * k) for k in range(10))
    return bool(up) != (number * (p + q) < q << 704)

no_rounding_decides_a_coin.sabotage("floating-point probabilities", broken_coin_by_floats)


MOST_SECONDS = {"2^64": 3.0, "2^1024": 10.0, "2^(2^20)": 20.0}
MOST_BYTES = 400.0
FORMS = ("TreeLog", "HeavyPaths")
PLACES = [(kind, form) for kind in MOST_SECONDS for form in FORMS]
PRACTICAL = TreeLogParameters((Level(Fraction(21, 20), Fraction(5, 4), 63, Fraction(23, 20), trim=27, stop=275),),
                              Fraction(5, 4))
PRACTICAL_HEAVY = HeavyPathsParameters(2, 90, 900, 300, 600, Fraction(8, 7), Fraction(16, 15), Fraction(60, 59),
                                       Fraction(11, 10), 150, Fraction(21, 20), 300, Fraction(15, 14))


def million(kind: str) -> tuple[Any, int]:
    """Return a million points of a kind, and their number of bits."""
    if kind == "2^64":
        return np.random.default_rng(64).integers(0, 2**64, 10**6, dtype=np.uint64), 64
    if kind == "2^1024":
        stream = random.Random(1024)
        return [stream.getrandbits(1024) for _ in range(10**6)], 1024
    return SparsePoints(np.arange(10**6)[:, None]), 1 << 20


def fast_run(form: str, database: Any, bits: int) -> Any:
    """Return one answer."""
    law = (fast_tree_log_law(database, bits, PRACTICAL) if form == "TreeLog" else
           fast_heavy_paths_law(database, bits, PRACTICAL_HEAVY))
    return law.sample(random.Random(3))


def seconds_of(kind: str, form: str, runs: Callable) -> float:
    """Return the middle of three processor times for a million points of a kind."""
    (database, bits), found = million(kind), []
    for _ in range(3):
        start = time.process_time()
        runs(form, database, bits)
        found.append(time.process_time() - start)
    return sorted(found)[1]


def calls(runs: Callable) -> int:
    """Return how many functions are called for one answer from few points: two programs for one law differ here."""
    seen = [0]

    def count(frame: Any, event: str, argument: Any) -> None:
        seen[0] += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        runs("TreeLog", [2**63 + 5] * 2000, 64)
    finally:
        sys.setprofile(None)
    return seen[0]


@check("KLMNS20-3.fast", grade="numeric", parts=len(PLACES),
       quantifier="10^6 points of 2^64 (words), 2^1024 (integers) and 2^(2^20) (a comb of sparse points), TreeLog and "
                  "HeavyPaths: the middle of three processor times is at most 3, 10 and 20 seconds",
       reason="Time is a matter of the machine; run on request. The counts of steps above are exact.",
       fingerprint=calls)
def a_million_points_take_seconds(runs=fast_run, part: int = 0) -> Verdict:
    kind, form = PLACES[part]
    return judge("<=", [((kind, form), seconds_of(kind, form, runs), MOST_SECONDS[kind])])


@a_million_points_take_seconds.verifier
def _(runs, witness):
    kind, form = witness
    database, bits = million(kind)
    started = time.process_time()
    runs(form, database, bits)
    return time.process_time() - started > MOST_SECONDS[kind]

a_million_points_take_seconds.sabotage("the sort and the splits are computed anew ten times",
    lambda form, database, bits: [fast_run(form, database, bits) for _ in range(10)][0])


def bytes_beside(kind: str, form: str, runs: Callable) -> float:
    """Return the peak of memory beside the points, in bytes for each."""
    database, bits = million(kind)
    tracemalloc.start()
    runs(form, database, bits)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 10**6


@check("KLMNS20-3.fast", grade="numeric", parts=len(PLACES),
       quantifier="the same points: at most 400 bytes for each beside the points at any time",
       reason="The interpreter's count of its own memory and numpy's; run on request.",
       fingerprint=calls)
def a_million_points_take_a_few_words_each(runs=fast_run, part: int = 0) -> Verdict:
    kind, form = PLACES[part]
    return judge("<=", [((kind, form), bytes_beside(kind, form, runs), MOST_BYTES)])


@a_million_points_take_a_few_words_each.verifier
def _(runs, witness):
    kind, form = witness
    database, bits = million(kind)
    tracemalloc.start()
    runs(form, database, bits)
    return tracemalloc.get_traced_memory()[1] > 400 * 10**6


@a_million_points_take_a_few_words_each.sabotage("every point is written out as a word of its bits")
def _():
    def written(form: str, database: Any, bits: int) -> Any:
        words = [f"{x:0{min(bits, 1024)}b}" for x in (database if bits <= 1024 else range(10**6))]
        return len(words) and fast_run(form, database, bits)

    return written
