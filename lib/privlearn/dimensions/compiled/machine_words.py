"""Compiled operations on bit sets of 64-bit words; imported by the compiled searches only."""

from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
SHIFT = np.uint64(29)


@intrinsic
def _ones(typingctx: Any, word: Any) -> Any:
    """Return the number of ones of a 64-bit word: one machine instruction."""
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


ones: Any = _ones  # mypy takes the typing context for an argument of the call


@njit(cache=True)
def count_ones(bits: Any) -> Any:
    """Return the size of a bit set."""
    total = 0
    for i in range(bits.shape[0]):
        total += ones(bits[i])
    return total


@njit(cache=True)
def hash_words(bits: Any) -> Any:
    """Return a 64-bit hash of a bit set: only a place to look, equality is always decided on the set itself."""
    value = np.uint64(0)
    for i in range(bits.shape[0]):
        value = (value ^ bits[i]) * MULTIPLIER
        value ^= value >> SHIFT
    return value


@njit(cache=True)
def equal_words(left: Any, right: Any) -> Any:
    """Tell whether two bit sets are equal."""
    for i in range(left.shape[0]):  # noqa: SIM110 - a loop is what compiles well
        if left[i] != right[i]:
            return False
    return True


@njit(cache=True)
def copy_words(source: Any, target: Any) -> None:
    """Copy all entries: ``target[:] = source`` takes numba four seconds to compile, for the message of its error."""
    for i in range(source.shape[0]):
        target[i] = source[i]


@njit(cache=True)
def increasing(values: Any) -> Any:
    """Return ``np.argsort(values)``, compiled once for all searches."""
    return np.argsort(values)


@njit(cache=True)
def find_slot(keys: Any, table: Any, key: Any) -> Any:
    """Return the place in an open-addressing table where ``key`` stands or belongs (entry -1: not there yet)."""
    mask = np.uint64(table.shape[0] - 1)
    place = hash_words(key) & mask
    while table[np.int64(place)] >= 0 and not equal_words(keys[table[np.int64(place)]], key):
        place = (place + np.uint64(1)) & mask
    return np.int64(place)


@njit(cache=True)
def rehash(keys: Any, count: int, table: Any) -> None:
    """Fill an empty table with the first ``count`` keys."""
    for i in range(count):
        table[find_slot(keys, table, keys[i])] = i
