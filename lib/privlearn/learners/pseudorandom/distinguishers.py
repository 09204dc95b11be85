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

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from privlearn.exact import TooLargeToEnumerate, as_fraction, as_integer, as_probability
from privlearn.exact.rationals import Number
from privlearn.laws import Law

LARGEST_SEARCH = 1 << 20

Tables = dict[tuple[int, ...], Fraction]
Left = list[tuple[tuple[int, ...], int]]  # the tables that fit the answers so far, with weights in whole numbers


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
    known = tables.exact()
    unit = lcm(*(weight.denominator for weight in known.values()))
    seen: dict[tuple[int, ...], int] = {}
    for table, weight in known.items():
        values = tuple([table[x] for x in asked])
        seen[values] = seen.get(values, 0) + weight.numerator * (unit // weight.denominator)
    one, whole = q.numerator, q.denominator
    random = [unit * one**k * (whole - one) ** (len(asked) - k) for k in range(len(asked) + 1)]
    scale = whole ** len(asked)
    gains = sum(max(0, scale * mass - random[sum(values)]) for values, mass in seen.items())
    return Fraction(gains, unit * scale)


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
    search = _Search(as_probability(bias, "bias"), size, unit)
    value, tree = search.best(0, 0, [(table, int(weight * unit)) for table, weight in known.items()], most)
    return Distinguisher(Fraction(value, search.unit), tree)


def _states(size: int, queries: int) -> int:
    total, layer = 1, 1
    for k in range(queries):
        layer = layer * (size - k) * 2 // (k + 1)
        total += layer
    return total


class _Search:
    """The best trees for all sets of answers; values in whole numbers, multiples of ``1 / unit``."""

    def __init__(self, bias: Fraction, size: int, weights: int):
        ones, whole = bias.numerator, bias.denominator
        self.unit = weights * whole**size
        self._scale, self._size = whole**size, size
        self._random = [[weights * ones**k * (whole - ones) ** (asked - k) * whole ** (size - asked)
                         for k in range(asked + 1)] for asked in range(size + 1)]  # k ones among so many answers
        self._known: dict[tuple[int, int], tuple[int, Any]] = {}

    def best(self, asked: int, ones: int, left: Left, queries: int) -> tuple[int, Any]:
        """Return value and tree; bit x of ``asked`` and ``ones`` says that x was asked, and answered by 1."""
        if (asked, ones) not in self._known:
            self._known[asked, ones] = self._ask(asked, ones, left, queries) if queries else self._stop(
                asked, ones, left)
        return self._known[asked, ones]

    def _stop(self, asked: int, ones: int, left: Left) -> tuple[int, Any]:
        gain = self._scale * sum(weight for _, weight in left) - self._random[asked.bit_count()][ones.bit_count()]
        return (gain, 1) if gain > 0 else (0, 0)

    def _ask(self, asked: int, ones: int, left: Left, queries: int) -> tuple[int, Any]:
        best: tuple[int, Any] | None = None
        for x in range(self._size):
            point = 1 << x
            if asked & point:
                continue
            no = self._known.get((asked | point, ones)) or self.best(
                asked | point, ones, [entry for entry in left if not entry[0][x]], queries - 1)
            yes = self._known.get((asked | point, ones | point)) or self.best(
                asked | point, ones | point, [entry for entry in left if entry[0][x]], queries - 1)
            value = no[0] + yes[0]
            if best is None or value > best[0]:
                best = value, (x, no[1], yes[1])
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
    by_ones = [q**k * (1 - q) ** (size - k) for k in range(size + 1)]
    said = [0] * (size + 1)
    for function in product((0, 1), repeat=size):
        said[sum(function)] += says(function, tree)
    chance = sum((number * one for number, one in zip(said, by_ones, strict=True)), Fraction(0))
    return family - chance
