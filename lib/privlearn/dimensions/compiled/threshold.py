"""The search of :mod:`~privlearn.dimensions.threshold`, compiled.

Definitions
-----------
A state is a pair of bit sets, of concepts and of points, side by side in one row of 64-bit words.  The memory of the
search is a hash table from states to the length that no chain exceeds; its keys are the states themselves.

>>> from privlearn.concepts import lines
>>> compiled_bounds(lines(3), ((0, 0),), 7, 0, 10**6).upper
2
"""

from typing import Any

import numpy as np
from numba import njit

from privlearn.concepts import ConceptClass
from privlearn.dimensions.bitsets import column_words, words
from privlearn.dimensions.bounds import THRESHOLD_DIMENSION, DimensionBounds, Progress
from privlearn.dimensions.compiled.machine_words import (copy_words, count_ones, equal_words, find_slot, hash_words,
                                                         increasing, ones, rehash)
from privlearn.dimensions.threshold_sequences import Pairs

SLICE = 500_000_000  # steps between two calls of `progress`
LARGEST_MEMORY = 1 << 30  # bytes of keys
EXTRA = 24  # steps that sorting out one candidate costs beside looking at its words
STOPPED = -1
KEYS, STEPS, STEP_LIMIT, FULL = range(4)  # the entries of `state`


@njit(cache=True)
def _distinct(sets: Any, within: Any, chosen: Any, looks: Any, sizes: Any, members: Any, state: Any) -> Any:
    """Keep in the bit set ``chosen`` one of the sets that look alike on ``within``, none empty there.

    ``looks``, ``sizes`` and ``members`` list the kept sets cut down to ``within``, their sizes and their numbers.
    """
    slots = 4
    while slots < 2 * members.shape[0]:
        slots *= 2
    table = np.full(slots, -1, np.int32)
    mask = np.uint64(slots - 1)
    count = 0
    for element in range(sets.shape[0]):
        bit = np.uint64(1) << np.uint64(element & 63)
        if chosen[element >> 6] & bit == 0:
            continue
        total = 0
        for i in range(within.shape[0]):
            looks[count, i] = sets[element, i] & within[i]
            total += ones(looks[count, i])
        place = hash_words(looks[count]) & mask
        while total and table[np.int64(place)] >= 0 and not equal_words(looks[table[np.int64(place)]], looks[count]):
            place = (place + np.uint64(1)) & mask
        if total == 0 or table[np.int64(place)] >= 0:
            chosen[element >> 6] &= ~bit
            continue
        table[np.int64(place)] = count
        sizes[count], members[count] = total, element
        count += 1
    state[STEPS] += sets.shape[0] + (members.shape[0] + count) * (within.shape[0] + EXTRA)
    return count


@njit(cache=True)
def _enough(sizes: Any, count: int, universe: int, length: int) -> Any:
    """Can ``count`` sets of these sizes be the concepts (or points) of a chain of ``length``?

    Concept i has a one on at least ``length - i`` of the points and a zero on at least i; for point j the ones are j +
    1 or more and the zeros ``length - 1 - j`` or more. Sorted in this order, both ask the same.
    """
    large, small = np.zeros(length + 1, np.int64), np.zeros(length + 1, np.int64)
    for k in range(count):
        large[min(sizes[k], length)] += 1
        small[min(universe - sizes[k], length)] += 1
    above, below = 0, 0
    for t in range(length, 0, -1):
        above += large[t]
        below += small[t]
        if above < length - t + 1 or below < length - t:
            return False
    return True


@njit(cache=True)
def _inside(left: Any, right: Any) -> Any:
    for i in range(left.shape[0]):  # noqa: SIM110 - a loop is what compiles well
        if left[i] & ~right[i]:
            return False
    return True


@njit(cache=True)
def _minimal(looks: Any, sizes: Any, listed: Any, state: Any) -> Any:
    """Return those of the listed places whose sets contain no other one's, small sets first."""
    order = listed[increasing(sizes[listed] * np.int64(sizes.shape[0] + 1) + np.arange(listed.shape[0]))]
    kept = np.empty(order.shape[0], np.int64)
    count = 0
    for k in order:
        good = True
        for other in range(count):
            state[STEPS] += 2
            if _inside(looks[kept[other]], looks[k]):
                good = False
                break
        if good:
            kept[count] = k
            count += 1
    return kept[:count]


@njit(cache=True)
def _worth_it(looks: Any, count: int, own: Any, universe: int, length: int, state: Any) -> Any:
    """Are there concepts enough, seen from the points of the first one alone, for the rest of a chain?"""
    sizes = np.zeros(count, np.int64)
    for k in range(count):
        for i in range(own.shape[0]):
            sizes[k] += ones(looks[k, i] & own[i])
    state[STEPS] += count * own.shape[0]
    return _enough(sizes, count, universe, length)


@njit(cache=True)
def _refuted_slot(key: Any, length: int, state: Any, keys: Any, table: Any, longest: Any) -> Any:
    """Return the number of the state in the memory, entering it if it is new; -2: refuted, STOPPED: memory full."""
    place = find_slot(keys, table, key)
    number = np.int64(table[place])
    if number < 0:
        number = state[KEYS]
        if number == keys.shape[0]:
            state[FULL] = 1
            return STOPPED
        copy_words(key, keys[number])
        longest[number] = 1 << 30
        table[place] = number
        state[KEYS] += 1
    return -2 if longest[number] < length else number


@njit(cache=True)
def _reduced(key: Any, rows: Any, columns: Any, state: Any) -> Any:
    """Drop from ``key`` what is alike or empty; return what is left, with looks and sizes: concepts, then points."""
    split = columns.shape[1]
    concepts, points = key[:split], key[split:]
    h_count, x_count = count_ones(concepts), count_ones(points)
    looks = np.empty((h_count + 1, points.shape[0]), np.uint64)
    shown = np.empty((x_count + 1, split), np.uint64)
    h_sizes, x_sizes = np.zeros(h_count, np.int64), np.zeros(x_count, np.int64)
    hs, xs = np.zeros(h_count, np.int64), np.zeros(x_count, np.int64)
    before = -1
    while h_count + x_count != before:
        before = h_count + x_count
        h_count = _distinct(rows, points, concepts, looks, h_sizes, hs, state)
        x_count = _distinct(columns, concepts, points, shown, x_sizes, xs, state)
    return looks, h_sizes[:h_count], hs[:h_count], shown, x_sizes[:x_count], xs[:x_count]


@njit(cache=True)
def _maximal(looks: Any, sizes: Any, length: int, state: Any) -> Any:
    """Return the places of the concepts on at least ``length`` points that no other one contains, large ones first."""
    kept = np.empty(sizes.shape[0], np.int64)
    count = 0
    for k in increasing(-sizes * np.int64(sizes.shape[0] + 1) + np.arange(sizes.shape[0])):
        good = sizes[k] >= length
        for other in range(count):
            state[STEPS] += 2
            if not good or _inside(looks[k], looks[kept[other]]):
                good = False
                break
        if good:
            kept[count] = k
            count += 1
    return kept[:count]


@njit(cache=True)
def _chain(key: Any, level: int, length: int, rows: Any, columns: Any, pairs: Any, state: Any, keys: Any, table: Any,
           longest: Any) -> Any:
    """Is there a chain of this length in ``key``?  1 (written to ``pairs`` from ``level`` on), 0 or STOPPED."""
    if length == 0:
        return 1
    if state[STEPS] > state[STEP_LIMIT]:
        return STOPPED
    looks, h_sizes, hs, shown, x_sizes, xs = _reduced(key, rows, columns, state)
    if not _enough(h_sizes, len(hs), len(xs), length) or not _enough(x_sizes, len(xs), len(hs), length):
        return 0
    number = _refuted_slot(key, length, state, keys, table, longest)
    if number < 0:
        return 0 if number == -2 else STOPPED
    split = columns.shape[1]
    child = np.empty_like(key)
    for k in _maximal(looks, h_sizes, length, state):
        if not _worth_it(looks, len(hs), looks[k], h_sizes[k], length, state):
            continue
        on_it = looks[k]
        below = np.array([j for j in range(len(xs)) if on_it[xs[j] >> 6] >> np.uint64(xs[j] & 63) & np.uint64(1)])
        for j in _minimal(shown, x_sizes, below, state):
            if len(hs) - x_sizes[j] < length - 1:
                break
            for i in range(split):
                child[i] = key[i] & ~shown[j, i]
            copy_words(on_it, child[split:])
            answer = _chain(child, level + 1, length - 1, rows, columns, pairs, state, keys, table, longest)
            if answer == 1:
                pairs[level, 0], pairs[level, 1] = hs[k], xs[j]
            if answer != 0:
                return answer
    longest[number] = length - 1
    return 0


class _Memory:
    """The arrays of a search."""

    def __init__(self, concepts: ConceptClass):
        self.rows, self.columns = words(concepts.matrix), column_words(concepts)
        self.everything = np.concatenate([_full(len(concepts), self.columns.shape[1]),
                                          _full(concepts.size, self.rows.shape[1])])
        self.state = np.zeros(4, np.int64)
        self.keys = np.zeros((0, len(self.everything)), np.uint64)
        self.longest = np.zeros(0, np.int32)
        self.grow()

    def grow(self) -> bool:
        """Double the memory; ``False`` if it would be too large."""
        count = int(self.state[KEYS])
        capacity = max(1 << 12, 2 * count)
        if capacity * len(self.everything) * 8 > LARGEST_MEMORY:
            return False
        keys = np.zeros((capacity, len(self.everything)), np.uint64)
        keys[:count] = self.keys[:count]
        self.keys = keys
        self.longest = np.concatenate([self.longest[:count], np.zeros(capacity - count, np.int32)])
        self.table = np.full(4 * capacity, -1, np.int32)
        rehash(self.keys, count, self.table)
        self.state[FULL] = 0
        return True

    def chain(self, length: int, until: int) -> tuple[int, Pairs]:
        """Look for a chain of this length until so many steps are done or the memory is full."""
        self.state[STEP_LIMIT] = until
        pairs = np.zeros((length, 2), np.int64)
        answer = _chain(self.everything.copy(), 0, length, self.rows, self.columns, pairs, self.state, self.keys,
                        self.table, self.longest)
        return int(answer), tuple((int(h), int(x)) for h, x in pairs)


def _full(count: int, size: int) -> np.ndarray:
    return np.frombuffer(((1 << count) - 1).to_bytes(size * 8, "little"), "<u8").astype(np.uint64)


def compiled_bounds(concepts: ConceptClass, best: Pairs, upper: int, spent: int, limit: int,
                    progress: Progress | None = None) -> DimensionBounds:
    """Close the gap between a chain and an upper bound; see ``threshold_bounds``."""
    memory = _Memory(concepts)
    memory.state[STEPS] = spent
    while len(best) < upper:
        answer, pairs = memory.chain(len(best) + 1, min(limit, int(memory.state[STEPS]) + SLICE))
        if answer == STOPPED and ((memory.state[FULL] and not memory.grow()) or memory.state[STEPS] > limit):
            break
        if answer == 1:
            best = pairs
        elif answer == 0:
            upper = len(best)
        if progress is not None and progress(len(best), upper, int(memory.state[STEPS])) is True:
            break
    return DimensionBounds(THRESHOLD_DIMENSION, len(best), upper, best, int(memory.state[STEPS]))
