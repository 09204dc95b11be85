"""The exact laws of OneRandomPath, LevelUp and HeavyPaths for thousands of small databases.

Definitions
-----------
A *row* is a law over the points ``0..2**bits - 1`` and None as a tuple of ``2**bits + 1`` weights, None last.
OneRandomPath and HeavyPaths are a law of the level ``y`` followed by LevelUp's rows, so that the rows of a database,
one for each ``y``, are computed once.  The laws are those of :mod:`~privlearn.learners.interior_point.heavy_paths.law`.

>>> settings = HeavyPathsParameters.with_one_base(2, levels=1, trim=0, stop=1, threshold=1, high=1, level_threshold=2,
...                                               threshold_choose=2)
>>> [str(weight) for weight in level_rows((0, 0, 1), 1, settings)[0]]
['4/9', '2/9', '1/3']
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from privlearn.exact import as_fraction, rational
from privlearn.learners.interior_point.heavy_paths.databases import construct_paths, domain_sizes, heaviest
from privlearn.learners.interior_point.heavy_paths.law import HeavyPathsParameters
from privlearn.learners.interior_point.trees.nodes import middle
from privlearn.learners.interior_point.trees.walk import candidates
from privlearn.mechanisms import above_threshold

Points = tuple[int, ...]
Row = tuple[Any, ...]
KEPT_POWERS = 64


@lru_cache(maxsize=1 << 16)
def _power(base: Fraction, exponent: int) -> Any:
    return rational(base) ** exponent


def _powers(base: Fraction, most: int) -> list[Any]:
    return list(_all_powers(base)) if most < KEPT_POWERS else [_power(base, k) for k in range(most + 1)]


@lru_cache(maxsize=256)
def _all_powers(base: Fraction) -> tuple[Any, ...]:
    return tuple(rational(base) ** k for k in range(KEPT_POWERS))


@lru_cache(maxsize=64)
def _leaves(bits: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return tuple(tuple(candidates((d, p), bits) for p in range(1 << d)) for d in range(bits + 1))


def level_rows(points: Points, bits: int, parameters: HeavyPathsParameters) -> tuple[Row, ...]:
    """Return LevelUp's rows on a sorted database of points on ``bits`` bits, for ``y = 0, ..., bits``.

    Parameters
    ----------
    points : sorted tuple of int in ``0..2**bits - 1``
    bits : int
    parameters : HeavyPathsParameters
    """
    count = len(points)
    chosen, end = (_powers(as_fraction(base), count) for base in (parameters.exp_choose, parameters.exp_end))
    ends = [end[min(bisect_right(points, x), count - bisect_left(points, x))] for x in range(1 << bits)]
    weights = [0] * (1 << bits)
    for x in middle(points, parameters.trim):
        weights[x] += 1
    none = _power(as_fraction(parameters.exp_choose), parameters.threshold_choose)
    rows: list[Row] = []
    for leaves in reversed(_leaves(bits)):
        total = sum((chosen[w] for w in weights if w), none)
        row = [rational(0)] * (1 << bits)
        for w, places in zip(weights, leaves, strict=True):
            if w:
                share = chosen[w] / total / sum(ends[x] for x in places)
                for x in places:
                    row[x] += share * ends[x]
        rows.append((*row, none / total))
        weights = [a + b for a, b in zip(weights[::2], weights[1::2], strict=False)]
    rows.reverse()
    return tuple(rows)


def fallen_levels(points: Points, bits: int, parameters: HeavyPathsParameters) -> dict[Points, Any]:
    """Return the law of OneRandomPath's inner database, given by its multiplicities of the levels ``0..bits``."""
    base, stop = as_fraction(parameters.exp_path), parameters.stop
    kept = middle(points, parameters.trim)
    ends: dict[Points, Any] = {}
    waiting = [(0, 0, 0, len(kept), rational(1), (0,) * (bits + 1))]
    while waiting:
        depth, first, low, high, mass, falls = waiting.pop()
        if depth == bits or high - low <= stop:
            left, inner = max(0, len(kept) - stop), []
            for fallen in (*falls[:depth], high - low, *falls[depth + 1:]):
                inner.append(min(fallen, left))
                left -= inner[-1]
            ends[tuple(inner)] = ends.get(tuple(inner), 0) + mass
            continue
        cut = bisect_left(kept, first + (1 << (bits - depth - 1)), low, high)
        for child, (start, stop_at) in enumerate(((low, cut), (cut, high))):
            if stop_at > start:
                other = high - low - (stop_at - start)
                step = mass / (1 + _power(base, other - (stop_at - start))) if other else mass
                waiting.append((depth + 1, first + (child << (bits - depth - 1)), start, stop_at, step,
                                (*falls[:depth], other, *falls[depth + 1:])))
    return ends


def level_law(points: Points, bits: int, parameters: HeavyPathsParameters) -> Row:
    """Return the law of the level that OneRandomPath chooses, None last."""
    base = as_fraction(parameters.exp_level)
    none = _power(base, parameters.level_threshold)
    law = [rational(0)] * (bits + 2)
    powers = _powers(base, len(points))
    for inner, mass in fallen_levels(points, bits, parameters).items():
        share = mass / sum((powers[times] for times in inner if times), none)
        law[-1] += share * none
        for y, times in enumerate(inner):
            if times:
                law[y] += share * powers[times]
    return tuple(law)


def through(levels: Row, rows: Sequence[Row]) -> Row:
    """Return the row of a law of levels (None last) followed by LevelUp; levels beyond the last row take that one."""
    found = [rational(0)] * (len(rows[0]) - 1) + [levels[-1]]
    for y, mass in enumerate(levels[:-1]):
        if mass:
            found = [a + mass * b for a, b in zip(found, rows[min(y, len(rows) - 1)], strict=True)]
    return tuple(found)


def one_random_path_row(points: Points, bits: int, parameters: HeavyPathsParameters) -> Row:
    """Return OneRandomPath's row on a sorted database of points on ``bits`` bits."""
    return through(level_law(points, bits, parameters), level_rows(points, bits, parameters))


@lru_cache(maxsize=8192)
def _below(points: Points, bits: int, parameters: HeavyPathsParameters) -> tuple[Row, tuple[Row, ...]]:
    return one_random_path_row(points, bits, parameters), level_rows(points, bits, parameters)


def answer_rows(database: Points, bits: int, parameters: HeavyPathsParameters) -> tuple[Row, ...]:
    """Return the rows of HeavyPaths' answer given that StoppingPoint answers 1, 2, ..., levels."""
    levels = construct_paths(database, bits, parameters.levels - 1, parameters.trim, parameters.stop)
    sizes, rows = domain_sizes(bits, parameters.levels - 1), []
    kernels = [level_rows(levels[0], bits, parameters)]
    for i, (points, size) in enumerate(zip(levels, sizes, strict=True)):
        if i == 0:
            row = through(level_law(points, size, parameters), kernels[0])
        else:
            row, kernel = _below(points, size, parameters)
            kernels.append(kernel)
        for upper in reversed(kernels[:i]):
            row = through(row, upper)
        rows.append(row)
    return tuple(rows)


@lru_cache(maxsize=8192)
def stopping_row(values: Points, parameters: HeavyPathsParameters) -> Row:
    """Return StoppingPoint's law, the weights of 1, ..., levels, for given ``f_1, ..., f_levels``."""
    found = above_threshold(values, parameters.threshold, parameters.exp_threshold, parameters.exp_query).masses()
    zero = rational(0)
    weights = [found.get(k, zero) for k in range(len(values))]
    weights[-1] += found.get(None, zero)
    return tuple(weights)


def query_row(database: Points, bits: int, parameters: HeavyPathsParameters) -> Points:
    """Return ``f_1, ..., f_levels`` with the settings of the parameters."""
    chain_of = construct_paths(database, bits, parameters.levels, parameters.trim, parameters.stop)
    return tuple(heaviest(points) for points in chain_of[1:])


def heavy_paths_row(database: Points, bits: int, parameters: HeavyPathsParameters) -> Row:
    """Return HeavyPaths' row on a sorted database.

    Examples
    --------
    >>> settings = HeavyPathsParameters.with_one_base(2, levels=1, trim=0, stop=1, threshold=1, high=1,
    ...                                               level_threshold=2, threshold_choose=2)
    >>> [str(weight) for weight in heavy_paths_row((0, 0, 1), 1, settings)]
    ['29/135', '29/270', '61/90']
    """
    stopped = stopping_row(query_row(database, bits, parameters), parameters)
    found = [rational(0)] * ((1 << bits) + 1)
    for mass, row in zip(stopped, answer_rows(database, bits, parameters), strict=True):
        found = [a + mass * b for a, b in zip(found, row, strict=True)]
    return tuple(found)
