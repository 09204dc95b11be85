"""ABMS20, Section 1: the compiled searches, step by step, beside the same programs on plain sets."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import combinations
from typing import Any
from unittest.mock import patch

import numpy as np

from privlearn.claims import check, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, all_functions, boxes, point_functions, thresholds
from privlearn.dimensions import DimensionBounds, littlestone_dimension, threshold_dimension, vc_dimension
from privlearn.dimensions.bounds import compiled_available

Told = tuple[tuple[int, int, int], ...]  # (lower, upper, steps) after each slice
Run = tuple[int, int, Any, int, Told]  # lower, upper, witness, steps
Masks = list[int]
WORD, FIRST_ROOM, EXTRA = 64, 4096, 24  # bits, sets that a memory holds at first, steps for each candidate of a chain
SPENT = 17  # steps before the search for a chain
PAUSED: tuple[int, ...] = ()


def masks(concepts: ConceptClass) -> tuple[Masks, Masks]:
    """Return the concepts as sets of points and the points as sets of concepts."""
    rows = concepts.rows()
    return ([sum(1 << x for x, label in enumerate(row) if label) for row in rows],
            [sum(1 << h for h, row in enumerate(rows) if row[x]) for x in range(concepts.size)])


def members(chosen: int) -> list[int]:
    """Return the elements of a set."""
    return [k for k in range(chosen.bit_length()) if chosen >> k & 1]


def words(size: int) -> int:
    """Return how many machine words hold a set of so many elements."""
    return -(-size // WORD)


def words_met(chosen: int) -> int:
    """Return in how many machine words a set has an element."""
    return len({k // WORD for k in members(chosen)})


class Stop(Exception):
    """The steps of a slice are done."""


class Full(Exception):
    """The memory holds no more sets."""


@dataclass
class Work:
    """The steps of a search, and the room of its memory."""

    done: int = 0
    until: int = 0
    room: int = FIRST_ROOM

    def slices(self, low: int, high: int, limit: int, portion: int, decide: Callable[[int], Any], best: Any,
               ) -> tuple[int, int, Any, Told]:
        """Decide about one more than the lower bound, slice by slice; ``decide`` returns a witness or ``None``."""
        told = []
        while low < high:
            self.until = min(limit, self.done + portion)
            try:
                witness = decide(low + 1)
                low, high, best = (low, low, best) if witness is None else (low + 1, high, witness)
            except Full:
                self.room *= 2
                if self.done > limit:
                    break
            except Stop:
                if self.done > limit:
                    break
            told.append((low, high, self.done))
        return low, high, best, tuple(told)


def trees_on_sets(concepts: ConceptClass, limit: int, portion: int) -> Run:
    """Search for mistake trees: the most even split first, its smaller half first."""
    rows, columns = masks(concepts)
    work = Work()
    known: dict[int, list[int]] = {}  # set -> lower and upper bound, splitting point

    def reaches(some: int, depth: int, points: list[int]) -> bool:
        if depth <= 1 or some.bit_count() < 2**depth:
            return some.bit_count() >= 2**depth
        if some not in known:
            if len(known) == work.room:
                raise Full
            known[some] = [1, some.bit_count().bit_length() - 1, -1]
        entry = known[some]
        if not entry[0] < depth <= entry[1]:
            return depth <= entry[0]
        work.done += len(points) * words(len(rows))
        if work.done > work.until:
            raise Stop
        splits: dict[frozenset[int], int] = {}
        for x in points:
            halves = some & columns[x], some & ~columns[x]
            if min(map(int.bit_count, halves)) >= 2:
                splits.setdefault(frozenset(halves), x)
        useful = list(splits.values())
        even = {x: min(map(int.bit_count, halves)) for halves, x in splits.items()}
        for x in sorted((x for x in useful if even[x] >= 2 ** (depth - 1)), key=lambda x: -even[x]):
            if all(reaches(half, depth - 1, useful)
                   for half in sorted((some & columns[x], some & ~columns[x]), key=int.bit_count)):
                entry[0], entry[2] = depth, x
                return True
        entry[1] = depth - 1
        return False

    def tree(some: int, depth: int) -> Any:
        first, *others = members(some)
        if depth == 0:
            return first
        x = known[some][2] if depth > 1 else members(rows[first] ^ rows[others[0]])[0]
        return x, tree(some & ~columns[x], depth - 1), tree(some & columns[x], depth - 1)

    everything = (1 << len(rows)) - 1
    low, high, _, told = work.slices(
        1, len(rows).bit_length() - 1, limit, portion,
        lambda depth: reaches(everything, depth, list(range(concepts.size))) or None, None)
    return low, high, tree(everything, low), work.done, told


def first_pair(concepts: ConceptClass) -> tuple[tuple[int, int]]:
    """Return the first concept that is not empty with its first point, a chain to start from."""
    h, x = np.argwhere(concepts.matrix)[0].tolist()
    return ((h, x),)


def enough(sizes: list[int], universe: int, length: int) -> bool:
    """Decide whether the largest sets, and those with the most zeros, can be those of a chain."""
    ones, zeros = (sorted(counts, reverse=True) for counts in (sizes, [universe - size for size in sizes]))
    return len(sizes) >= length and all(ones[i] >= length - i for i in range(length)) and all(
        zeros[i] >= length - 1 - i for i in range(length - 1))


def chains_on_sets(concepts: ConceptClass, limit: int, portion: int) -> Run:
    """Search for threshold sequences: the largest concept first, then its smallest point."""
    rows, columns = masks(concepts)
    work = Work(SPENT)
    refuted: dict[tuple[int, int], float] = {}  # (concepts, points) -> no chain longer than this

    def distinct(sets: Masks, chosen: int, within: int, before: int, each: int) -> dict[int, int]:
        kept: dict[int, int] = {}
        for k in members(chosen):
            if sets[k] & within:
                kept.setdefault(sets[k] & within, k)
        work.done += len(sets) + (before + len(kept)) * (each + EXTRA)
        return {k: look for look, k in kept.items()}

    def reduced(some: int, points: int) -> tuple[dict[int, int], dict[int, int]]:
        before = some.bit_count(), points.bit_count()
        while True:
            size = some.bit_count() + points.bit_count()
            looks = distinct(rows, some, points, before[0], words(len(columns)))
            some = sum(1 << h for h in looks)
            shown = distinct(columns, points, some, before[1], words(len(rows)))
            points = sum(1 << x for x in shown)
            if len(looks) + len(shown) == size:
                return looks, shown

    def extremal(sets: dict[int, int], least: int, inside: Callable[[int, int], bool]) -> Iterator[int]:
        """Yield those of the sets, in order, that are not below (or above) one before."""
        kept: list[int] = []
        for k, own in sets.items():
            met = next((i for i, other in enumerate(kept) if own.bit_count() < least or inside(own, other)), None)
            work.done += 2 * (len(kept) if met is None else met + 1)
            if met is None and own.bit_count() >= least:
                kept.append(own)
                yield k

    def chain(some: int, points: int, length: int) -> tuple[tuple[int, int], ...] | None:
        if length == 0:
            return ()
        if work.done > work.until:
            raise Stop
        looks, shown = reduced(some, points)
        sizes = [own.bit_count() for own in looks.values()], [own.bit_count() for own in shown.values()]
        if not enough(sizes[0], len(shown), length) or not enough(sizes[1], len(looks), length):
            return None
        state = sum(1 << h for h in looks), sum(1 << x for x in shown)
        if state not in refuted:
            if len(refuted) == work.room:
                raise Full
            refuted[state] = float("inf")
        if refuted[state] < length:
            return None
        ordered = dict(sorted(looks.items(), key=lambda item: -item[1].bit_count()))
        for h in list(extremal(ordered, length, lambda own, other: own & ~other == 0)):
            work.done += len(looks) * words(len(columns))
            if not enough([(own & looks[h]).bit_count() for own in looks.values()], looks[h].bit_count(), length):
                continue
            below = sorted((x for x in shown if looks[h] >> x & 1), key=lambda x: shown[x].bit_count())
            for x in list(extremal({x: shown[x] for x in below}, 0, lambda own, other: other & ~own == 0)):
                if len(looks) - shown[x].bit_count() < length - 1:
                    break
                rest = chain(state[0] & ~shown[x], looks[h], length - 1)
                if rest is not None:
                    return ((h, x), *rest)
        refuted[state] = length - 1
        return None

    low, high, best, told = work.slices(
        1, min(len(rows), len(columns)), limit, portion,
        lambda length: chain((1 << len(rows)) - 1, (1 << len(columns)) - 1, length), first_pair(concepts))
    return low, high, best, work.done, told


@dataclass
class Shattering:
    """A search for so many shattered points that goes on where it stood."""

    columns: Masks
    concepts: int
    size: int
    steps: int = 0
    moves: Generator[None, None, tuple[int, ...] | None] = field(init=False)

    def __post_init__(self) -> None:
        everything = (1 << self.concepts) - 1
        kept = self.splitting(everything, list(range(len(self.columns))), self.size)
        self.moves = self.look([everything], kept, self.size)
        next(self.moves)

    def splitting(self, cell: int, points: list[int], missing: int) -> list[int]:
        """Return the points that leave concepts enough on both sides for the points that are missing."""
        self.steps += len(points) * words_met(cell)
        part = 2 ** (missing - 1)
        return [x for x in points if part <= (cell & self.columns[x]).bit_count() <= cell.bit_count() - part]

    def look(self, cells: Masks, points: list[int], missing: int) -> Generator[None, None, tuple[int, ...] | None]:
        """Try the points in order; the smallest cells are split first, until too few points are left."""
        for place, x in enumerate(points):
            yield
            if len(points) - place < missing:
                return None
            if missing == 1:
                return (x,)
            left = points[place + 1:]
            halves = [half for cell in cells for half in (cell & ~self.columns[x], cell & self.columns[x])]
            for k in sorted(range(len(halves)), key=lambda k: cells[k // 2].bit_count()):
                if len(left) >= missing - 1:
                    self.steps += words_met(cells[k // 2])
                    left = self.splitting(halves[k], left, missing - 1)
            found = yield from self.look(halves, left, missing - 1)
            if found is not None:
                return (x, *found)
        yield
        return None

    def go_on(self, until: int) -> tuple[int, ...] | None:
        """Return the shattered points, ``None`` if there are none, ``PAUSED`` if more than so many steps are done."""
        while self.steps <= until:
            try:
                next(self.moves)
            except StopIteration as end:
                return end.value
        return PAUSED


def patterns_on_sets(concepts: ConceptClass, limit: int, portion: int) -> Run:
    """Search for shattered points.

    If the next size takes more than half of the limit, it waits until all larger ones are refuted.
    """
    _, columns = masks(concepts)
    size_of = len(concepts)
    best: tuple[int, ...] = (0,)
    upper, spent, told = min(size_of.bit_length() - 1, len(columns)), 0, []
    waiting: Shattering | None = None
    while len(best) < upper and spent <= limit:
        if waiting and upper == len(best) + 1:
            search, until, before = waiting, limit - spent + waiting.steps, waiting.steps
        else:
            search, before = Shattering(columns, size_of, upper if waiting else len(best) + 1), 0
            until = limit - spent if waiting else limit // 2
        found: tuple[int, ...] | None = PAUSED
        while found == PAUSED and search.steps <= until:
            found = search.go_on(min(until, search.steps + portion))
            told.append((len(best), upper, spent + search.steps - before))
        spent += search.steps - before
        if found is None:
            upper = search.size - 1
        elif found != PAUSED:
            best, waiting = found, None
        else:
            waiting = waiting or search
    return len(best), upper, best, spent, tuple(told)


def run(module: Any, search: Callable[[Any], DimensionBounds], portion: int) -> Run:
    """Run a compiled search in slices of so many steps."""
    told: list[tuple[int, int, int]] = []
    with patch.object(module, "SLICE", portion):
        found = search(lambda *now: told.append(now))
    return found.lower, found.upper, found.witness, found.steps, tuple(told)


def trees_compiled(concepts: ConceptClass, limit: int, portion: int) -> Run:
    """Return what the compiled search for mistake trees does; where nothing is compiled, the program on sets."""
    if not compiled_available():
        return trees_on_sets(concepts, limit, portion)
    from privlearn.dimensions.compiled import littlestone

    return run(littlestone, lambda progress: littlestone.compiled_bounds(concepts, limit, progress), portion)


def chains_compiled(concepts: ConceptClass, limit: int, portion: int) -> Run:
    """Return what the compiled search for threshold sequences does; where nothing is compiled, the program on sets."""
    if not compiled_available():
        return chains_on_sets(concepts, limit, portion)
    from privlearn.dimensions.compiled import threshold

    return run(threshold, lambda progress: threshold.compiled_bounds(
        concepts, first_pair(concepts), min(concepts.matrix.shape), SPENT, limit, progress), portion)


def patterns_compiled(concepts: ConceptClass, limit: int, portion: int) -> Run:
    """Return what the compiled search for shattered points does; where nothing is compiled, the program on sets."""
    if not compiled_available():
        return patterns_on_sets(concepts, limit, portion)
    from privlearn.dimensions.compiled import vc

    return run(vc, lambda progress: vc.compiled_bounds(
        concepts, list(range(concepts.size)), limit, progress), portion)


def drawn(seed: int, concepts: int, points: int, ones: float) -> ConceptClass:
    """Return a class drawn by a seed, with the empty concept and the full one."""
    matrix = (np.random.default_rng(seed).random((concepts, points)) < ones).astype(np.uint8)
    matrix[0], matrix[-1] = 0, 1
    return ConceptClass.from_matrix(matrix)


def middle_layer() -> ConceptClass:
    """Return the sets of 7 of 14 points: a search for trees meets 6,533 sets of them."""
    return ConceptClass.from_matrix([[int(x in chosen) for x in range(14)] for chosen in combinations(range(14), 7)])


MANY = 10**9
Classes = dict[str, ConceptClass]
DRAWN: Classes = {f"drawn, {h} x {x}": drawn(seed, h, x, ones) for seed, h, x, ones in (
    (1, 40, 7, .5), (2, 140, 9, .4), (3, 9, 130, .3), (5, 64, 8, .6), (7, 24, 24, .5), (8, 66, 12, .7),
    (168, 59, 6, .4), (1851, 37, 6, .2))}  # these two meet sets of concepts again
SMALL: Classes = {"two concepts": thresholds(1), "16 thresholds": thresholds(4), "nine points": point_functions(9),
                  "all functions on 4 points": all_functions(4), **DRAWN}
WIDE: Classes = {"boxes in a square of 4": boxes(2, 2), "drawn, 70 x 70": drawn(4, 70, 70, .1)}
PROGRAMS = {"trees": trees_on_sets, "chains": chains_on_sets, "patterns": patterns_on_sets}
CLASSES: dict[str, Classes] = {
    "trees": SMALL | WIDE, "chains": SMALL, "patterns": SMALL | WIDE | {"drawn, 60 x 30": drawn(0, 60, 30, .5)}}
DIMENSIONS = {"trees": littlestone_dimension, "chains": threshold_dimension, "patterns": vc_dimension}
LARGE: dict[str, Callable[[], ConceptClass]] = {
    "trees": middle_layer, "chains": partial(drawn, 7, 130, 16, .6)}  # the memory must grow


@cache
def by_sets(name: str, place: str, limit: int, portion: int) -> Run:
    """Return what the program on sets does with a class."""
    return PROGRAMS[name](class_at(name, place), limit, portion)


@cache
def class_at(name: str, place: str) -> ConceptClass:
    """Return a class by its name."""
    return LARGE[name]() if place == "large" else CLASSES[name][place]


def judged_steps(name: str, search: Callable[[ConceptClass, int, int], Run]) -> Iterator[tuple[Any, Any, Any]]:
    """Yield what a search and the program on sets do, whole, cut short, and in slices, and the dimension."""
    for place, concepts in CLASSES[name].items():
        dimension = DIMENSIONS[name](concepts, solver="plain")
        yield (place, MANY, MANY), search(concepts, MANY, MANY)[:2], (dimension, dimension)
        *_, steps, told = by_sets(name, place, MANY, MANY)
        first = told[0][2] if told else 1
        limits = MANY, 0, first - 1, first, steps // 3, steps // 2, steps - 1, steps
        for limit, portion in (*((limit, MANY) for limit in limits), (3 * steps, steps // 3 + 1),
                               (steps, steps // 5 + 1)):
            yield (place, limit, portion), search(concepts, limit, portion), by_sets(name, place, limit, portion)
    if name in LARGE:
        yield ("large", MANY, MANY), search(class_at(name, "large"), MANY, MANY), by_sets(name, "large", MANY, MANY)


def other_steps(name: str) -> Callable[[Any, Any], bool]:
    """Return the verifier of a search: the program on sets runs once more, and does something else."""
    def other(search, witness) -> bool:
        place, limit, portion = witness
        concepts = class_at(name, place)
        return search(concepts, limit, portion) != PROGRAMS[name](concepts, limit, portion)

    return other


HOW = "whole, at seven limits, and in slices of a third and of a fifth of the steps"
BOTH = "{the bounds, witness and steps of the compiled search} equal {those of the program on sets}"


@check("ABMS20-1.engine", grade="exact",
       quantifier=f"fourteen classes of 2 to 114 concepts on 2 to 130 points, {HOW}; the sets of 7 of 14 points, whole",
       says=BOTH, fingerprint=lambda search: [search(boxes(2, 2), limit, 400) for limit in (343, 1000)])
@verifier(other_steps("trees"))
@sabotage("one step beyond the limit", lambda concepts, limit, portion: trees_compiled(concepts, limit + 1, portion))
@sabotage("slices of half the steps", lambda concepts, limit, portion: trees_compiled(concepts, limit, portion // 2))
@judged("==")
def compiled_trees_step_by_step(search=trees_compiled):
    yield from judged_steps("trees", search)


@check("ABMS20-1.engine", grade="exact",
       quantifier=f"twelve classes of 2 to 114 concepts on 2 to 130 points, {HOW}; a drawn class of 130 concepts on 16 "
                  "points, whole", says=BOTH,
       fingerprint=lambda search: [search(thresholds(3), 5000, portion) for portion in (1000, MANY)])
@verifier(other_steps("chains"))
@sabotage("half of the limit", lambda concepts, limit, portion: chains_compiled(concepts, limit // 2, portion))
@sabotage("slices of half the steps", lambda concepts, limit, portion: chains_compiled(concepts, limit, portion // 2))
@judged("==")
def compiled_chains_step_by_step(search=chains_compiled):
    yield from judged_steps("chains", search)


@check("ABMS20-1.engine", grade="exact",
       quantifier=f"fifteen classes of 2 to 114 concepts on 2 to 130 points, {HOW}", says=BOTH,
       fingerprint=lambda search: [search(boxes(2, 2), 1000, portion) for portion in (400, MANY)])
@verifier(other_steps("patterns"))
@sabotage("half of the limit", lambda concepts, limit, portion: patterns_compiled(concepts, limit // 2, portion))
@sabotage("slices of half the steps",
          lambda concepts, limit, portion: patterns_compiled(concepts, limit, portion // 2))
@judged("==")
def compiled_patterns_step_by_step(search=patterns_compiled):
    yield from judged_steps("patterns", search)
