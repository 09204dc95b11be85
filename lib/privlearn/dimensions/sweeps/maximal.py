"""The maximal classes of a dimension, which decide every question about unions and compositions of all classes.

Definitions
-----------
A class is *maximal* for a dimension and a bound if it keeps the bound and every function added exceeds it.  Dimensions
grow with the class, so the largest dimension of a union or composition over all classes within a bound is attained by
maximal ones.  Classes are numbers (:mod:`~privlearn.dimensions.sweeps.numbers`).

>>> sorted(one_mistake_classes(2)), len(maximal_on_five_points("threshold", 1))
([7, 11, 13, 14], 52)
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from privlearn.dimensions.sweeps.five_points import five_point_tables
from privlearn.dimensions.sweeps.four_points import threshold_of_all_classes
from privlearn.dimensions.sweeps.masks import HALF, littlestone_of_masks, threshold_of_masks
from privlearn.dimensions.sweeps.numbers import classes_up_to_renaming, renamings_of_all_classes
from privlearn.exact import as_integer


def maximal_classes(dimension: np.ndarray, bound: int) -> np.ndarray:
    """Return the numbers of the maximal classes, from a table of a monotone dimension of all classes.

    Parameters
    ----------
    dimension : array, shape (2^(2^n),)
    bound : int

    Examples
    --------
    >>> from privlearn.dimensions.sweeps.four_points import littlestone_of_all_classes
    >>> maximal_classes(littlestone_of_all_classes(2), 1).tolist()
    [7, 11, 13, 14]
    """
    everything = np.arange(len(dimension))
    maximal = dimension <= bound
    for f in range(len(dimension).bit_length() - 1):
        maximal &= (everything >> f & 1 == 1) | (dimension[everything | 1 << f] > bound)
    return everything[maximal]


def one_mistake_classes(points: int) -> list[int]:
    """Return the numbers of the maximal classes of Littlestone dimension at most 1, on at least two points.

    A class of three functions or more has dimension 1 exactly if at every point at most one of its functions deviates
    from the majority m: its functions are m changed on disjoint sets.  It is maximal if it has m, and the sets form a
    partition of the points into at least two blocks.

    Examples
    --------
    >>> sorted(one_mistake_classes(2)), [len(one_mistake_classes(n)) for n in (3, 4, 5)]
    ([7, 11, 13, 14], [32, 224, 1632])
    """
    n = as_integer(points, "points", least=2)
    return [(1 << m) | sum(1 << (m ^ block) for block in blocks)
            for blocks in _partitions(range(n)) if len(blocks) > 1 for m in range(1 << n)]


def _partitions(points: Sequence[int]) -> Iterator[list[int]]:
    """Yield the partitions of the points; a block is an integer with a bit for each member."""
    if not points:
        yield []
        return
    for blocks in _partitions(points[1:]):
        yield [1 << points[0], *blocks]
        for i, block in enumerate(blocks):
            yield [*blocks[:i], block | 1 << points[0], *blocks[i + 1:]]


@lru_cache(maxsize=4)
def maximal_on_five_points(dimension: str, bound: int) -> np.ndarray:
    """Return the maximal classes on five points of a dimension at most a bound, sorted, int64.

    Parameters
    ----------
    dimension : {"littlestone", "threshold"}
    bound : int
        0, 1 or 2: beyond, there are too many of these classes.

    Raises
    ------
    ValueError
        For another name or bound.

    Notes
    -----
    The half with value 1 at the last point is taken up to permutations of the other points (for Littlestone's
    dimension: and changes of sign), and the classes found are then carried everywhere.  About a second.

    Examples
    --------
    >>> [len(maximal_on_five_points(name, d)) for name in ("littlestone", "threshold") for d in (0, 1)]
    [32, 1632, 1, 52]
    """
    if dimension not in ("littlestone", "threshold"):
        raise ValueError(f"dimension must be 'littlestone' or 'threshold', got {dimension!r}")
    if as_integer(bound, "bound", least=0) > 2:
        raise ValueError(f"bound must be at most 2, got {bound}")
    signs = dimension == "littlestone"
    found = np.concatenate([_small_above(high, dimension, bound) for high in _halves(signs)])
    for f in range(32):
        found = found[(found >> f & 1 == 1) | (_value(dimension, found | 1 << f) > bound)]
    low, high = found & (HALF - 1), found >> 16
    carried = [table[high].astype(np.int64) << 16 | table[low] for order in renamings_of_all_classes(4)
               for table in (order[_changed(s)] for s in (range(16) if signs else (0,)))]
    everything = np.unique(np.concatenate(carried))
    everything.flags.writeable = False
    return everything


def _value(dimension: str, masks: np.ndarray) -> np.ndarray:
    return littlestone_of_masks(masks, 5) if dimension == "littlestone" else threshold_of_masks(masks)


def _small_above(high: int, dimension: str, bound: int) -> np.ndarray:
    """Return the classes with dimension at most a bound whose half with value 1 at the last point is given."""
    tables, four = five_point_tables(), threshold_of_all_classes(4)
    low = np.arange(HALF)
    if dimension == "littlestone":
        low = low[np.minimum(tables.littlestone, tables.littlestone[high]) < bound]
    elif tables.chain[high] < bound:
        low = low[(four <= bound) & (four[low | high] <= bound)]
    else:
        low = low[:0]
    masks = low | high << 16
    return masks[_value(dimension, masks) <= bound] if len(masks) else masks


def _halves(signs: bool) -> list[int]:
    """Return one class on four points of each orbit under permutations (and, if asked, changes of sign)."""
    least = classes_up_to_renaming(4)[0]
    if not signs:
        return [int(c) for c in least]
    smallest = renamings_of_all_classes(4).min(axis=0)
    orbit = np.min([smallest[_changed(s)] for s in range(16)], axis=0)
    return [int(c) for c in least if orbit[c] == c]


@lru_cache(maxsize=16)
def _changed(sign: int) -> np.ndarray:
    """Return every class on four points with its functions added to ``sign``."""
    classes = np.arange(HALF)
    found = np.zeros_like(classes)
    for f in range(16):
        found |= (classes >> f & 1) << (f ^ sign)
    return found
