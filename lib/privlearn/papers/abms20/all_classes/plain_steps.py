"""ABMS20, Section 1: the searches in plain Python, step by step, beside programs that are written differently."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from privlearn.checking import check, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, lines, subset_layer
from privlearn.dimensions import DimensionBounds, littlestone_bounds, threshold_bounds, vc_bounds
from privlearn.dimensions.bounds import compiled_available, run_search
from privlearn.papers.abms20.all_classes.compiled_programs import (Masks, Pairs, Run, Stop, masks, members,
                                                                   tree_of_splits)
from privlearn.papers.abms20.all_classes.searches import MANY, SMALL, WIDE, Classes, drawn

WHOLE = 200_000  # steps
OVERHEAD = 8  # steps of an operation on large integers beside those for their words


def each(size: int) -> int:
    """Return the steps of an operation on a set of so many elements."""
    return OVERHEAD + size // 64 + 1


@dataclass
class Steps:
    """The steps of a search, at most so many, and what is told of it, at most so often."""

    limit: int
    ends: int = MANY
    done: int = 0
    told: list[tuple[int, int, int]] = field(default_factory=list)

    def tell(self, low: int, high: int) -> None:
        """Tell of the bounds; stop if that is enough."""
        self.told.append((low, high, self.done))
        if len(self.told) == self.ends:
            raise Stop

    def take(self, number: int) -> None:
        """Count steps; stop beyond the limit."""
        self.done += number
        if self.done > self.limit:
            raise Stop

    def raised(self, low: int, high: int, best: Any, decide: Callable[[int], Any]) -> Run:
        """Decide about one more than the lower bound, again and again."""
        try:
            while low < high:
                witness = decide(low + 1)
                low, high, best = (low, low, best) if witness is None else (low + 1, high, witness)
                self.tell(low, high)
        except Stop:
            pass
        return low, high, best, self.done, tuple(self.told)


def trees(concepts: ConceptClass, limit: int, ends: int = MANY) -> Run:
    """Search for mistake trees: of the most even splits, that with the largest number of its smaller half first."""
    rows, columns = masks(concepts)
    steps = Steps(limit, ends)
    known: dict[int, list[int]] = {}  # set -> lower and upper bound, splitting point

    def lowest(some: int) -> int:
        return members(some)[0]

    def reaches(some: int, depth: int, points: list[int]) -> bool:
        if depth <= 1 or some.bit_count() < 2**depth:
            return some.bit_count() >= 2**depth
        least, most, _ = known.get(some, [1, some.bit_count().bit_length() - 1, -1])
        if depth <= least or depth > most:
            return depth <= least
        steps.take(len(points) * each(some.bit_length()))
        splits: dict[tuple[int, int], int] = {}
        for x in points:
            # the half without the lowest concept is the smaller one if both have the same size
            halves = sorted((some & columns[x], some & ~columns[x]),
                            key=lambda half: (half.bit_count(), bool(half & 1 << lowest(some))))
            if halves[0].bit_count() > 1:
                splits.setdefault((halves[0], halves[1]), x)
        for small, large in sorted(splits, key=lambda halves: (halves[0].bit_count(), halves[0]), reverse=True):
            if small.bit_count() >= 2 ** (depth - 1) and all(
                    reaches(half, depth - 1, list(splits.values())) for half in (small, large)):
                known[some] = [depth, most, splits[small, large]]
                return True
        known[some] = [least, depth - 1, known.get(some, [0, 0, -1])[2]]
        return False

    if len(rows) < 2:
        return len(rows) - 1, len(rows) - 1, 0 if rows else None, 0, ()
    everything = (1 << len(rows)) - 1
    low, high, _, done, told = steps.raised(1, len(rows).bit_length() - 1, None, lambda depth: reaches(
        everything, depth, list(range(len(columns)))) or None)
    return low, high, tree_of_splits(rows, columns, lambda some: known[some][2], everything, low), done, told


def greedy_pairs(rows: Masks, columns: Masks) -> Pairs:
    """Return pairs of the largest concept with its smallest point, on what the pairs before have left."""
    some, points = set(range(len(rows))), set(range(len(columns)))
    pairs: list[tuple[int, int]] = []
    while some:
        h = min(some, key=lambda h: (-len(points & set(members(rows[h]))), h))
        points &= set(members(rows[h]))
        if not points:
            break
        x = min(points, key=lambda x: (len(some & set(members(columns[x]))), x))
        pairs.append((h, x))
        some -= set(members(columns[x]))
    return tuple(pairs)


def rank_and_steps(lines: Masks, step: int, limit: int) -> tuple[int | None, int]:
    """Return the rank over two elements, ``None`` where it takes more steps than allowed, and the steps."""
    echelon: list[int] = []  # no two of the same length
    done = 0
    for line in lines:
        while (other := next((o for o in echelon if line and o.bit_length() == line.bit_length()), None)) is not None:
            if done + step > limit:
                return None, done
            line, done = line ^ other, done + step
        echelon += [line] * (line > 0)
    return len(echelon), done


@dataclass
class Chains:
    """A search for threshold sequences: a maximal concept first, then a minimal point of it."""

    rows: Masks
    columns: Masks
    steps: Steps
    refuted: dict[tuple[int, int], int] = field(default_factory=dict)  # (concepts, points) -> no chain is longer

    def reduced(self, some: list[int], points: list[int]) -> tuple[list[int], list[int]]:
        """Return the first of the concepts, and of the points, that look alike on the others, none empty."""
        self.steps.take(4 * (len(some) * each(len(self.columns)) + len(points) * each(len(self.rows))))
        while True:
            looks: dict[tuple[int, ...], int] = {}
            shown: dict[tuple[int, ...], int] = {}
            for h in some:
                looks.setdefault(tuple(self.rows[h] >> x & 1 for x in points), h)
            for x in points:
                shown.setdefault(tuple(self.columns[x] >> h & 1 for h in some), x)
            left = [h for look, h in looks.items() if any(look)], [x for show, x in shown.items() if any(show)]
            if left == (some, points):
                return left
            some, points = left

    def chain(self, some: list[int], points: list[int], length: int) -> Pairs | None:
        """Return a chain of this length, ``None`` if there is none."""
        if length == 0:
            return ()
        some, points = self.reduced(some, points)
        state = sum(1 << h for h in some), sum(1 << x for x in points)
        if len(some) < length or len(points) < length or self.refuted.get(state, length) < length:
            return None
        large = {h: own for h in some if (own := self.rows[h] & state[1]).bit_count() >= length}
        for h in extremal(large, -1):
            below = [x for x in points if self.rows[h] >> x & 1]
            for x in extremal({x: self.columns[x] & state[0] for x in below}, 1):
                rest = [g for g in some if not self.columns[x] >> g & 1]
                more = self.chain(rest, below, length - 1) if len(rest) >= length - 1 else None
                if more is not None:
                    return ((h, x), *more)
        self.refuted[state] = length - 1
        return None


def extremal(sets: dict[int, int], sign: int) -> Iterator[int]:
    """Yield those of the sets that no other one contains (sign -1), or that contain no other one (sign 1)."""
    kept: list[int] = []
    for k in sorted(sets, key=lambda k: sign * sets[k].bit_count()):
        if not any((sets[k] & ~other if sign < 0 else other & ~sets[k]) == 0 for other in kept):
            kept.append(sets[k])
            yield k


def chains(concepts: ConceptClass, limit: int, ends: int = MANY) -> Run:
    """Search for threshold sequences beyond a greedy one, below the rank and what Littlestone's dimension allows."""
    rows, columns = masks(concepts)
    best = greedy_pairs(rows, columns)
    upper = min(len(set(columns)), len(rows)) if best else 0
    if len(best) == upper:
        return upper, upper, best, 0, ()
    rank, spent = rank_and_steps(min(rows, columns, key=len), each(max(len(rows), len(columns))), limit)
    upper = min(upper, rank or upper)
    if len(best) == upper:
        return upper, upper, best, spent, ()
    _, deepest, _, more, _ = trees(concepts, limit)
    upper = min(upper, 2 ** (deepest + 1) - 1)
    steps = Steps(limit, ends, spent + more)
    search = Chains(rows, columns, steps)
    try:
        steps.tell(len(best), upper)
    except Stop:
        return len(best), upper, best, steps.done, tuple(steps.told)
    return steps.raised(len(best), upper, best, lambda length: search.chain(
        list(range(len(rows))), list(range(len(columns))), length))


def patterns(concepts: ConceptClass, limit: int, ends: int = MANY) -> Run:
    """Search for shattered points, in the order of the columns."""
    rows, columns = masks(concepts)
    everything = (1 << len(rows)) - 1
    splits: dict[frozenset[int], int] = {}
    for x, column in enumerate(columns):
        if 0 < column < everything:
            splits.setdefault(frozenset((column, everything ^ column)), x)
    if not splits:
        return len(rows) - 1, len(rows) - 1, () if rows else None, 0, ()
    steps, useful = Steps(limit, ends), list(splits.values())

    def extended(cells: Masks, points: list[int], missing: int) -> tuple[int, ...] | None:
        if missing == 0:
            return ()
        steps.take(len(points) * len(cells) * each(len(rows)))
        least = 2 ** (missing - 1)
        left = [x for x in points
                if all(least <= (cell & columns[x]).bit_count() <= cell.bit_count() - least for cell in cells)]
        for x in left[:len(left) - missing + 1]:
            halves = [half for cell in cells for half in (cell & columns[x], cell & ~columns[x])]
            more = extended(halves, [y for y in left if y > x], missing - 1)
            if more is not None:
                return (x, *more)
        return None

    return steps.raised(1, min(len(rows).bit_length() - 1, len(useful)), (useful[0],),
                        lambda size: extended([everything], useful, size))


PROGRAMS = {"Littlestone": trees, "threshold": chains, "VC": patterns}
SEARCHES: dict[str, Callable[..., DimensionBounds]] = {
    "Littlestone": littlestone_bounds, "threshold": threshold_bounds, "VC": vc_bounds}
CLASSES: Classes = {**SMALL, **WIDE, "no concept": ConceptClass.from_matrix(np.zeros((0, 3), dtype=np.uint8)),
                    "one concept": ConceptClass.from_matrix([[0, 1]]), "3 of 7": subset_layer(7, 3),
                    "4 of 8": ConceptClass.from_matrix(subset_layer(8, 4).matrix.T),
                    "lines": lines(3), "64 x 10": drawn(11, 66, 10, .5), "12 x 11": drawn(12, 12, 11, .4),
                    "a point twice": ConceptClass.from_matrix([[0, 1, 1, 0, 0], [0, 0, 0, 1, 0], [0, 1, 1, 1, 1]])}


def searched(name: str, concepts: ConceptClass, limit: int | None, ends: int = MANY, solver: str = "plain") -> Run:
    """Return what a search does that is ended when it has told so often of its bounds."""
    told: list[tuple[int, int, int]] = []

    def enough(*now: int) -> bool:
        told.append(now)  # type: ignore[arg-type]
        return len(told) == ends

    found = SEARCHES[name](concepts, limit=limit, solver=solver, progress=enough)
    return found.lower, found.upper, found.witness, found.steps, tuple(told)


@cache
def by_sets(name: str, place: str, limit: int, ends: int = MANY) -> Run:
    """Return what the program on sets does with a class."""
    return PROGRAMS[name](CLASSES[place], limit, ends)


@check("ABMS20-1.engine", grade="exact", quantifier="22 classes of none to 114 concepts on 1 to 130 points, the three "
       "searches: whole where 200,000 steps are enough, at seven limits or nine, ended when they have told once or "
       "twice of their bounds; in Python and as the solver is chosen",
       says="{the bounds, witness and steps of the search} equal {those of the program on sets}")
@verifier(lambda search, name, place, limit, ends, solver: search(name, CLASSES[place], limit, ends, solver) !=
          PROGRAMS[name](CLASSES[place], WHOLE if limit is None else limit, ends))
@sabotage("half of the limit", lambda name, concepts, limit, *rest: searched(
    name, concepts, limit and limit // 2, *rest))
@sabotage("the witness of fewer concepts", lambda name, concepts, *rest: (
    *searched(name, concepts, *rest)[:2], searched(name, ConceptClass.from_matrix(concepts.matrix[1:]), *rest)[2],
    *searched(name, concepts, *rest)[3:]))
@judged("==")
def plain_searches_step_by_step(search=searched):
    for name, (place, concepts) in product(SEARCHES, CLASSES.items()):
        low, high, _, steps, told = by_sets(name, place, WHOLE)
        first = told[0][2] if told else 0
        spent = rank_and_steps(min(masks(concepts), key=len), each(max(concepts.matrix.shape)), MANY)[1]
        for limit in {0, first, steps // 3, steps // 2, steps, max(first, 1) - 1, max(steps, 1) - 1, WHOLE, *(
                {spent, max(spent, 1) - 1} if name == "threshold" else ())}:  # where the rank is known just now, or not
            yield (name, place, limit, MANY, "auto"), search(name, concepts, limit, MANY, "auto"), by_sets(
                name, place, limit)
        for ends in (1, 2):
            yield (name, place, WHOLE, ends, "plain"), search(name, concepts, WHOLE, ends, "plain"), by_sets(
                name, place, WHOLE, ends)
        if low == high:
            for solver in ("plain", "auto"):
                yield (name, place, None, MANY, solver), search(name, concepts, None, MANY, solver), by_sets(
                    name, place, WHOLE)


Calls = tuple[tuple[str, int], ...]  # which search was run with which limit
SIZES = {entries: ConceptClass.from_matrix([[h >> x & 1 for x in range(128)] for h in range(entries // 128)])
         for entries in (1280, 8192, 8320)}
LIMITS = None, 0, 4_999_999, 5_000_000, 5_000_001, 10**9


def calls(run: Callable[..., DimensionBounds], entries: int, solver: str, limit: int | None, ends: bool) -> Calls:
    """Return the searches that are run on a class; ``ends``: whether they find the dimension."""
    made: list[tuple[str, int]] = []

    def search(name: str) -> Callable[[int], DimensionBounds]:
        def found(most: int) -> DimensionBounds:
            made.append((name, most))
            return DimensionBounds(name, 1, 1 if ends else 2, None, len(made))

        return found

    result = run(SIZES[entries], solver, limit, search("plain"), search("compiled"))
    return *made, (result.name, result.steps)


def calls_as_said(entries: int, solver: str, limit: int | None, ends: bool) -> Calls:
    """Return the same: a small class is tried in Python for five million steps first if the solver is chosen."""
    tried, limits = 5_000_000, {"plain": 300_000_000, "compiled": 10_000_000_000}
    made: list[tuple[str, int]] = []
    if solver == "auto" and entries <= 2**13:
        made.append(("plain", tried if limit is None or limit > tried else limit))
    if not made or not ends and (limit is None or limit > tried):
        name = "compiled" if solver != "plain" and compiled_available() else "plain"
        made.append((name, limits[name] if limit is None else limit))
    return *made, (made[-1][0], len(made))


@check("ABMS20-1.engine", grade="exhaustive", quantifier="classes of 1,280, 8,192 and 8,320 entries, both solvers and "
       "the choice of one, six limits, searches that end and that do not",
       says="the searches run are the one asked for, or a first try in Python on small classes and the compiled one")
@verifier(lambda run, entries, solver, limit, ends: calls(run, entries, solver, limit, ends) != calls_as_said(
    entries, solver, limit, ends))
@sabotage("always in Python", lambda concepts, solver, *rest: run_search(concepts, "plain", *rest))
@sabotage("never more than the first try", lambda concepts, solver, limit, *rest: run_search(
    concepts, solver, min(5_000_000, limit or 5_000_000), *rest))
@judged("==")
def searches_are_run_as_they_are_chosen(run=run_search):
    solvers = ("plain", "auto", "compiled") if compiled_available() else ("plain", "auto")
    for case in product(SIZES, solvers, LIMITS, (True, False)):
        yield case, calls(run, *case), calls_as_said(*case)
