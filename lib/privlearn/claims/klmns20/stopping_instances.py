"""Small instances for KLMNS20, Section 4: all neighbouring pairs of small databases, and one level done by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

from privlearn.learners.interior_point import all_counts

PAGE = "thresholds/stopping-point"
SECTION = "4 Decomposing TreeLog"
GRID = ((3, 5, 0), (3, 6, 1), (3, 6, 2), (3, 7, 3), (3, 8, 4), (3, 8, 3), (3, 9, 5), (4, 5, 1), (4, 5, 2))
GRID_TEXT = ("all S of n points of L bits and all x, for (L, n, t) = (3,5,0), (3,6,1), (3,6,2), (3,7,3), (3,8,4), "
             "(3,8,3), (3,9,5), (4,5,1), (4,5,2)")
Table = Any  # an integer array, one row for each database
Points = tuple[int, ...]


def multisets(bits: int, most: int) -> list[tuple[int, ...]]:
    """Return all sorted databases of at most ``most`` points of ``bits`` bits."""
    return [s for n in range(most + 1) for s in combinations_with_replacement(range(1 << bits), n)]


def neighbours(bits: int, size: int) -> Iterator[tuple[int, Table, Table]]:
    """Yield for every point x the batches of all S of ``size`` points and of the ``S + x``."""
    larger = all_counts(1 << bits, size + 1)
    for x in range(1 << bits):
        after = larger[larger[:, x] > 0]
        before = after.copy()
        before[:, x] -= 1
        yield x, before, after


def by_hand(points: Any, bits: int, stop: int) -> tuple[list[int], list[int], str]:
    """Return (levels without the ``stop`` largest, all levels, the heavy path), from the definition on strings."""
    words = [format(p, f"0{bits}b") if bits else "" for p in points]
    path = ""
    while len(path) < bits and sum(w.startswith(path) for w in words) > stop:
        left, right = (sum(w.startswith(path + bit) for w in words) for bit in "01")
        path += "0" if left >= right else "1"
    levels = sorted(max(k for k in range(len(path) + 1) if w.startswith(path[:k])) for w in words)
    return levels[: max(0, len(levels) - stop)], levels, path


def top(levels: list[int]) -> int:
    """Return the largest multiplicity."""
    return max(Counter(levels).values(), default=0)
