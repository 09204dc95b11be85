"""Certified failure of one-level TreeLog on given databases of a large domain, in ball arithmetic.

Definitions
-----------
The steps are those of :mod:`~privlearn.learners.interior_point.tree_log.law` with one level, but probabilities are
balls, so that hundreds of rows and rational bases with long numerators cost nothing.  *Hard families* are databases on
which bounds on the failure are nearly attained (:func:`hard_families`).

>>> from privlearn.learners.interior_point.tree_log.law import tree_log_law
>>> level = Level(exp_path=None, exp_choose=2, threshold=2, exp_end=2, trim=0, stop=1)
>>> parameters, points = TreeLogParameters((level,), exp_base=2), (1, 3, 3, 3)
>>> law, found = tree_log_law(points, 2, parameters).exact(), one_level_failure(points, 2, parameters)
>>> found.lower <= law[0] + law[None] <= found.upper
True

Source: KLMNS20, Lemma 3.8; hard families and enclosures are ours.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any

from privlearn.exact import Bracket, as_integer, exp_bracket, least_integer, round_up
from privlearn.exact.brackets import round_down
from privlearn.exact.intervals import ball, bracket_of
from privlearn.learners.interior_point.problem import interior_score
from privlearn.learners.interior_point.tree_log.law import Level, TreeLogParameters
from privlearn.learners.interior_point.tree_log.plans import plan_tree_log
from privlearn.learners.interior_point.trees.nodes import as_points, middle
from privlearn.learners.interior_point.trees.walk import candidates, embed, heavy_node
from privlearn.mechanisms import replace_one

Database = tuple[int, ...]
DEEP = 12  # how far above the leaves the two levels are: nearly all wrong levels are above them and fail for sure


def powers(base: Any, most: int, number: Callable) -> list[Any]:
    """Return ``base^0, ..., base^most``."""
    return list(accumulate([number(base)] * most, lambda a, b: a * b, initial=number(1)))


def last_nodes(points: Sequence[int], bits: int, stop: int, path: list[Any] | None) -> Iterator[tuple[Any, Any]]:
    """Yield the last nodes of the path with their probabilities (one, with ``path = None``: the heavy path)."""
    if path is None:
        yield heavy_node(points, bits, stop), 1
        return
    waiting = [((0, 0), 0, len(points), path[0])]
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


def success_by_depth(rows: Database, kept: Sequence[int], bits: int, level: Level,
                     number: Callable) -> Callable[[int], Any]:
    """Return the function that tells how often Steps 7 to 9 answer with an interior point, given the level."""
    n = len(rows)
    choose, end = powers(level.exp_choose, n, number), powers(level.exp_end, n, number)
    none = number(level.exp_choose) ** int(level.threshold)

    def at_node(node: Any) -> Any:
        scores = [min(bisect_right(rows, x), n - bisect_left(rows, x)) for x in candidates(node, bits)]
        return sum(end[q] for q in scores if q) / sum(end[q] for q in scores)

    @cache
    def at_depth(depth: int) -> Any:
        weights = Counter(x >> (bits - depth) for x in kept)
        total = none + sum(choose[w] for w in weights.values())
        return sum(choose[w] * at_node((depth, v)) for v, w in weights.items()) / total

    return at_depth


def success(database: Sequence[int], bits: int, parameters: TreeLogParameters, number: Callable) -> tuple[Any, Any]:
    """Return the probability of an interior point without the levels that are not followed, and that of these."""
    level, = parameters.levels
    rows = tuple(sorted(database))
    kept = middle(rows, level.trim)
    base = powers(parameters.exp_base, len(rows), number)
    path = None if level.exp_path is None else powers(level.exp_path, len(kept), number)
    at_depth = success_by_depth(rows, kept, bits, level, number)
    found, left_out = number(0), number(0)
    for node, chance in last_nodes(kept, bits, level.stop, path):
        levels = embed(kept, bits, node, level.stop)
        scores = {y: interior_score(y, levels) for y in range(min(max(levels) + DEEP, bits) + 1)}
        total = sum(base[q] for q in scores.values()) + bits + 1 - len(scores)
        found += chance * sum(base[q] * at_depth(y) for y, q in scores.items()) / total
        left_out += chance * (bits + 1 - len(scores)) / total
    return found, left_out


@lru_cache(maxsize=256)
def one_level_failure(database: tuple[int, ...], bits: int, parameters: TreeLogParameters) -> Bracket:
    """Bracket the probability that TreeLog with one level does not answer with an interior point.

    Levels more than ``DEEP`` beyond the deepest of D are not followed: their small probability widens the bracket.

    Parameters
    ----------
    database : tuple of int in ``0..2^bits - 1``
        At least as many as the level trims and drops, and one more.
    bits : int
    parameters : TreeLogParameters
        With one level, and an integer threshold.

    Raises
    ------
    ValueError
        If there is not one level.

    Notes
    -----
    Cost: O(bits) choices for each last node of the path.
    """
    _only_level(parameters)
    as_points(database, bits)

    def failure() -> Any:
        found, left_out = success(database, bits, parameters, ball)
        return (1 - found - left_out).union(1 - found)

    bracket = bracket_of(failure, 256)
    return Bracket(round_down(bracket.lower, 64), round_up(bracket.upper, 64))


def _only_level(parameters: TreeLogParameters) -> Level:
    if len(parameters.levels) != 1:
        raise ValueError(f"parameters must have one level, got {len(parameters.levels)}")
    return parameters.levels[0]


def hard_families(bits: int, rows: int, parameters: TreeLogParameters) -> dict[str, Database]:
    """Return named databases of ``rows`` points of ``0..2^bits - 1`` that TreeLog finds hard.

    In "two levels" the fall levels along the path to 0 are two adjacent numbers, half each, which is the worst case of
    the base; a wrong level above them leads to four leaves outside, a wrong level below them to light nodes.

    Raises
    ------
    ValueError
        If there is not one level, ``bits`` are below ``DEEP``, or the rows fewer than the level trims and drops.

    Examples
    --------
    >>> level = Level(exp_path=None, exp_choose=2, threshold=2, exp_end=2, trim=1, stop=2)
    >>> families = hard_families(64, 8, TreeLogParameters((level,), exp_base=2))
    >>> sorted(families), {len(points) for points in families.values()}
    (['comb', 'constant', 'gap', 'spread', 'two levels', 'two points'], {8})
    """
    level = _only_level(parameters)
    deep = as_integer(bits, "bits", least=DEEP) - DEEP
    dropped = 2 * level.trim + level.stop
    top, inner = 1 << bits, as_integer(rows, "rows", least=dropped) - dropped

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


@dataclass(frozen=True)
class Untrimmed:
    """Parameters without trimming, and the loss ``e^g`` at which the path's curve is read (None: heavy path)."""

    parameters: TreeLogParameters
    exp_gap: Fraction | None


def untrimmed(bits: int, relation: Any, rows: int) -> Untrimmed:
    """Return parameters without trimming for epsilon = 1 and delta = 10^-6, by one rule for each relation.

    Replacement: the heavy path of ``rows // 2`` elements; the threshold is 10 above that, which leaves as much of
    epsilon as possible to the base (70 %) and the end.  Add/remove: the planned parameters, with nothing trimmed.
    """
    if relation is not replace_one:
        plan = plan_tree_log(bits, neighbours=relation, epsilon=1, delta=Fraction(1, 10**6), beta=Fraction(1, 10),
                             kind="random path")
        level, = plan.parameters.levels
        return Untrimmed(TreeLogParameters((replace(level, trim=0),), plan.parameters.exp_base), plan.exp_gap)
    stop = rows // 2
    c = Fraction(138157, 10000) / (stop + 9)  # above ln(10^6), divided by threshold - 1
    rest = (Fraction(1, 2) - c) * Fraction(99999, 100000)
    choose, end, base = (round_down(exp_bracket(x).lower, 24) for x in (c, rest * 3 / 10, rest * 7 / 10))
    level = Level(exp_path=None, exp_choose=choose, threshold=stop + 10, exp_end=end, trim=0, stop=stop)
    return Untrimmed(TreeLogParameters((level,), base), None)


@cache
def least_untrimmed(bits: int, relation: Any, rows: int | None = None) -> tuple[int, Untrimmed]:
    """Return ``rows``, by default the least that do on "two levels" with probability 9/10, and their parameters.

    In floating point, so not certified: :func:`one_level_failure` judges this number and one row fewer.
    """
    def enough(n: int) -> bool:
        parameters = untrimmed(bits, relation, n).parameters
        return success(hard_families(bits, n, parameters)["two levels"], bits, parameters, float)[0] >= 0.9

    first = 90 if relation is replace_one else untrimmed(bits, relation, 0).parameters.levels[0].stop + 30
    found = least_integer(enough, first) if rows is None else rows
    return found, untrimmed(bits, relation, found)
