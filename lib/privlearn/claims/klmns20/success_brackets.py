"""Certified failure of one-level TreeLog on given databases of a large domain, in ball arithmetic.

The steps are those of the algorithm, but probabilities are balls, so that hundreds of rows and rational bases with long
numerators cost nothing.  Hard families of databases for it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

from privlearn.exact import Bracket, round_down, round_up
from privlearn.exact.intervals import ball, bracket_of
from privlearn.learners.interior_point import (
    TreeLogParameters,
    candidates,
    embed,
    heavy_node,
    interior_score,
    middle,
)

Database = tuple[int, ...]
Ball = Any
DEEP = 12  # how far above the leaves the two levels are: nearly all wrong levels are above them and fail for sure


def powers(base: Any, most: int) -> list[Ball]:
    """Return ``base^0, ..., base^most`` as balls."""
    return list(accumulate([ball(base)] * most, lambda a, b: a * b, initial=ball(1)))


def last_nodes(points: Sequence[int], bits: int, stop: int, path: list[Ball] | None) -> Iterator[tuple[Any, Ball]]:
    """Yield the last nodes of the path with their probabilities (one, with ``path = None``: the heavy path)."""
    if path is None:
        yield heavy_node(points, bits, stop), ball(1)
        return
    waiting = [((0, 0), 0, len(points), ball(1))]
    while waiting:
        (depth, prefix), low, high, chance = waiting.pop()
        while depth < bits and high - low > stop:
            cut = bisect_left(points, (2 * prefix + 1) << (bits - depth - 1), low, high)
            if low < cut < high:
                break
            depth, prefix = depth + 1, 2 * prefix + (cut == low)
        else:
            yield (depth, prefix), chance
            continue
        left, right = path[cut - low], path[high - cut]
        waiting += [((depth + 1, 2 * prefix), low, cut, chance * left / (left + right)),
                    ((depth + 1, 2 * prefix + 1), cut, high, chance * right / (left + right))]


def one_level_failure(database: Sequence[int], bits: int, parameters: TreeLogParameters) -> Bracket:
    """Bracket the probability that TreeLog with one level does not answer with an interior point.

    Levels beyond the deepest of D are not followed: their small probability widens the bracket.
    """
    level, = parameters.levels
    rows, n = tuple(sorted(database)), len(database)
    kept = middle(rows, level.trim)
    m = len(kept)
    base, choose, end = (powers(x, n) for x in (parameters.exp_base, level.exp_choose, level.exp_end))
    none = choose[0] * ball(level.exp_choose) ** int(level.threshold)
    path = None if level.exp_path is None else powers(level.exp_path, m)

    def end_success(node: Any) -> Ball:
        good, total = ball(0), ball(0)
        for x in candidates(node, bits):
            score = min(bisect_right(rows, x), n - bisect_left(rows, x))
            total += end[score]
            good += end[score] if score else 0
        return good / total

    by_depth: dict[int, Ball] = {}

    def success_at(depth: int) -> Ball:
        if depth not in by_depth:
            weights = Counter(x >> (bits - depth) for x in kept)
            total = none + sum(choose[w] for w in weights.values())
            by_depth[depth] = sum(choose[w] * end_success((depth, v)) for v, w in weights.items()) / total
        return by_depth[depth]

    def failure() -> Ball:
        success, left_out = ball(0), ball(0)
        for node, chance in last_nodes(kept, bits, level.stop, path):
            levels = embed(kept, bits, node, level.stop)
            scores = {y: interior_score(y, levels) for y in range(max(levels) + 1)}
            total = sum(base[q] for q in scores.values()) + bits + 1 - len(scores)
            success += chance * sum(base[q] * success_at(y) for y, q in scores.items()) / total
            left_out += chance * (bits + 1 - len(scores)) / total
        return (1 - success - left_out).union(1 - success)

    found = bracket_of(failure, 256)
    return Bracket(round_down(found.lower, 64), round_up(found.upper, 64))


def hard_families(bits: int, rows: int, parameters: TreeLogParameters) -> dict[str, Database]:
    """Return named databases of ``rows`` points of ``0..2^bits - 1`` that TreeLog finds hard.

    In "two levels" the fall levels along the path to 0 are two adjacent numbers, half each, which is the worst case of
    the base; a wrong level above them leads to four leaves outside, a wrong level below them to light nodes.
    """
    level, = parameters.levels
    top, deep = 1 << bits, bits - DEEP
    inner = rows - 2 * level.trim - level.stop

    def spread(count: int, low: int, high: int) -> list[int]:
        return [low + (high - low) * (2 * i + 1) // (2 * count) for i in range(count)]

    two = [*spread(level.stop + level.trim, 0, top >> (deep + 2)),
           *spread(inner // 2, top >> (deep + 2), top >> (deep + 1)),
           *spread(inner - inner // 2 + level.trim, top >> (deep + 1), top >> deep)]
    return {
        "two levels": tuple(two),
        "spread": tuple(spread(rows, 0, top)),
        "gap": (0,) * (rows // 2) + (top - 1,) * (rows - rows // 2),
        "comb": tuple(sorted(1 << (i * (bits - 1) // rows) for i in range(rows))),
        "constant": (top // 3,) * rows,
        "two points": (top // 2 - 1,) * (rows // 2) + (top // 2,) * (rows - rows // 2),
    }
