"""The compiled searches for one class as programs on plain sets: they take the same steps."""

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from privlearn.concepts import ConceptClass

Told = tuple[tuple[int, int, int], ...]  # (lower, upper, steps) after each slice
Run = tuple[int, int, Any, int, Told]  # lower, upper, witness, steps
Masks = list[int]
Pairs = tuple[tuple[int, int], ...]
WORD, FIRST_ROOM, EXTRA = 64, 4096, 24  # bits, sets that a memory holds at first, steps for each candidate of a chain
SPENT = 17  # steps before the search for a chain
PAUSED: tuple[int, ...] = ()


def masks(concepts: ConceptClass) -> tuple[Masks, Masks]:
    """Return the concepts as sets of points and the points as sets of concepts."""
    rows = concepts.rows()
    return ([sum(1 << x for x, label in enumerate(row) if label) for row in rows],
            [sum(1 << h for h, row in enumerate(rows) if row[x]) for x in range(concepts.size)])


def members(chosen: int) -> list[int]:
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

    def take(self, number: int) -> None:
        """Count steps; stop if more than those of the slice are done."""
        self.done += number
        if self.done > self.until:
            raise Stop

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


def tree_of_splits(rows: Masks, columns: Masks, split: Callable[[int], int], some: int, depth: int) -> Any:
    """Read a tree off the points that split the sets of a search; two concepts are split where they differ first."""
    first, *others = members(some)
    if depth == 0:
        return first
    x = split(some) if depth > 1 else members(rows[first] ^ rows[others[0]])[0]
    return x, *(tree_of_splits(rows, columns, split, part, depth - 1)
                for part in (some & ~columns[x], some & columns[x]))


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
        work.take(len(points) * words(len(rows)))
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

    everything = (1 << len(rows)) - 1
    low, high, _, told = work.slices(1, len(rows).bit_length() - 1, limit, portion,
                                     lambda depth: reaches(everything, depth, list(range(concepts.size))) or None, None)
    return low, high, tree_of_splits(rows, columns, lambda some: known[some][2], everything, low), work.done, told


def first_pair(concepts: ConceptClass) -> Pairs:
    """Return the first concept that is not empty with its first point, a chain to start from."""
    h, x = np.argwhere(concepts.matrix)[0].tolist()
    return ((h, x),)


def enough(sizes: list[int], universe: int, length: int) -> bool:
    """Decide whether the largest sets, and those with the most zeros, can be those of a chain."""
    ones, zeros = (sorted(counts, reverse=True) for counts in (sizes, [universe - size for size in sizes]))
    return len(sizes) >= length and all(ones[i] >= length - i for i in range(length)) and all(
        zeros[i] >= length - 1 - i for i in range(length - 1))


@dataclass
class Chains:
    """A search for threshold sequences."""

    rows: Masks
    columns: Masks
    work: Work
    refuted: dict[tuple[int, int], float] = field(default_factory=dict)  # (concepts, points) -> no chain is longer

    def distinct(self, sets: Masks, chosen: int, within: int, before: int, each: int) -> dict[int, int]:
        """Return the first of the chosen sets that look alike, none empty, as they look."""
        kept: dict[int, int] = {}
        for k in members(chosen):
            if sets[k] & within:
                kept.setdefault(sets[k] & within, k)
        self.work.done += len(sets) + (before + len(kept)) * (each + EXTRA)
        return {k: look for look, k in kept.items()}

    def reduced(self, some: int, points: int) -> tuple[dict[int, int], dict[int, int]]:
        """Return concepts and points of which no two look alike on the others."""
        before = some.bit_count(), points.bit_count()
        while True:
            size = some.bit_count() + points.bit_count()
            looks = self.distinct(self.rows, some, points, before[0], words(len(self.columns)))
            some = sum(1 << h for h in looks)
            shown = self.distinct(self.columns, points, some, before[1], words(len(self.rows)))
            points = sum(1 << x for x in shown)
            if len(looks) + len(shown) == size:
                return looks, shown

    def extremal(self, sets: dict[int, int], least: int, inside: Callable[[int, int], bool]) -> list[int]:
        """Return those of the sets, in order, that are not below (or above) one before."""
        kept: dict[int, int] = {}
        for k, own in sets.items():
            met = next((i for i, other in enumerate(kept.values(), 1) if own.bit_count() < least or inside(own, other)),
                       None)
            self.work.done += 2 * (met or len(kept))
            if met is None and own.bit_count() >= least:
                kept[k] = own
        return list(kept)

    def chain(self, some: int, points: int, length: int) -> Pairs | None:
        """Return a chain of this length, ``None`` if there is none."""
        if length == 0:
            return ()
        self.work.take(0)
        looks, shown = self.reduced(some, points)
        sizes = [own.bit_count() for own in looks.values()], [own.bit_count() for own in shown.values()]
        if not enough(sizes[0], len(shown), length) or not enough(sizes[1], len(looks), length):
            return None
        state = sum(1 << h for h in looks), sum(1 << x for x in shown)
        if state not in self.refuted:
            if len(self.refuted) == self.work.room:
                raise Full
            self.refuted[state] = float("inf")
        if self.refuted[state] < length:
            return None
        ordered = dict(sorted(looks.items(), key=lambda item: -item[1].bit_count()))
        for h in self.extremal(ordered, length, lambda own, other: own & ~other == 0):
            self.work.done += len(looks) * words(len(self.columns))
            if not enough([(own & looks[h]).bit_count() for own in looks.values()], looks[h].bit_count(), length):
                continue
            below = sorted((x for x in shown if looks[h] >> x & 1), key=lambda x: shown[x].bit_count())
            for x in self.extremal({x: shown[x] for x in below}, 0, lambda own, other: other & ~own == 0):
                if len(looks) - shown[x].bit_count() < length - 1:
                    break
                rest = self.chain(state[0] & ~shown[x], looks[h], length - 1)
                if rest is not None:
                    return ((h, x), *rest)
        self.refuted[state] = length - 1
        return None


def chains_on_sets(concepts: ConceptClass, limit: int, portion: int) -> Run:
    """Search for threshold sequences: the largest concept first, then its smallest point."""
    rows, columns = masks(concepts)
    work = Work(SPENT)
    search = Chains(rows, columns, work)
    low, high, best, told = work.slices(
        1, min(len(rows), len(columns)), limit, portion,
        lambda length: search.chain((1 << len(rows)) - 1, (1 << len(columns)) - 1, length), first_pair(concepts))
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
