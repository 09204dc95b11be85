"""KLMNS20, Section 3.1: audits of TreeLog over all neighbours, databases at planned sizes, and wrong TreeLogs."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from privlearn.exact import as_fraction, rational
from privlearn.laws.divergences import table_hockey_stick, table_ratio
from privlearn.learners.interior_point.tree_log import (LawTables, Level, TreeLogParameters, TreeLogPlan,
                                                        fast_tree_log_law, plan_tree_log)
from privlearn.learners.interior_point.trees import fall_levels, heavy_node, path_law
from privlearn.mechanisms import replace_one

Database = tuple[int, ...]
Found = tuple[Any, Any]
MARGIN = 1e-9
ELEVEN_TENTHS = Fraction(11, 10)


def one(path, choose, threshold: int, end, trim: int, stop: int, base,
        levels: int = 1) -> TreeLogParameters:
    """Return parameters with equal levels."""
    return TreeLogParameters((Level(exp_path=path, exp_choose=choose, threshold=threshold, exp_end=end, trim=trim,
                                    stop=stop),) * levels, base)


class Laws:
    """Exact laws and their screens, for one mechanism."""

    def __init__(self, make, bits: int, parameters: TreeLogParameters) -> None:
        self.bits, self.source = bits, make(bits, parameters)
        self.outcomes = (*range(1 << bits), None)
        self.rows: dict[Database, int] = {}
        self.screens: list[list[float]] = []

    def masses(self, database: Database) -> dict[Any, Any]:
        """Return the exact law."""
        found: dict[Any, Any] = self.source.masses(database)
        return found

    def row(self, database: Database) -> int:
        """Return the place of the law's screen."""
        place = self.rows.get(database)
        if place is None:
            law = self.masses(database)
            place = self.rows[database] = len(self.screens)
            self.screens.append([float(as_fraction(law[o])) if o in law else 0.0 for o in self.outcomes])
        return place

    def worst(self, pairs: Iterable[tuple[Database, Database]], exp_loss: Fraction | None) -> Found:
        """Return the largest ratio (``exp_loss`` None) or hockey stick over ordered pairs, with the pair."""
        listed = list(pairs)
        places = np.array([(self.row(a), self.row(b)) for a, b in listed])
        table = np.array(self.screens)
        p, q = table[places[:, 0]], table[places[:, 1]]
        if exp_loss is None:
            with np.errstate(divide="ignore", invalid="ignore"):
                screened = np.where(p > 0, p / q, 0.0).max(axis=1)
            near = np.flatnonzero(screened >= screened.max() * (1 - MARGIN))
        else:
            screened = np.maximum(p - float(exp_loss) * q, 0).sum(axis=1)
            near = np.flatnonzero(screened >= screened.max() - MARGIN * min(1.0, max(screened.max(), 1e-6)))
        return max((self.exactly(listed[k], exp_loss) for k in near[:40]), key=lambda found: found[0])

    def exactly(self, pair: tuple[Database, Database], exp_loss: Fraction | None) -> Found:
        """Return the ratio or hockey stick of one pair, with the pair."""
        left, right = self.masses(pair[0]), self.masses(pair[1])
        if exp_loss is None:
            return table_ratio(left, right)[0], pair
        return table_hockey_stick(left, right, exp_loss)[0], pair


def additions(bits: int, sizes: Iterable[int]) -> Iterator[tuple[Database, Database]]:
    """Yield (S, S + x) for all S of the sizes up to reflection and all x."""
    last = (1 << bits) - 1
    for size in sizes:
        for s in combinations_with_replacement(range(last + 1), size):
            if tuple(last - x for x in reversed(s)) >= s:
                for x in range(last + 1):
                    yield s, tuple(sorted((*s, x)))


def replacements(bits: int, size: int) -> Iterator[tuple[Database, Database]]:
    """Yield all ordered pairs of databases of a size that differ in one element, the first up to reflection."""
    last = (1 << bits) - 1
    for s in combinations_with_replacement(range(last + 1), size - 1):
        grown = [tuple(sorted((*s, x))) for x in range(last + 1)]
        for a in grown:
            if tuple(last - x for x in reversed(a)) >= a:
                yield from ((a, b) for b in grown if a != b)


@lru_cache(maxsize=256)
def laws_of(make, bits: int, parameters: TreeLogParameters) -> Laws:
    """Return the laws, shared by the checks of one mechanism."""
    return Laws(make, bits, parameters)


@lru_cache(maxsize=256)
def worst_addition(make, bits: int, parameters: TreeLogParameters, sizes: tuple[int, ...],
                   exp_loss: Fraction | None) -> tuple[Found, int]:
    """Return the worst pair and the number of pairs: S against S + x for a ratio, S + x against S for a stick."""
    pairs = list(additions(bits, sizes))
    laws = laws_of(make, bits, parameters)
    if exp_loss is None:
        return laws.worst(pairs, None), len(pairs)
    return laws.worst(((b, a) for a, b in pairs), exp_loss), len(pairs)


def excess(make, bits: int, parameters: TreeLogParameters, left: Database, right: Database, ratio: Any) -> Any:
    """Return how far the law on one database exceeds ``ratio`` times that on the other, summed over answers."""
    p, q = ({o: as_fraction(m) for o, m in make(bits, parameters).masses(tuple(sorted(s))).items()}
            for s in (left, right))
    return sum(max(Fraction(0), mass - ratio * q.get(o, 0)) for o, mass in p.items())


RIGHT: Callable = LawTables
THREE_HALVES = Fraction(3, 2)

# name -> (bits, parameters, databases, elements): exhaustive where the databases are all of a size
ONE_LEVEL = one(THREE_HALVES, THREE_HALVES, 4, THREE_HALVES, 0, 1, THREE_HALVES)
TWO_LEVELS = one(THREE_HALVES, THREE_HALVES, 4, THREE_HALVES, 0, 0, THREE_HALVES, levels=2)
TWO_DEEP = one(THREE_HALVES, THREE_HALVES, 4, THREE_HALVES, 0, 1, THREE_HALVES, levels=2)


def every(values: int, most: int, least: int = 0) -> list[Database]:
    """Return all databases of the sizes."""
    return [s for n in range(least, most + 1) for s in combinations_with_replacement(range(values), n)]


def drawn(values: int, size: int, number: int) -> list[Database]:
    """Return some databases of a size, the same ones every time, half of them with few distinct elements."""
    rng = np.random.default_rng(36)
    pool = [rng.integers(values, size=3) if k % 2 else np.arange(values) for k in range(number)]
    return [tuple(sorted(int(x) for x in rng.choice(points, size=size))) for points in pool]


@lru_cache(maxsize=1)
def view_instances() -> tuple[tuple[str, int, TreeLogParameters, Database, int], ...]:
    """Return (name, bits, parameters, S, x) of the checks of divergences and of conditional laws."""
    found = [("8 points", 3, ONE_LEVEL, s, x) for s in [*drawn(8, 6, 12), *drawn(8, 8, 6)] for x in range(0, 8, 3)]
    found += [("8 points, two levels", 3, TWO_LEVELS, s, x)
              for s in [*(s for s in every(8, 2) if tuple(7 - y for y in reversed(s)) >= s), *every(8, 3, 3)[::8]]
              for x in range(8)]
    found += [("16 points, two levels", 4, TWO_DEEP, s, x) for s in [*drawn(16, 7, 4), *drawn(16, 8, 4)]
              for x in (1, 12)]
    return tuple(found)


def view_setting(name: str, s: Database, x: int) -> tuple[int, TreeLogParameters]:
    """Return the domain and the parameters of an instance."""
    return next((bits, parameters) for known, bits, parameters, rows, y in view_instances()
                if (known, rows, y) == (name, s, x))


def few_view_instances() -> list[tuple[int, TreeLogParameters, Database, int]]:
    """Return the instances of the check of other orders."""
    level = [(3, ONE_LEVEL, s, 3) for s in [*drawn(8, 6, 3), *drawn(8, 8, 1), (0, 0, 2, 2, 2)]]
    return [*level, (4, TWO_DEEP, drawn(16, 7, 1)[0], 5)]


@lru_cache(maxsize=2)
def operating_plan(bits: int):
    """Return the plan at epsilon = 1, delta = 10^-6, beta = 1/10 for a random path and a public number of rows."""
    return plan_tree_log(bits, neighbours=replace_one, epsilon=1, delta=Fraction(1, 10**6), beta=Fraction(1, 10),
                         kind="random path")


def rows_of(counts: dict[int, int]) -> tuple[int, ...]:
    """Return the elements of a multiset of given multiplicities."""
    return tuple(x for x, times in sorted(counts.items()) for _ in range(times))


def structured_pairs() -> Iterator[tuple[dict[int, int], int, int]]:
    """Yield (multiplicities, element to replace, its replacement): four points of 2^16, some close to each other."""
    rng, n = np.random.default_rng(306), operating_plan(16).rows
    for _ in range(4):
        centre = int(rng.integers(1 << 16))
        points = sorted({centre, *(min((1 << 16) - 1, centre ^ (1 << int(k))) for k in rng.integers(16, size=3))})
        cuts = [0, *sorted(int(c) for c in rng.integers(1, n, size=len(points) - 1)), n]
        counts = {x: b - a for x, a, b in zip(points, cuts, cuts[1:], strict=False) if b > a}
        between = {(a + b) // 2 for a, b in zip(points, points[1:], strict=False)}  # a new point outside is trimmed
        yield from ((counts, x, y) for x in counts for y in sorted({*counts, *between}) if x != y)


Table = dict[Any, Any]


def broken_budget(**factors: int) -> Callable:
    """Run with some ``exp_*`` raised to a power, with the privacy of the right ones claimed (``base`` for the base)."""

    def make(bits: int, parameters: TreeLogParameters) -> LawTables:
        levels = tuple(replace(level, **{f"exp_{name}": getattr(level, f"exp_{name}") ** power
                                         for name, power in factors.items() if name != "base"})
                       for level in parameters.levels)
        return LawTables(bits, TreeLogParameters(levels, parameters.exp_base ** factors.get("base", 1)))

    return make


def broken_always_a_node(bits: int, parameters: TreeLogParameters) -> LawTables:
    """Choose a node with hardly any weight on "no answer"."""
    return LawTables(bits, TreeLogParameters(tuple(replace(level, threshold=-20) for level in parameters.levels),
                                             parameters.exp_base))


class BrokenExit(LawTables):
    """Give no answer at once if there are fewer than two elements."""

    def masses(self, database: Iterable[int]) -> Table:
        """Return the law."""
        points = tuple(database)
        return {None: rational(1)} if len(points) < 2 else super().masses(points)


class BrokenTrim(LawTables):
    """Drop no levels at all: less than the stopping weight."""

    def inner(self, kept: tuple[int, ...], bits: int, level: Level) -> Table:
        """Return all fall levels, with the law of the path."""
        if level.exp_path is None:
            return {fall_levels(kept, bits, heavy_node(kept, bits, level.stop)): rational(1)}
        found: Table = {}
        ends: dict[Any, Any] = dict(path_law(kept, bits, level.stop, level.exp_path).masses())
        for node, mass in ends.items():
            levels = fall_levels(kept, bits, node)
            found[levels] = found.get(levels, 0) + mass
        return found


def broken_careless_choice(rows, bits: int, parameters: TreeLogParameters):
    """Return the law with a choice of a node that hardly looks at the weights."""
    levels = tuple(replace(t, exp_choose=Fraction(101, 100)) for t in parameters.levels)
    return fast_tree_log_law(rows, bits, TreeLogParameters(levels, parameters.exp_base))


def changed_planner(change: Callable[[Level], Level]) -> Callable:
    """Return a planner that changes every level of the right plan."""
    def planner(*args: Any, **wishes: Any) -> TreeLogPlan:
        plan = plan_tree_log(*args, **wishes)
        levels = tuple(change(level) for level in plan.parameters.levels)
        return replace(plan, parameters=replace(plan.parameters, levels=levels))

    return planner
