"""KLMNS20, Section 3: how much work an answer takes: comparisons, random words, calls, seconds and bytes."""

import random
import sys
import time
import tracemalloc
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from privlearn.learners.interior_point.trees import sorted_points
from privlearn.learners.interior_point.trees.fast_walk import trimmed
from privlearn.papers.klmns20.large_domains.instances import family, million, prefix_arrays


class ScriptedWords(random.Random):
    """A generator that gives the listed words, then always the last of them, and counts what it gave."""

    def __init__(self, words: Iterable[int]):
        super().__init__(0)
        self.words, self.drawn = list(words), 0

    def getrandbits(self, k: int, /) -> int:
        """Return the next word."""
        self.drawn += 1
        return self.words[min(self.drawn, len(self.words)) - 1]


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


def comparisons(splits, size: int, name: str) -> tuple[int, int]:
    """Return how many comparisons the tree of splits took, and the length of the array."""
    values = dict(prefix_arrays(size))[name]
    counted = CountedArray(values)
    splits(counted)
    return counted.comparisons, len(values)


def words_drawn(walk, name: str, word: int, stop: int) -> tuple[int, int]:
    """Return the random words that a walk drew, and the splits on its path, counted at its end."""
    points, bits = family(name)
    kept, rng = trimmed(sorted_points(points, bits), 0), ScriptedWords([word])
    end: Any = walk(kept, stop, Fraction(3, 2)).sample(rng)
    depth, i, _ = end
    leaving = {bits - (x ^ kept.points.value(i)).bit_length() for x in points}
    return rng.drawn, len([level for level in leaving if level < depth])


def seconds_of(kind: str, form: str, runs) -> float:
    """Return the middle of three processor times for a million points of a kind."""
    (database, bits), found = million(kind), []
    for _ in range(3):
        start = time.process_time()
        runs(form, database, bits)
        found.append(time.process_time() - start)
    return sorted(found)[1]


def calls(runs) -> int:
    """Return how many functions are called for one answer from few points: two programs for one law differ here."""
    seen = [0]

    def count(frame, event: str, argument) -> None:
        seen[0] += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        runs("TreeLog", [2**63 + 5] * 2000, 64)
    finally:
        sys.setprofile(None)
    return seen[0]


def bytes_beside(kind: str, form: str, runs) -> float:
    """Return the peak of memory beside the points, in bytes for each."""
    database, bits = million(kind)
    tracemalloc.start()
    runs(form, database, bits)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 10**6
