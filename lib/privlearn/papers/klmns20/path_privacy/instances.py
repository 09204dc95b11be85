"""KLMNS20, Section 3.1: databases up to swaps, worst trees and likeliest classes, splits, slow chains and clocks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm
from typing import Any

from privlearn.exact import Bracket, exp_bracket
from privlearn.learners.interior_point.trees import bounded_curve, class_law, path_law
from privlearn.learners.interior_point.trees.bounded_paths import BoundedCurve

BASES = (Fraction(3, 2), Fraction(2))
GRID = "at most 6 points of 4 or of 8, at most 4 of 16; stop 0, 1, 2; e^eps in {3/2, 2}"
SHAPES = "up to exchanging the two subtrees of nodes, which changes no law"
Database = tuple[int, ...]


@lru_cache(maxsize=256)
def shapes(bits: int, size: int) -> tuple[Database, ...]:
    """Return one database of ``size`` points for every way to spread them, up to exchanging subtrees."""
    if bits == 0:
        return ((0,) * size,)
    half = 1 << (bits - 1)
    return tuple((*left, *(half + x for x in right)) for few in range(size // 2 + 1)
                 for j, left in enumerate(shapes(bits - 1, size - few)) for k, right in enumerate(shapes(bits - 1, few))
                 if 2 * few < size or j <= k)


@lru_cache(maxsize=256)
def shapes_at_zero(bits: int, size: int) -> tuple[Database, ...]:
    """Return one database for every way to spread ``size`` points relative to the leaf 0, where a point is added."""
    if bits == 0:
        return ((0,) * size,)
    half = 1 << (bits - 1)
    return tuple((*left, *(half + x for x in right)) for few in range(size + 1)
                 for left in shapes_at_zero(bits - 1, size - few) for right in shapes(bits - 1, few))


def neighbours(bits: int) -> Iterator[Database]:
    """Yield the databases of at most 6 points (4 for 4 bits), up to symmetry, to which the point 0 is added."""
    for size in range(5 if bits == 4 else 7):
        yield from shapes_at_zero(bits, size)


def settings() -> Iterator[tuple[int, int, Fraction]]:
    """Yield (bits, stop, e^eps)."""
    return product((2, 3, 4), (0, 1, 2), BASES)


@lru_cache(maxsize=1 << 15)
def right_classes(database: Database, bits: int, stop: int, base: Fraction) -> dict[Any, Any]:
    """Return the class law, kept for several checks."""
    return class_law(database, bits, 0, stop, base)


def bits_of(node: tuple[int, int]) -> str:
    return format(node[1], "b").zfill(node[0]) if node[0] else ""


def gaps(base: Fraction) -> tuple[Fraction, ...]:
    """Return ratios e^g: 1, one between 1 and c, and c to the powers 1 to 4."""
    return (Fraction(1), (1 + base) / 2, *(base**k for k in range(1, 5)))


def hockey_sticks(found: dict[Any, Any], ratios) -> dict[Fraction, Fraction]:
    """Return the matched hockey sticks at several ratios, in integers over one denominator."""
    pairs = [pair for label, pair in found.items() if label is not None]
    unit = lcm(*(mass.denominator for pair in pairs for mass in pair))
    whole = [(p.numerator * (unit // p.denominator), q.numerator * (unit // q.denominator)) for p, q in pairs]
    return {z: Fraction(sum(max(q * z.denominator - z.numerator * p, 0) for p, q in whole), unit * z.denominator)
            for z in ratios}


def slow_hockey_stick(base: Fraction, lead: int, steps: int, gap: Fraction) -> Fraction:
    """Return a lower bound, in 128-bit integers, on the hockey stick of a chain of splits with a + 1 - b = lead."""
    a, b = (1 / (1 + base**lead)).as_integer_ratio()  # the chance to leave at a split, and that before x was added
    c, d = (1 / (1 + base ** (lead - 1))).as_integer_ratio()
    g, h = gap.as_integer_ratio()
    left, right, under = a * d * h, b * c * g, b * d * h
    unit, total = 1 << 128, 0
    stay, stay_before = unit, unit
    for _ in range(steps):
        total += max(0, (stay * left - stay_before * right) // under)
        stay, stay_before = stay * (b - a) // b, stay_before * (d - c) // d + 1  # in favour of S
    total += max(0, (h * stay - g * stay_before) // h)
    return Fraction(total, unit)


def moment(pairs, order: int) -> Fraction:
    """Return ``sum p'^a p^(1-a)`` over pairs (p, p')."""
    return sum((after**order / before ** (order - 1) for before, after in pairs), Fraction(0))


def slow_moment(base: Fraction, lead: int, order: int, reverse: bool) -> Fraction:
    """Return the moment of an endless chain of equal splits: a geometric series."""
    leave, before = 1 / (1 + base**lead), 1 / (1 + base ** (lead - 1))
    p, q = (before, leave) if reverse else (leave, before)
    return p**order * q ** (1 - order) / (1 - (1 - p) ** order * (1 - q) ** (1 - order))


def clock_mean(parts: int) -> Bracket:
    """Bracket the mean of Exp(1) rounded down to a multiple of ``1/parts``: ``1 / (parts (e^{1/parts} - 1))``."""
    return 1 / (parts * (exp_bracket(Bracket(Fraction(1, parts), Fraction(1, parts))) - 1))


DELTA = Fraction(1, 10**6)
SIZES = ((Fraction(3, 2), 40, (60, 68, 80, 120, 160, 320)), (Fraction(6, 5), 88, (132, 149, 176, 264)))


@lru_cache(maxsize=1 << 16)
def worst_by_recursion(base: Fraction, stop: int, weight: int, gap: Fraction) -> Fraction:
    """Return the worst hockey stick below a node of this weight that holds the new point, by trying all splits."""
    best = max(1 - gap, Fraction(0))
    if weight > stop:
        for a in range(1, weight):
            leave, before = 1 / (1 + base ** (2 * a + 1 - weight)), 1 / (1 + base ** (2 * a - weight))
            rest = worst_by_recursion(base, stop, a, gap * (1 - before) / (1 - leave))
            best = max(best, max(leave - gap * before, Fraction(0)) + (1 - leave) * rest)
    return best


@dataclass(frozen=True)
class Shifted:
    """A bounded curve that is asked for another size."""

    curve: BoundedCurve
    by: int

    def bound(self, size: int, gap: Fraction) -> Fraction:
        """Return the bound for the other size."""
        return self.curve.bound(max(0, size + self.by), gap)


def curve_of(base: Fraction, stop: int) -> BoundedCurve:
    """Return the table for the largest size of a setting."""
    return bounded_curve(base, stop, next(sizes[-1] for c, t, sizes in SIZES if (c, t) == (base, stop)))


def needed_gap(base: Fraction, stop: int, size: int) -> Fraction:
    """Return an e^g that is enough for delta = 10^-6 and every database of at most ``size`` points."""
    return curve_of(base, stop).gap(size, DELTA)


def likeliest_class(size: int, bits: int, stop: int, base: Fraction) -> Fraction:
    """Return how many times likelier a matched class can become when the point 0 is added to ``size`` points."""
    return max(q / p for database in shapes_at_zero(bits, size)
               for label, (p, q) in class_law(database, bits, 0, stop, base).items() if label is not None)


def chains(weight: int, stop: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield every chain of splits of a node of this weight (for verifiers)."""
    yield ()
    for a in range(1, weight if weight > stop else 1):
        yield from (((a, weight - a), *rest) for rest in chains(a, stop))


def stick_of_chain(chain: Iterable[tuple[int, int]], base: Fraction, gap: Fraction) -> Fraction:
    """Return the hockey stick of a chain of splits at the ratio ``gap`` (for verifiers)."""
    total, p, q = Fraction(0), Fraction(1), Fraction(1)
    for a, b in chain:
        h, s = base**b / (base ** (a + 1) + base**b), base**b / (base**a + base**b)
        total, p, q = total + max(p * h - gap * q * s, Fraction(0)), p * (1 - h), q * (1 - s)
    return total + max(p - gap * q, Fraction(0))


def matched_masses(database: Database, bits: int, stop: int, base: Fraction) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield the mass of each path, and that of its extensions when the point 0 is added (for verifiers)."""
    before, after = (path_law(rows, bits, stop, base).exact() for rows in (database, (0, *database)))
    for (depth, prefix), mass in before.items():
        yield mass, sum((m for (d, p), m in after.items() if d >= depth and p >> (d - depth) == prefix), Fraction(0))


Table = list[list[Fraction]]


def on_the_grid(base: Fraction, stop: int, size: int, grid: list[Fraction]) -> Table:
    """Return the recursion on a grid, straight between its points, in fractions: a row for each size."""
    rows: Table = []

    def between(row: list[Fraction], z: Fraction) -> Fraction:
        if z < grid[0]:
            return 1 - z
        k = min(max(k for k, point in enumerate(grid) if point <= z), max(len(grid) - 2, 0))
        return row[k] + (row[k + 1] - row[k]) * (z - grid[k]) / (grid[k + 1] - grid[k])

    for w in range(size + 1):
        worst = [max(1 - z, Fraction(0)) for z in grid]
        if w > stop:
            for k, z in enumerate(grid):
                worst[k] = rows[-1][k] if rows else Fraction(0)
                for a in range(1, w):
                    leave, before = (1 / (1 + base ** (2 * a - w + one)) for one in (1, 0))
                    gain = max(leave - z * before, Fraction(0))
                    worst[k] = max(worst[k], gain + (1 - leave) * between(rows[a], z * (1 - before) / (1 - leave)))
        rows.append(worst)
    return rows
