"""The page block-sizes: lines with one heavy point, and the chances of None, One and Two on them."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from privlearn.learners.lines import none_one_two
from privlearn.learners.lines.events import Events

LEVEL = Fraction(2, 3)
PRIMES = (2, 7, 101)
ACCURACY = Fraction(1, 20)


def split_line(p: int, r: Fraction = Fraction(7, 256), share: Fraction = Fraction(22, 25)) -> tuple[Fraction, ...]:
    """Return the masses of a line whose heaviest point has ``share`` of ``r`` and whose p - 1 others share the rest."""
    return (share * r, *((1 - share) * r / (p - 1),) * (p - 1))


def largest_chance(masses: Sequence[Fraction], draws: int) -> Fraction:
    """Return the largest probability of an answer, exactly and from the definition."""
    outside = 1 - sum(masses)
    points = [(outside + q) ** draws - outside**draws for q in masses]
    return max(outside**draws, *points, 1 - outside**draws - sum(points))


TIMES = (1, 2, 3, 4, 5, 7, 8, 16, 64)
Case = tuple[Fraction, Fraction, int, int]  # r, q, points of the tail, draws
UNIT = Fraction(1, 20)


@cache
def grid() -> dict[tuple[Fraction, Fraction, int], tuple[Fraction, ...]]:
    """Return (r, q, tail) -> masses: r, q in twentieths, the rest over 1, 2, 5 or 20 points no heavier than q.

    And three lines of mass 1/1000 with equal points, where all bounds are nearly attained.
    """
    thin = Fraction(1, 1000)
    cases: dict[Any, tuple[Fraction, ...]] = {
        (thin, thin / k, max(k - 1, 1)): (thin / k,) * k for k in (1, 2, 3)}
    for i in range(1, 21):
        for j in range(1, i + 1):
            rest = Fraction(i - j, 20)
            for tail in (1, 2, 5, 20):
                if rest <= tail * j * UNIT:
                    cases[i * UNIT, j * UNIT, tail] = (j * UNIT, *((rest / tail,) * tail if rest else ()))
    return cases


@cache
def events(r: Fraction, q: Fraction, tail: int, t: int) -> Events:
    """Return the exact probabilities of the three events for an instance of the grid."""
    return none_one_two(grid()[r, q, tail], t)


def probability_of_events(r: Fraction, q: Fraction, tail: int, t: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return None, One and Two by a chain over what was seen so far: an independent computation."""
    rest, points = r - q, [q] + ([(r - q) / tail] * tail if r > q else [])
    none, seen, two = Fraction(1), [Fraction(0)] * len(points), Fraction(0)
    for _ in range(t):
        two += sum((s * (q + rest - m) for s, m in zip(seen, points, strict=True)), Fraction(0))
        seen = [s * (1 - r + m) + none * m for s, m in zip(seen, points, strict=True)]
        none *= 1 - r
    return none, sum(seen, Fraction(0)), two


def grid_instances(times: tuple[int, ...] = TIMES) -> Iterator[Case]:
    """Yield the instances of the grid with the numbers of draws."""
    for key in grid():
        yield from ((*key, t) for t in times)


GRID = "r and q in twentieths, the rest over 1, 2, 5 or 20 points no heavier than q, and three with r = 1/1000"


def heaviest_alone(r: Fraction, q: Fraction, t: int) -> Fraction:
    """Return ``(1 - r + q)^t - (1 - r)^t``."""
    return (1 - r + q) ** t - (1 - r) ** t
