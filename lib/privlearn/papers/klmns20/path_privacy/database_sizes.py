"""KLMNS20, Section 3.1: worst trees and likeliest classes for databases of a given size, and both once more by hand."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from privlearn.learners.interior_point.trees import bounded_curve, class_law, path_law
from privlearn.learners.interior_point.trees.bounded_paths import BoundedCurve
from privlearn.papers.klmns20.path_privacy.instances import Database, shapes_at_zero

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
