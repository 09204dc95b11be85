"""Audits of TreeLog over all neighbouring databases of a small domain, for the checks of KLMNS20, Section 3.1.

Exact laws of all databases are made once.  Pairs are then screened in floating point, all at once: a screened value is
off by less than a relative ``2^-40`` (a few correctly rounded operations on correctly rounded numbers), so every pair
that could be the worst is within ``MARGIN`` of the screened maximum, and each of these is computed again exactly.
Reflecting the domain reflects TreeLog with random paths, so one database of each reflected pair is enough there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from privlearn.laws.divergences import table_hockey_stick, table_ratio
from privlearn.learners.interior_point import LawTables, Level, TreeLogParameters

Database = tuple[int, ...]
Found = tuple[Any, Any]
MARGIN = 1e-9
TENTH = Fraction(11, 10)


def one(path: Any, choose: Any, threshold: int, end: Any, trim: int, stop: int, base: Any,
        levels: int = 1) -> TreeLogParameters:
    """Return parameters with equal levels."""
    return TreeLogParameters((Level(path, choose, threshold, end, trim, stop),) * levels, base)


class Laws:
    """Exact laws and their screens, for one mechanism."""

    def __init__(self, make: Callable, bits: int, parameters: TreeLogParameters) -> None:
        self.bits, self.source = bits, make(bits, parameters)
        self.outcomes = (*range(1 << bits), None)
        self.rows: dict[Database, int] = {}
        self.screens: list[list[float]] = []

    def masses(self, database: Database) -> dict[Any, Any]:
        """Return the exact law."""
        found: dict[Any, Any] = self.source.masses(database)
        return found

    def row(self, database: Database) -> int:
        """Return the place of the law's screen."""
        place = self.rows.get(database)
        if place is None:
            law = self.masses(database)
            place = self.rows[database] = len(self.screens)
            self.screens.append([int(law[o].p) / int(law[o].q) if o in law else 0.0 for o in self.outcomes])
        return place

    def worst(self, pairs: Iterable[tuple[Database, Database]], exp_loss: Fraction | None) -> Found:
        """Return the largest ratio (``exp_loss`` None) or hockey stick over ordered pairs, with the pair."""
        listed = list(pairs)
        places = np.array([(self.row(a), self.row(b)) for a, b in listed])
        table = np.array(self.screens)
        p, q = table[places[:, 0]], table[places[:, 1]]
        if exp_loss is None:
            with np.errstate(divide="ignore", invalid="ignore"):
                screened = np.where(p > 0, p / q, 0.0).max(axis=1)
            near = np.flatnonzero(screened >= screened.max() * (1 - MARGIN))
        else:
            screened = np.maximum(p - float(exp_loss) * q, 0).sum(axis=1)
            near = np.flatnonzero(screened >= screened.max() - MARGIN * min(1.0, max(screened.max(), 1e-6)))
        return max((self.exactly(listed[k], exp_loss) for k in near[:40]), key=lambda found: found[0])

    def exactly(self, pair: tuple[Database, Database], exp_loss: Fraction | None) -> Found:
        """Return the ratio or hockey stick of one pair, with the pair."""
        left, right = self.masses(pair[0]), self.masses(pair[1])
        if exp_loss is None:
            return table_ratio(left, right)[0], pair
        return table_hockey_stick(left, right, exp_loss)[0], pair


def additions(bits: int, sizes: Iterable[int]) -> Iterator[tuple[Database, Database]]:
    """Yield (S, S + x) for all S of the sizes up to reflection and all x."""
    last = (1 << bits) - 1
    for size in sizes:
        for s in combinations_with_replacement(range(last + 1), size):
            if tuple(last - x for x in reversed(s)) >= s:
                for x in range(last + 1):
                    yield s, tuple(sorted((*s, x)))


def replacements(bits: int, size: int) -> Iterator[tuple[Database, Database]]:
    """Yield all ordered pairs of databases of a size that differ in one element, the first up to reflection."""
    last = (1 << bits) - 1
    for s in combinations_with_replacement(range(last + 1), size - 1):
        grown = [tuple(sorted((*s, x))) for x in range(last + 1)]
        for a in grown:
            if tuple(last - x for x in reversed(a)) >= a:
                yield from ((a, b) for b in grown if a != b)


@lru_cache(maxsize=256)
def laws_of(make: Callable, bits: int, parameters: TreeLogParameters) -> Laws:
    """Return the laws, shared by the checks of one mechanism."""
    return Laws(make, bits, parameters)


@lru_cache(maxsize=256)
def worst_addition(make: Callable, bits: int, parameters: TreeLogParameters, sizes: tuple[int, ...],
                   exp_loss: Fraction | None) -> tuple[Found, int]:
    """Return the worst pair and the number of pairs: S against S + x for a ratio, S + x against S for a stick."""
    pairs = list(additions(bits, sizes))
    laws = laws_of(make, bits, parameters)
    if exp_loss is None:
        return laws.worst(pairs, None), len(pairs)
    return laws.worst(((b, a) for a, b in pairs), exp_loss), len(pairs)


RIGHT: Callable = LawTables
