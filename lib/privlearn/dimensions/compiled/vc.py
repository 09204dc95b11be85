"""The search of :mod:`~privlearn.dimensions.vc`, compiled.

Definitions
-----------
The cells of concepts that show each pattern on the d chosen points have the numbers ``2^d - 1, ..., 2^(d+1) - 2``. A
cell is stored as the 64-bit words of its bit set that are not 0, with their places. The search keeps its own place in
arrays, so that it can come back after a slice of work and go on.

>>> from privlearn.concepts import all_functions
>>> compiled_bounds(all_functions(3), [0, 1, 2], 10**6).witness
(0, 1, 2)
"""

from typing import Any

import numpy as np
from numba import njit

from privlearn.concepts import ConceptClass
from privlearn.dimensions.bitsets import column_words
from privlearn.dimensions.bounds import VC_DIMENSION, DimensionBounds, Progress
from privlearn.dimensions.compiled.machine_words import copy_words, increasing, ones

SLICE = 500_000_000  # steps between two calls of `progress`
FOUND, NONE, PAUSED = 1, 0, -1
LEVEL, STEPS, STEP_LIMIT = range(3)  # the entries of `state`


@njit(cache=True)
def _half(cells: Any, parent: int, child: int, column: Any, label: int) -> None:
    """Write to the cell ``child`` those concepts of the cell ``parent`` that have this label at the point."""
    spots, bits, lengths, sizes = cells
    length, size = 0, 0
    for i in range(lengths[parent]):
        spot = spots[parent, i]
        part = bits[parent, i] & (column[spot] if label else ~column[spot])
        if part:
            spots[child, length], bits[child, length] = spot, part
            length += 1
            size += ones(part)
    lengths[child], sizes[child] = length, size


@njit(cache=True)
def _keep_splitting(cells: Any, cell: int, columns: Any, listed: Any, count: int, part: int, state: Any) -> Any:
    """Keep, of the first ``count`` points listed, those that split the cell into two parts of at least ``part``."""
    spots, bits, lengths, sizes = cells
    state[STEPS] += count * lengths[cell]
    kept = 0
    for k in range(count):
        inside = 0
        for i in range(lengths[cell]):
            inside += ones(bits[cell, i] & columns[listed[k], spots[cell, i]])
        if inside >= part and sizes[cell] - inside >= part:
            listed[kept] = listed[k]
            kept += 1
    return kept


@njit(cache=True)
def _enter(level: int, x: int, size: int, columns: Any, cells: Any, points: Any, counts: Any, state: Any) -> None:
    """Split the cells of the level above by the point x, and keep the points listed that split all halves well enough.

    The smallest cells come first: they rule out most points, and once too few points are left the rest is not needed.
    """
    part = 1 << (size - level - 1)
    above, here, half = (1 << (level - 1)) - 1, (1 << level) - 1, 1 << (level - 1)
    for k in increasing(cells[3][above : above + half]):
        for label in (0, 1):
            if counts[level] < size - level:
                return
            child = here + 2 * k + label
            _half(cells, above + k, child, columns[x], label)
            state[STEPS] += cells[2][above + k]
            counts[level] = _keep_splitting(cells, child, columns, points[level], counts[level], part, state)


@njit(cache=True)
def _search(size: int, columns: Any, cells: Any, points: Any, counts: Any, places: Any, state: Any) -> Any:
    """Go on with the search for ``size`` shattered points; ``places[level] - 1`` is the choice of each level."""
    while state[LEVEL] >= 0:
        level = state[LEVEL]
        if state[STEPS] > state[STEP_LIMIT]:
            return PAUSED
        place = places[level]
        if place > counts[level] - (size - level):
            state[LEVEL] -= 1
            continue
        places[level] += 1
        if level == size - 1:
            return FOUND
        counts[level + 1] = counts[level] - place - 1
        copy_words(points[level, place + 1 : counts[level]], points[level + 1])
        places[level + 1] = 0
        state[LEVEL] += 1
        _enter(level + 1, points[level, place], size, columns, cells, points, counts, state)
    return NONE


class _Shattering:
    """A search for ``size`` shattered points that can be continued."""

    def __init__(self, columns: np.ndarray, concepts: int, size: int):
        points, words = columns.shape
        self.columns, self.size = columns, size
        count = (1 << size) - 1
        self.cells = (np.zeros((count, words), np.int32), np.zeros((count, words), np.uint64),
                      np.zeros(count, np.int64), np.zeros(count, np.int64))
        self.cells[0][0] = np.arange(words)
        self.cells[1][0] = np.frombuffer(((1 << concepts) - 1).to_bytes(words * 8, "little"), "<u8")
        self.cells[2][0], self.cells[3][0] = words, concepts
        self.points = np.zeros((size, points), np.int32)
        self.points[0] = np.arange(points)
        self.counts, self.places = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self.state = np.zeros(3, np.int64)
        self.counts[0] = _keep_splitting(self.cells, 0, columns, self.points[0], points, 1 << (size - 1), self.state)

    def go_on(self, steps: int) -> int:
        """Search on until about so many steps are done in all."""
        self.state[STEP_LIMIT] = steps
        return int(_search(self.size, self.columns, self.cells, self.points, self.counts, self.places, self.state))

    @property
    def steps(self) -> int:
        """Steps done."""
        return int(self.state[STEPS])

    def chosen(self) -> list[int]:
        """Return the shattered points, once the search found them."""
        return [int(self.points[level, self.places[level] - 1]) for level in range(self.size)]


def compiled_bounds(concepts: ConceptClass, useful: list[int], limit: int,
                    progress: Progress | None = None) -> DimensionBounds:
    """Bound the VC dimension of a class with at least one splitting point; see ``vc_bounds``."""
    columns = np.ascontiguousarray(column_words(concepts)[useful])
    best: tuple[int, ...] = (useful[0],)
    upper, spent = min(len(concepts).bit_length() - 1, len(useful)), 0
    waiting: _Shattering | None = None  # the hard part: to refute the dimension plus one; meanwhile larger sizes fall
    ended = False
    while len(best) < upper and spent <= limit and not ended:
        search, until = _Shattering(columns, len(concepts), upper if waiting else len(best) + 1), limit - spent
        if waiting and upper == len(best) + 1:
            search, until = waiting, limit - spent + waiting.steps
        elif not waiting:
            until = limit // 2
        before, answer = search.steps if search is waiting else 0, PAUSED
        while answer == PAUSED and search.steps <= until and not ended:
            answer = search.go_on(min(until, search.steps + SLICE))
            if progress is not None:
                ended = progress(len(best), upper, spent + search.steps - before) is True
        spent += search.steps - before
        if answer == FOUND:
            best, waiting = tuple(useful[k] for k in search.chosen()), None
        elif answer == NONE:
            upper = search.size - 1
        elif waiting is None:
            waiting = search
    return DimensionBounds(VC_DIMENSION, len(best), upper, best, spent)
