"""The search of :mod:`~privlearn.dimensions.littlestone`, compiled, for classes with thousands of concepts.

Definitions
-----------
A set of concepts is a row of 64-bit words. The memory of the search is a hash table from sets to (lower, upper,
splitting point); its keys are the sets themselves, so a clash of hashes costs time, never the answer. The search runs
in slices: it comes back when a slice of work is done or its memory is full, and is then called again; as the memory is
kept, it walks quickly to where it was.

>>> from privlearn.concepts import thresholds
>>> compiled_bounds(thresholds(3), 10**6).lower
3
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit

from privlearn.concepts import ConceptClass
from privlearn.dimensions.bitsets import column_words
from privlearn.dimensions.bounds import LITTLESTONE_DIMENSION, DimensionBounds, Progress
from privlearn.dimensions.compiled.machine_words import (copy_words, count_ones, equal_words, find_slot, hash_words,
                                                         increasing, ones, rehash)
from privlearn.dimensions.mistake_trees import read_tree

SLICE = 500_000_000  # steps between two calls of `progress`
LARGEST_MEMORY = 1 << 30  # bytes of keys
STOPPED = -1
KEYS, STEPS, STEP_LIMIT, FULL = range(4)  # the entries of `state`


@njit(cache=True)
def _split_part(column: Any, members: Any, spots: Any, lowest: Any, part: Any) -> Any:
    """Write the half that misses the lowest member to ``part``, on the words that are not 0; return its size."""
    total = 0
    if column[spots[0]] & lowest == 0:
        for i in range(spots.shape[0]):
            part[i] = members[spots[i]] & column[spots[i]]
            total += ones(part[i])
    else:
        for i in range(spots.shape[0]):
            part[i] = members[spots[i]] & ~column[spots[i]]
            total += ones(part[i])
    return total


@njit(cache=True)
def _useful_points(columns: Any, members: Any, size: int, points: Any, kept: Any, halves: Any,
                   scratch: Any, table: Any) -> Any:
    """List the points with at least two concepts on both sides, one for each split, with the smaller sizes."""
    spots = np.flatnonzero(members)
    lowest = members[spots[0]] & (~members[spots[0]] + np.uint64(1))
    slots = 4
    while slots < 2 * points.shape[0]:
        slots *= 2
    table[:slots] = -1
    mask = np.uint64(slots - 1)
    count = 0
    for k in range(points.shape[0]):
        part = scratch[count, : spots.shape[0]]
        total = _split_part(columns[points[k]], members, spots, lowest, part)
        if total < 2 or total > size - 2:
            continue
        place = hash_words(part) & mask
        while table[np.int64(place)] >= 0 and not equal_words(part, scratch[table[np.int64(place)]]):
            place = (place + np.uint64(1)) & mask
        if table[np.int64(place)] < 0:
            table[np.int64(place)] = count
            kept[count] = points[k]
            halves[count] = min(total, size - total)
            count += 1
    return count


@njit(cache=True)
def _half(columns: Any, members: Any, x: int, label: int, out: Any) -> None:
    for i in range(members.shape[0]):
        out[i] = members[i] & (columns[x, i] if label else ~columns[x, i])


@njit(cache=True)
def _smaller_label(columns: Any, members: Any, size: int, x: int) -> Any:
    with_one = 0
    for i in range(members.shape[0]):
        with_one += ones(members[i] & columns[x, i])
    return 1 if 2 * with_one <= size else 0


@njit(cache=True)
def _slot_of(state: Any, keys: Any, table: Any, lower: Any, upper: Any, members: Any, size: int) -> Any:
    """Return the number of the set in the memory, entering it if it is new; -1 if the memory is full."""
    place = find_slot(keys, table, members)
    if table[place] >= 0:
        return np.int64(table[place])
    number = state[KEYS]
    if number == keys.shape[0]:
        state[FULL] = 1
        return -1
    copy_words(members, keys[number])
    table[place] = number
    lower[number] = 1
    upper[number] = 0
    while size >> (upper[number] + 1):
        upper[number] += 1
    state[KEYS] += 1
    return np.int64(number)


@njit(cache=True)
def _reaches(level: int, depth: int, active: int, columns: Any, sets: Any, points: Any, scratch: Any, small: Any,
             state: Any, keys: Any, table: Any, lower: Any, upper: Any, split: Any) -> Any:
    """Has ``sets[level]`` a complete tree of this depth?  1, 0 or STOPPED; candidates: ``points[level, :active]``."""
    members = sets[level]
    size = count_ones(members)
    if size >> depth == 0 or depth <= 1:
        return 1 if size >> depth else 0
    number = _slot_of(state, keys, table, lower, upper, members, size)
    if number < 0:
        return STOPPED
    if depth <= lower[number] or depth > upper[number]:
        return 1 if depth <= lower[number] else 0
    state[STEPS] += active * members.shape[0]
    if state[STEPS] > state[STEP_LIMIT]:
        return STOPPED
    halves = np.empty(active, np.int64)
    count = _useful_points(columns, members, size, points[level, :active], points[level + 1], halves, scratch, small)
    order = increasing(-halves[:count] * count + np.arange(count))
    for k in order:
        if halves[k] >> (depth - 1) == 0:
            break
        x = points[level + 1, k]
        label = _smaller_label(columns, members, size, x)
        answer = 1
        for side in (label, 1 - label):
            _half(columns, members, x, side, sets[level + 1])
            answer = _reaches(level + 1, depth - 1, count, columns, sets, points, scratch, small, state, keys, table,
                              lower, upper, split)
            if answer != 1:
                break
        if answer == 1:
            lower[number], split[number] = depth, x
        if answer != 0:
            return answer
    upper[number] = depth - 1
    return 0


@dataclass
class _Memory:
    """The arrays of a search."""

    columns: np.ndarray
    concepts: int

    def __post_init__(self) -> None:
        points, words = self.columns.shape
        levels = self.concepts.bit_length() + 1
        self.sets = np.zeros((levels, words), np.uint64)
        self.sets[0] = np.frombuffer(((1 << self.concepts) - 1).to_bytes(words * 8, "little"), "<u8")
        self.points = np.zeros((levels, points), np.int32)
        self.points[0] = np.arange(points)
        self.scratch = np.zeros((points + 1, words), np.uint64)
        self.small = np.full(max(4, 4 * points), -1, np.int32)
        self.state = np.zeros(4, np.int64)
        self.keys = np.zeros((0, words), np.uint64)
        self.lower, self.upper, self.split = (np.zeros(0, np.int32) for _ in range(3))
        self.grow()

    def grow(self) -> bool:
        """Double the memory; ``False`` if it would be too large."""
        count = int(self.state[KEYS])
        capacity = max(1 << 12, 2 * count)
        if capacity * self.keys.shape[1] * 8 > LARGEST_MEMORY:
            return False
        keys = np.zeros((capacity, self.keys.shape[1]), np.uint64)
        keys[:count] = self.keys[:count]
        self.keys = keys
        self.lower, self.upper, self.split = (
            np.concatenate([array[:count], np.zeros(capacity - count, np.int32)])
            for array in (self.lower, self.upper, self.split))
        self.table = np.full(4 * capacity, -1, np.int32)
        rehash(self.keys, count, self.table)
        self.state[FULL] = 0
        return True

    def reaches(self, depth: int, until: int) -> int:
        """Decide about all concepts; STOPPED when ``until`` steps are done or the memory is full."""
        self.state[STEP_LIMIT] = until
        return int(_reaches(0, depth, self.columns.shape[0], self.columns, self.sets, self.points, self.scratch,
                            self.small, self.state, self.keys, self.table, self.lower, self.upper, self.split))

    def splits(self) -> dict[int, tuple[int, int]]:
        """Return what the memory knows in the form that `read_tree` wants."""
        chosen = np.flatnonzero(self.lower[: int(self.state[KEYS])] > 1)
        keys = self.keys[chosen].astype("<u8")
        return {int.from_bytes(key.tobytes(), "little"): (int(self.lower[i]), int(self.split[i]))
                for i, key in zip(chosen, keys, strict=True)}


def compiled_bounds(concepts: ConceptClass, limit: int, progress: Progress | None = None) -> DimensionBounds:
    """Bound Littlestone's dimension of a class with at least two concepts; see ``littlestone_bounds``."""
    memory = _Memory(column_words(concepts), len(concepts))
    low, high = 1, len(concepts).bit_length() - 1
    while low < high:
        answer = memory.reaches(low + 1, min(limit, int(memory.state[STEPS]) + SLICE))
        if answer == STOPPED and ((memory.state[FULL] and not memory.grow()) or memory.state[STEPS] > limit):
            break
        if answer == 1:
            low += 1
        elif answer == 0:
            high = low
        if progress is not None and progress(low, high, int(memory.state[STEPS])) is True:
            break
    tree = read_tree(concepts, memory.splits(), low)
    return DimensionBounds(LITTLESTONE_DIMENSION, low, high, tree, int(memory.state[STEPS]))
