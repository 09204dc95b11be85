"""Random classes with few thresholds whose pairwise unions have many.

Definitions
-----------
Row i of two triangular 0/1 tables f and g, ``i = 0, ..., m - 1``, is 0 at the points ``j > i``, and at each point
``j <= i`` exactly one of ``f_i(j)``, ``g_i(j)`` is 1: a fair coin says which.  There are ``m (m + 1) / 2`` coins, row
after row.  The *class* is ``{f_0, g_0, ..., f_(m-1), g_(m-1)}``; ``f_i OR g_i`` is the indicator of ``{0, ..., i}``.

A *k-block* of a class is k of its functions and k points with all values 1.  The *bad event* of sets A of rows and B of
points, both of size k, is that for every i in A one of ``f_i``, ``g_i`` is 1 on all of B.

>>> or_class_of_coins(2, [1, 0, 1]).concepts().matrix.tolist()
[[1, 0], [0, 0], [0, 1]]
>>> union_bound(32, 11) < 1, printed_parameters(25)
(True, (32, 11))

Source: ABMS20, Section 4.2.1, the lower bound of Theorem 2.2.  Rows and points are numbered from 1 there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np

from privlearn.concepts.concept_class import ConceptClass
from privlearn.dimensions.all_classes import LARGEST
from privlearn.dimensions.five_points import dimensions_on_five_points
from privlearn.exact.errors import TooLargeToEnumerate
from privlearn.exact.rationals import as_integer

LARGEST_TABLE = 1 << 13  # rows of f and of g
LARGEST_DOMAIN = 16  # points whose subsets are listed
LARGEST_LAW = 5  # rows, and points


@dataclass(frozen=True, eq=False)
class OrClass:
    """One outcome of the coins.

    Attributes
    ----------
    f, g : arrays of uint8, shape (m, m)
        Row i is a function on the points 0, ..., m - 1.
    """

    f: np.ndarray
    g: np.ndarray

    def concepts(self) -> ConceptClass:
        """Return the class ``f_0, g_0, f_1, g_1, ...``; functions that coincide count once."""
        return ConceptClass.from_matrix(np.stack([self.f, self.g], axis=1).reshape(-1, len(self.f)))


def coin_count(size: int) -> int:
    """Return the number of coins, ``m (m + 1) / 2``.

    Examples
    --------
    >>> coin_count(2), coin_count(16)
    (3, 136)
    """
    return comb(_size(size) + 1, 2)


def or_class_of_coins(size: int, coins: Sequence[int] | np.ndarray) -> OrClass:
    """Return the outcome with given coins: 1 puts the one into f, 0 into g.

    Parameters
    ----------
    size : int
        m, at least 1.
    coins : sequence of 0 and 1
        ``m (m + 1) / 2`` of them, row after row.

    Raises
    ------
    ValueError
        If the number of coins is another one, or one is neither 0 nor 1.
    TooLargeToEnumerate
        For more than 8192 rows.
    """
    m, flips = _table_size(size), np.asarray(coins)
    if flips.shape != (coin_count(m),) or not np.isin(flips, (0, 1)).all():
        raise ValueError(f"coins must be {coin_count(m)} zeros and ones, got {flips.shape} of them")
    below = np.tri(m, dtype=bool)
    f = np.zeros((m, m), dtype=np.uint8)
    f[below] = flips
    return OrClass(f, below.astype(np.uint8) - f)


def random_or_class(size: int, seed: int) -> OrClass:
    """Return the outcome of the coins of a seed (bits of PCG64's words, the same on every platform).

    Examples
    --------
    >>> random_or_class(3, 1).f.tolist()
    [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    """
    count = coin_count(_table_size(size))
    words = np.random.PCG64(as_integer(seed, "seed", least=0)).random_raw(-(-count // 64))
    bits = np.unpackbits(np.ascontiguousarray(words).astype("<u8").view(np.uint8), bitorder="little")
    return or_class_of_coins(size, bits[:count])


def is_or_ladder(outcome: OrClass) -> bool:
    """Decide whether the functions ``f_i OR g_i``, last row first, threshold-shatter the points ``m - 1, ..., 0``.

    Examples
    --------
    >>> is_or_ladder(random_or_class(9, 5))
    True
    """
    unions = (outcome.f | outcome.g)[::-1, ::-1]
    m = len(unions)
    return bool((unions == np.tri(m, dtype=np.uint8).T).all())


def bad_event_probability(rows: Iterable[int], points: Iterable[int]) -> Fraction:
    """Return the probability of the bad event of a set of rows and a set of points, of any sizes.

    If some point exceeds some row number it is 0; otherwise each row contributes ``2 * 2^-b`` for b >= 1 points.

    Examples
    --------
    >>> bad_event_probability([2, 3], [0, 2]), bad_event_probability([1, 3], [0, 2])
    (Fraction(1, 4), Fraction(0, 1))
    """
    chosen, places = set(rows), set(points)
    if not chosen or not places:
        return Fraction(1)
    if max(places) > min(chosen):
        return Fraction(0)
    return Fraction(1, 2 ** (len(chosen) * (len(places) - 1)))


def union_bound(size: int, k: int) -> Fraction:
    """Return the printed bound ``binom(m, k)^2 2^(-k(k-1))`` on the probability that some bad event occurs.

    Examples
    --------
    >>> union_bound(4, 3)
    Fraction(1, 4)
    """
    return Fraction(comb(_size(size), k) ** 2, 2 ** (k * (k - 1)))


def refined_union_bound(size: int, k: int) -> Fraction:
    """Return ``binom(m + 1, 2k) 2^(-k(k-1))``, the expected number of bad events.

    Only pairs with ``max B <= min A`` can be bad; they are as many as sets of 2k among m + 1 things.

    Examples
    --------
    >>> refined_union_bound(4, 2)
    Fraction(5, 4)
    """
    return Fraction(comb(_size(size) + 1, 2 * k), 2 ** (k * (k - 1)))


def smallest_block_side(size: int, *, refined: bool) -> int:
    """Return the least k whose union bound (printed or refined) is below 1: some outcome has no k-block.

    Examples
    --------
    >>> smallest_block_side(32, refined=False), smallest_block_side(32, refined=True)
    (8, 6)
    """
    bound = refined_union_bound if refined else union_bound
    return next(k for k in range(1, _size(size) + 2) if bound(size, k) < 1)


def printed_parameters(t: int) -> tuple[int, int]:
    """Return the paper's ``(m, k)``: ``2^floor(t/5)`` and ``2 floor(t/5) + 1``.

    Examples
    --------
    >>> printed_parameters(6), printed_parameters(20)
    ((2, 3), (16, 9))
    """
    fifth = as_integer(t, "t", least=0) // 5
    return 1 << fifth, 2 * fifth + 1


def largest_block(concepts: ConceptClass) -> int:
    """Return the largest k for which the class has a k-block; 0 if no function has a one.

    Raises
    ------
    TooLargeToEnumerate
        For more than 16 points: all their subsets are listed.

    Notes
    -----
    Cost: ``2^n`` integers, n additions on them.

    Examples
    --------
    >>> from privlearn.concepts import thresholds
    >>> largest_block(thresholds(3))
    4
    """
    n = concepts.size
    if n > LARGEST_DOMAIN:
        raise TooLargeToEnumerate(f"the collection of subsets of {n} points", f"2^{n}", 1 << LARGEST_DOMAIN)
    supports = np.asarray(concepts.matrix, dtype=np.int64) @ (1 << np.arange(n))
    above = np.bincount(supports, minlength=1 << n).reshape((2,) * n)
    for axis in range(n):  # afterwards entry Y counts the functions that are 1 on all of Y
        above = np.flip(np.cumsum(np.flip(above, axis), axis), axis)
    sizes = np.indices((2,) * n).sum(axis=0)
    return int(np.minimum(sizes, above).max())


def threshold_law(size: int) -> dict[int, Fraction]:
    """Return the exact law of the threshold dimension of the class, for at most five rows.

    Exchanging ``f_i`` and ``g_i`` changes nothing, so the coins of the places ``j < i`` decide.

    Raises
    ------
    TooLargeToEnumerate
        For more than five rows.

    Examples
    --------
    >>> {t: str(p) for t, p in threshold_law(3).items()}
    {2: '7/8', 3: '1/8'}
    """
    m = _size(size)
    if m > LARGEST_LAW:
        raise TooLargeToEnumerate("the list of outcomes", f"2^{comb(m, 2)}", 1 << comb(LARGEST_LAW, 2))
    functions = np.array([0])  # lists of functions as classes: bit f of an integer says that f is there
    for i in range(m):
        splits = [1 << (1 << i | rest) | 1 << ((1 << i) - 1 - rest) for rest in range(1 << i)]
        functions = (functions[:, None] | np.array(splits)[None, :]).reshape(-1)
    numbers, counts = np.unique(functions, return_counts=True)
    found: dict[int, Fraction] = {}
    for number, count in zip(numbers.tolist(), counts.tolist(), strict=True):
        t = dimensions_on_five_points(number)[2]
        found[t] = found.get(t, Fraction(0)) + Fraction(count, len(functions))
    return dict(sorted(found.items()))


@lru_cache(maxsize=4)
def unions_of_all_classes(points: int) -> np.ndarray:
    """Return, for every class on at most four points, the number of the class of unions of two of its functions.

    Classes are numbered as in :mod:`~privlearn.dimensions.all_classes`.

    Examples
    --------
    >>> int(unions_of_all_classes(2)[0b0110])  # the functions 1 and 2 give 1, 2 and 3
    14
    """
    classes = _all_numbers(points)
    found = classes.copy()
    for f, g in combinations(range(1 << points), 2):
        found |= (classes >> f & classes >> g & 1) << (f | g)
    found.setflags(write=False)
    return found


@lru_cache(maxsize=4)
def blocks_of_all_classes(points: int) -> np.ndarray:
    """Return the side of the largest block of every class on at most four points.

    Examples
    --------
    >>> blocks_of_all_classes(2)[[0, 1, 2, 0b1010]].tolist()  # two functions that share one point
    [0, 0, 1, 1]
    """
    classes = _all_numbers(points)
    found = np.zeros_like(classes)
    for chosen in range(1, 1 << points):
        inside = sum(1 << f for f in range(1 << points) if f & chosen == chosen)
        found = np.maximum(found, np.minimum(np.bitwise_count(classes & inside), chosen.bit_count()))
    found.setflags(write=False)
    return found


def _size(size: int) -> int:
    return as_integer(size, "size", least=1)


def _table_size(size: int) -> int:
    m = _size(size)
    if m > LARGEST_TABLE:
        raise TooLargeToEnumerate("the table of f or g", f"{m}^2", LARGEST_TABLE**2)
    return m


def _all_numbers(points: int) -> np.ndarray:
    """Return the numbers of all classes on at most four points.
    """
    n = as_integer(points, "points", least=1)
    if n > LARGEST:
        raise TooLargeToEnumerate(f"the collection of classes on {n} points", f"2^{1 << n}", 1 << (1 << LARGEST))
    return np.arange(1 << (1 << n))
