"""The page information: small distributions and tables, and logarithms in ball arithmetic."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.exact.intervals import ball, bracket_of

Masses = tuple[Fraction, ...]


def compositions(total: int, cells: int) -> Iterator[tuple[int, ...]]:
    """Yield all tuples of ``cells`` integers of at least 0 with the given sum."""
    if cells == 1:
        yield (total,)
        return
    for first in range(total + 1):
        yield from ((first, *rest) for rest in compositions(total - first, cells - 1))


def small_distributions(denominators: Sequence[int], points: Sequence[int]) -> list[Masses]:
    """Return every distribution with one of the denominators on so many points, each once."""
    return sorted({tuple(Fraction(n, total) for n in numbers)
                   for n, total in product(points, denominators) for numbers in compositions(total, n)})


def ball_log2(q: Fraction):
    """Return a ball around ``log2 q``: ball arithmetic, where the library factors and uses series of rationals."""
    return ball(q).log() / ball(2).log()


TABLE_SHAPES = ((2, 2, 8), (2, 3, 7), (3, 3, 6))  # |Y|, |X|, total
FACTORS = (Fraction(11, 10), Fraction(5, 4), Fraction(3, 2), Fraction(2))
SKEWED_TABLES = ((8, 1), (64, 1), (1024, 1), *((points, 99) for points in range(101, 202, 5)))


@cache
def listed_tables() -> list[tuple[Any, dict[Any, Fraction]]]:
    """Return all tables of the families with a short name each: the numbers, row by row, or N and the named points."""
    found: list[tuple[Any, dict[Any, Fraction]]] = []
    for ys, xs, total in TABLE_SHAPES:
        for numbers in compositions(total, ys * xs):
            rows = tuple(numbers[y * xs:(y + 1) * xs] for y in range(ys))
            found.append((rows, {(x, y): Fraction(n, total) for y, row in enumerate(rows) for x, n in enumerate(row)}))
    for points, alone in SKEWED_TABLES:
        found.append(((points, alone), {(x, x + 1 if x < alone else 0): Fraction(1, points) for x in range(points)}))
    return found


def rows_of(name) -> list[list[int]]:
    """Return the numbers of a table by message, from its name."""
    if isinstance(name[0], tuple):
        return [list(row) for row in name]
    points, alone = name
    return [[int(x >= alone) for x in range(points)], *([int(x == y) for x in range(points)] for y in range(alone))]


def bad_messages(name, factor: Fraction) -> list[Fraction]:
    """Return the masses of the messages that raise the largest probability by more than the factor and their number."""
    rows = [row for row in rows_of(name) if any(row)]
    total, most = sum(map(sum, rows)), max(map(sum, zip(*rows, strict=True)))
    return [Fraction(sum(row), total) for row in rows if max(row) * total > len(rows) * factor * most * sum(row)]


def power_of_two(t: Fraction) -> Fraction:
    """Return a fraction just above ``2^t``: messages that are bad for it are bad for t."""
    return bracket_of(lambda: ball(2)**ball(t)).upper


def fewest_points(s: int, t: Fraction) -> tuple[int, int]:
    """Return the name of the smallest table in which each of ``2^s`` messages but one names its point and is bad."""
    return 2**s * power_of_two(t) // 1 + 1, 2**s - 1
