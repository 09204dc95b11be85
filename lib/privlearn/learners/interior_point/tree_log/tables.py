"""The law of TreeLog for very many small databases: one exact table each, remembered level by level.

Definitions
-----------
:class:`LawTables` computes what :func:`~privlearn.learners.interior_point.tree_log.law.tree_log_law` defines, in
internal weights (:func:`~privlearn.exact.rationals.rational`), by one pass over the paths of a sorted database.  Tables
of inner databases, powers and candidate leaves are kept, so that the thousands of databases of an exhaustive check
share them.

>>> from privlearn.learners.interior_point.tree_log.law import tree_log_law
>>> level = Level(exp_path=2, exp_choose=2, threshold=2, exp_end=2, trim=0, stop=1)
>>> tables = LawTables(3, TreeLogParameters((level,), exp_base=2))
>>> tables.law((1, 3, 3, 6)).exact() == tree_log_law((1, 3, 3, 6), 3, tables.parameters).exact()
True

Source: KLMNS20, Algorithm TreeLog.
"""

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from privlearn.exact import TooLargeToEnumerate, as_fraction, as_integer, rational
from privlearn.laws import Law, choice
from privlearn.learners.interior_point.tree_log.law import Level, TreeLogParameters
from privlearn.learners.interior_point.trees.nodes import as_points, level_bits, middle
from privlearn.learners.interior_point.trees.walk import candidates, embed, heavy_node

Database = tuple[int, ...]
Table = dict[Any, Any]
LARGEST_BITS = 8


@lru_cache(maxsize=1 << 12)
def power(base: Any, exponent: int) -> Any:
    """Return ``base ** exponent`` in internal weights."""
    return rational(base) ** exponent


@lru_cache(maxsize=1 << 12)
def leaves(depth: int, prefix: int, bits: int) -> tuple[int, ...]:
    """Return the candidate leaves of a node, remembered."""
    return candidates((depth, prefix), bits)


def scores(points: Database, size: int) -> list[int]:
    """Return the interior-point scores of all of ``0..size - 1`` on a sorted database.

    Examples
    --------
    >>> scores((1, 1, 3), 5)
    [0, 2, 1, 1, 0]
    """
    counts = [0] * (size + 1)
    for x in points:
        counts[x] += 1
    found, below = [], 0
    for x in range(size):
        above = len(points) - below
        below += counts[x]
        found.append(min(below, above))
    return found


class LawTables:
    """Exact laws of TreeLog on one domain with one choice of parameters.

    Parameters
    ----------
    bits : int
        The domain is ``0..2^bits - 1``, at most 8 bits.
    parameters : TreeLogParameters
        With integer thresholds.
    """

    def __init__(self, bits: int, parameters: TreeLogParameters) -> None:
        self.bits = as_integer(bits, "bits", least=0)
        if bits > LARGEST_BITS:
            raise TooLargeToEnumerate("all points of the domain", bits, LARGEST_BITS)
        self.parameters = parameters
        self._known: list[dict[Database, Table]] = [{} for _ in range(len(parameters.levels) + 1)]

    def law(self, database: Iterable[int]) -> Law:
        """Return the law of the answer."""
        return choice({outcome: as_fraction(mass) for outcome, mass in self.masses(database).items()})

    def masses(self, database: Iterable[int]) -> Table:
        """Return outcome -> probability in internal weights; do not change it."""
        points = as_points(database, self.bits)
        return self._solve(points, self.bits, 1 << self.bits, 0)

    def inner(self, kept: Database, bits: int, level: Level) -> Table:
        """Return inner database -> probability for one level (:func:`inner_masses`; a wrong TreeLog may differ)."""
        return inner_masses(kept, bits, level)

    def _solve(self, points: Database, bits: int, size: int, place: int) -> Table:
        known = self._known[place]
        found = known.get(points)
        if found is None:
            if place == len(self.parameters.levels):
                found = base_masses(points, size, self.parameters)
            else:
                found = self._level(points, bits, place)
            known[points] = found
        return found

    def _level(self, points: Database, bits: int, place: int) -> Table:
        level = self.parameters.levels[place]
        kept = middle(points, level.trim)
        depths: Table = {}
        none = rational(0)
        for inner, mass in self.inner(kept, bits, level).items():
            for y, share in self._solve(inner, level_bits(bits), bits + 1, place + 1).items():
                if y is None:
                    none += mass * share
                else:
                    y = min(y, bits)
                    depths[y] = depths.get(y, 0) + mass * share
        answer: Table = {}
        values = scores(points, 1 << bits)
        for y, mass in depths.items():
            counts: dict[int, int] = {}
            for x in kept:
                prefix = x >> (bits - y)
                counts[prefix] = counts.get(prefix, 0) + 1
            chosen = shares(level.exp_choose, (*counts.values(), int(level.threshold)))
            none += mass * chosen[-1]
            for prefix, share in zip(counts, chosen, strict=False):
                ends = leaves(y, prefix, bits)
                if len(ends) == 1:
                    answer[ends[0]] = answer.get(ends[0], 0) + mass * share
                    continue
                weight = mass * share
                for x, part in zip(ends, shares(level.exp_end, tuple([values[x] for x in ends])), strict=True):
                    answer[x] = answer.get(x, 0) + weight * part
        if none != 0:
            answer[None] = none
        return answer


@lru_cache(maxsize=1 << 16)
def shares(base: Any, exponents: tuple[int, ...]) -> tuple[Any, ...]:
    """Return probabilities proportional to ``base ** exponent``, in internal weights.

    Examples
    --------
    >>> [as_fraction(share) for share in shares(2, (1, 0, 0))]
    [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
    """
    least = min(exponents)
    weights = [power(base, exponent - least) for exponent in exponents]
    total = sum(weights, rational(0))
    return tuple([weight / total for weight in weights])


def base_masses(points: Database, size: int, parameters: TreeLogParameters) -> Table:
    """Return outcome -> probability of the base on ``0..size - 1``, None included if the parameters say so.

    Examples
    --------
    >>> found = base_masses((1, 1), 2, TreeLogParameters((), 2, threshold_base=1))
    >>> {outcome: as_fraction(mass) for outcome, mass in found.items()}
    {0: Fraction(1, 7), 1: Fraction(4, 7), None: Fraction(2, 7)}
    """
    values = scores(points, size)
    if parameters.threshold_base is None:
        return dict(enumerate(shares(parameters.exp_base, tuple(values))))
    weights = shares(parameters.exp_base, (*values, int(parameters.threshold_base)))
    return dict(zip([*range(size), None], weights, strict=True))


def inner_masses(kept: Database, bits: int, level: Level) -> Table:
    """Return inner database -> probability for one path of a level over the trimmed points (internal weights).

    Examples
    --------
    >>> [(inner, as_fraction(mass)) for inner, mass in inner_masses((0, 0, 3), 2, Level(exp_path=2, exp_choose=2,
    ...                                                                                 threshold=2, exp_end=2, trim=0,
    ...                                                                                 stop=1)).items()]
    [((0, 0), Fraction(1, 3)), ((0, 2), Fraction(2, 3))]
    """
    if level.exp_path is None:
        return {embed(kept, bits, heavy_node(kept, bits, level.stop), level.stop): rational(1)}
    size, found = max(0, len(kept) - level.stop), dict[Database, Any]()
    waiting: list[tuple[int, int, int, int, Any, Database]] = [(0, 0, 0, len(kept), rational(1), ())]
    while waiting:
        depth, prefix, start, end, mass, falls = waiting.pop()
        cut = start
        while depth < bits and end - start > level.stop:
            cut = bisect_left(kept, (2 * prefix + 1) << (bits - depth - 1), start, end)
            if start < cut < end:
                break
            depth, prefix = depth + 1, 2 * prefix + (cut == start)
        else:
            inner = (falls + (depth,) * (end - start))[:size]
            found[inner] = found.get(inner, 0) + mass
            continue
        left, right = cut - start, end - cut
        to_left = mass / (1 + power(level.exp_path, right - left))
        waiting.append((depth + 1, 2 * prefix, start, cut, to_left, falls + (depth,) * right))
        waiting.append((depth + 1, 2 * prefix + 1, cut, end, mass - to_left, falls + (depth,) * left))
    return found
