"""Uniform laws that need no list: on the integers below a bound, and on the subsets of one size.

Definitions
-----------
Sampling needs no table of the outcomes: an integer of thousands of bits is drawn bit by bit, an excluded one drawn
again; a subset is filled point by point.  Only ``exact`` lists them.

>>> uniform_range(3, excluded=[1]).exact()
{0: Fraction(1, 2), 2: Fraction(1, 2)}
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from privlearn.exact import TooLargeToEnumerate, as_integer, rational
from privlearn.laws.law import LARGEST_SUPPORT, Law, Outcome
from privlearn.laws.randomness import Generator, uniform_below


class _UniformRange(Law):
    def __init__(self, size: int, excluded: frozenset[int]):
        self._size, self._excluded = size, excluded

    def masses(self) -> dict[Outcome, Any]:
        if self._size > LARGEST_SUPPORT:
            raise TooLargeToEnumerate("the range of a uniform choice", self._size, LARGEST_SUPPORT)
        share = rational(Fraction(1, self._size - len(self._excluded)))
        return {k: share for k in range(self._size) if k not in self._excluded}

    def sample(self, rng: Generator) -> Outcome:
        while True:  # each try succeeds with probability (size - excluded) / size
            k = uniform_below(rng, self._size)
            if k not in self._excluded:
                return k


class _UniformSubset(Law):
    def __init__(self, size: int, count: int):
        self._size, self._count = size, count

    def masses(self) -> dict[Outcome, Any]:
        if (ways := comb(self._size, self._count)) > LARGEST_SUPPORT:
            raise TooLargeToEnumerate("the sets of a uniform choice", ways, LARGEST_SUPPORT)
        return dict.fromkeys(map(frozenset, combinations(range(self._size), self._count)), rational(Fraction(1, ways)))

    def sample(self, rng: Generator) -> Outcome:
        chosen: set[int] = set()
        while len(chosen) < self._count:
            chosen.add(uniform_below(rng, self._size))
        return frozenset(chosen)


def uniform_range(size: int, excluded: Iterable[int] = ()) -> Law:
    """Return the uniform law on ``0..size-1`` without ``excluded``; ``size`` may have thousands of bits.

    Sampling is by rejection: ``size / (size - len(excluded))`` tries on average.

    Raises
    ------
    ValueError
        If nothing is left to choose from, or an excluded number is out of range.

    Examples
    --------
    >>> uniform_range(4, excluded=[0]).exact()
    {1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 3)}
    """
    n = as_integer(size, "size", least=1)
    out = _points_below(n, excluded)
    if len(out) == n:
        raise ValueError(f"excluded must leave an outcome, got all {n} of 0..{n - 1}")
    return _UniformRange(n, out)


def uniform_subset(size: int, count: int) -> Law:
    """Return the uniform law on the subsets of ``0..size-1`` with ``count`` points, as frozensets.

    Sampling draws points until so many are different: about ``count`` draws where that is well below ``size``.

    Examples
    --------
    >>> [sorted(chosen) for chosen in uniform_subset(3, 2).exact()]
    [[0, 1], [0, 2], [1, 2]]
    """
    n = as_integer(size, "size", least=0)
    return _UniformSubset(n, as_integer(count, "count", least=0, most=n))


def _points_below(n: int, points: Iterable[int]) -> frozenset[int]:
    listed = points if isinstance(points, (frozenset, tuple)) else tuple(points)
    if set(map(type, listed)) <= {int} and (not listed or min(listed) >= 0 and max(listed) < n):
        return frozenset(listed)  # the usual case
    return frozenset(as_integer(k, "excluded", least=0, most=n - 1) for k in listed)
