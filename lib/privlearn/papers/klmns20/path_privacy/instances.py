"""KLMNS20, Section 3.1: databases up to swaps, and splits, slow chains and clocks by hand."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm
from typing import Any

from privlearn.exact import Bracket, exp_bracket
from privlearn.learners.interior_point.trees import class_law

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
    """Return the path to a node as a word."""
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


def bellman_sides(curve, base: Fraction, chance: Fraction, gap: Fraction) -> tuple[Any, Any]:
    """Return both sides of Bellman's inequality at one split."""
    slower = 1 + (base - 1) * chance
    gain = max(1 - gap * base / slower, Fraction(0))
    return chance * gain + (1 - chance) * curve(base, gap / slower), curve(base, gap)


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
