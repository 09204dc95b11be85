"""BBKN14, Section 5.2: instances that several checks of the page reconstructing-intervals share."""

from collections.abc import Iterator
from fractions import Fraction

RATES = (Fraction(1, 100), Fraction(1, 50), Fraction(1, 20), Fraction(9, 100), Fraction(1, 5), Fraction(2, 5))

Row = tuple[int, ...]


def interval(size: int, end: int) -> Row:
    return tuple(int(x < end) for x in range(size))


def distances(h: Row) -> list[int]:
    """Return the Hamming distance of ``h`` to every interval, from the definition."""
    return [sum(a != b for a, b in zip(h, interval(len(h), t), strict=True)) for t in range(len(h) + 1)]


def packed_nearest(size: int) -> Iterator[tuple[Row, int | None]]:
    """Yield every hypothesis on ``size`` points with its unique nearest interval, by counting bits of words."""
    ends = [2**t - 1 for t in range(size + 1)]  # bit x of a word is the value at x
    for word in range(2**size):
        away = [(word ^ end).bit_count() for end in ends]
        least = min(away)
        yield tuple(word >> x & 1 for x in range(size)), away.index(least) if away.count(least) == 1 else None


def powers_of_step(most: int) -> Iterator[list[int]]:
    """Yield the integer coefficients in mu of ``(mu (1 - mu))^k``, k = 0, 1, ..., cut after ``mu^most``."""
    power = [1] + [0] * most
    while True:
        yield power
        shifted = [0, *power[:-1]]
        power = [a - b for a, b in zip(shifted, [0, *shifted[:-1]], strict=True)]
