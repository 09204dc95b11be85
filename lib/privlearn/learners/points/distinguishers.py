"""Distinguishers: how well a few queries tell a family of functions from random functions.

Definitions
-----------
A *distinguisher* asks an unknown function at points of its choice, each chosen after the answers so far, and says 1 or
0.  Its *advantage* is the probability of 1 if the function is a random member of the family, less that if every value
is 1 independently with probability ``bias`` (BBKN14, Definition 4.7).  As a tree: a leaf is the bit said, an inner node
``(point, tree if 0, tree if 1)``.  Time is not bounded here, only queries; a family is given by the law of its table.

>>> from privlearn.laws import uniform
>>> equal = uniform([(0, 0), (1, 1)])  # two fair values that always agree
>>> best = optimal_distinguisher(equal, bias=Fraction(1, 2), queries=2)
>>> best.advantage, best.tree
(Fraction(1, 2), (0, (1, 1, 0), (1, 0, 1)))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from privlearn.exact.errors import TooLargeToEnumerate
from privlearn.exact.rationals import Number, as_fraction, as_integer, as_probability
from privlearn.laws import Law

LARGEST_SEARCH = 1 << 20

Tables = dict[tuple[int, ...], Fraction]
Asked = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Distinguisher:
    """The largest advantage with so many queries, and a tree that has it."""

    advantage: Fraction
    tree: Any


def fixed_queries_advantage(tables: Law, *, bias: Number, points: Sequence[int]) -> Fraction:
    """Return the best advantage of a distinguisher that asks exactly ``points``: the total variation of the answers.

    Examples
    --------
    >>> from privlearn.laws import uniform
    >>> fixed_queries_advantage(uniform([(0, 0), (1, 1)]), bias=Fraction(1, 2), points=[0])
    Fraction(0, 1)
    """
    q, asked = as_probability(bias, "bias"), tuple(points)
    answers = tables.map(lambda table: tuple(table[x] for x in asked)).exact()
    total = Fraction(0)
    for values, mass in answers.items():
        ones = sum(values)
        total += max(Fraction(0), mass - q**ones * (1 - q) ** (len(values) - ones))
    return total


def optimal_distinguisher(tables: Law, *, bias: Number, queries: int) -> Distinguisher:
    """Return a distinguisher of the largest advantage with at most ``queries`` adaptive queries.

    Dynamic programming over the sets of answers so far: at a leaf the best that can be said is 1 exactly if the family
    makes these answers more likely than the random function.

    Parameters
    ----------
    tables : Law
        Over tuples of bits, all of one length T.
    bias : number in [0, 1]
    queries : int
        ``0..T``.

    Raises
    ------
    TooLargeToEnumerate
        If there are more than ``LARGEST_SEARCH`` sets of answers.

    Notes
    -----
    Cost: ``sum_k C(T, k) 2^k`` sets of answers for k up to ``queries``, T points for each.
    """
    known: Tables = tables.exact()
    size = len(next(iter(known)))
    most = as_integer(queries, "queries", least=0, most=size)
    states = _states(size, most)
    if states > LARGEST_SEARCH:
        raise TooLargeToEnumerate("the sets of answers", states, LARGEST_SEARCH)
    unit = lcm(*(weight.denominator for weight in known.values()))
    whole = tuple((table, int(weight * unit)) for table, weight in known.items())
    return Distinguisher(*_Search(as_probability(bias, "bias"), size, unit).best((), whole, most))


def _states(size: int, queries: int) -> int:
    total, layer = 1, 1
    for k in range(queries):
        layer = layer * (size - k) * 2 // (k + 1)
        total += layer
    return total


class _Search:
    def __init__(self, bias: Fraction, size: int, unit: int):
        self._bias, self._size, self._unit = bias, size, unit
        self._known: dict[Asked, tuple[Fraction, Any]] = {}

    def best(self, asked: Asked, left: tuple[tuple[tuple[int, ...], int], ...],
             queries: int) -> tuple[Fraction, Any]:
        """Return value and tree after the answers ``asked``, which the tables ``left`` fit."""
        if asked not in self._known:
            self._known[asked] = self._stop(asked, left) if queries == 0 else self._ask(asked, left, queries)
        return self._known[asked]

    def _stop(self, asked: Asked, left: Any) -> tuple[Fraction, Any]:
        ones = sum(bit for _, bit in asked)
        random = self._bias**ones * (1 - self._bias) ** (len(asked) - ones)
        gain = Fraction(sum(weight for _, weight in left), self._unit) - random
        return (gain, 1) if gain > 0 else (Fraction(0), 0)

    def _ask(self, asked: Asked, left: Any, queries: int) -> tuple[Fraction, Any]:
        best: tuple[Fraction, Any] | None = None
        for x in sorted(set(range(self._size)) - {x for x, _ in asked}):
            answers = []
            for bit in (0, 1):
                fitting = tuple(entry for entry in left if entry[0][x] == bit)
                answers.append(self.best(tuple(sorted((*asked, (x, bit)))), fitting, queries - 1))
            value = answers[0][0] + answers[1][0]
            if best is None or value > best[0]:
                best = value, (x, answers[0][1], answers[1][1])
        assert best is not None  # there are at least as many points as queries
        return best


def tree_advantage(tree: Any, tables: Law, *, bias: Number) -> Fraction:
    """Return the advantage of a distinguisher by the definition: run it on every table, and on every function.

    Parameters
    ----------
    tree : nested (point, tree, tree) or bit
    tables : Law
    bias : number in [0, 1]
    """
    def says(function: tuple[int, ...], node: Any) -> int:
        return node if node in (0, 1) else says(function, node[1 + function[node[0]]])

    q, members = as_fraction(bias, "bias"), tables.exact()
    size = len(next(iter(members)))
    family = sum((weight for table, weight in members.items() if says(table, tree)), Fraction(0))
    chance = sum((q ** sum(f) * (1 - q) ** (size - sum(f)) for f in product((0, 1), repeat=size) if says(f, tree)),
                 Fraction(0))
    return family - chance
