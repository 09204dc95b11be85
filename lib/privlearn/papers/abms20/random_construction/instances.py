"""The random classes with many thresholds that were found, and all outcomes of the coins."""

from functools import cache
from itertools import product

from privlearn.dimensions.composition import OrClass
from privlearn.dimensions.composition.or_classes import coin_count

Record = tuple[int, int, int]  # rows, seed, threshold dimension
FOUND: tuple[Record, ...] = ((2, 7, 1), (5, 10, 2), (8, 84, 3), (12, 209, 4), (16, 45, 5), (32, 0, 9))


@cache
def outcomes(build, size: int) -> tuple[tuple[tuple[int, ...], OrClass], ...]:
    """Return every outcome of the coins for m rows."""
    return tuple((coins, build(size, coins)) for coins in product((0, 1), repeat=coin_count(size)))


def masks(outcome: OrClass) -> list[int]:
    """Return the functions f_0, f_1, ..., g_0, g_1, ..., bit j of each its value at j."""
    return [sum(bit << j for j, bit in enumerate(row)) for table in (outcome.f, outcome.g) for row in table.tolist()]
