"""All classes on five points up to renaming and flips, one by one, with their dimensions.

Definitions
-----------
A *view* of a class on five points is one of its points with one of the two values: the functions with this value there
are the *first*, the others the *second* of two classes on the other four points.  Renamings and flips of these four
take the first class to the least number of its orbit, a, in one or more ways; b is the least number that the second can
be taken to at the same time.  The *figure* of the class is represented by the least pair (a, b) of its ten views, and
so one figure stands for each orbit under the 3,840 renamings and flips.  A pair is found from both of its sides: every
a is one of 402 numbers, every b is the least of its orbit under the symmetries that fix a, and no view has a lesser
pair.  The symmetries of the whole class are, for every view with this pair, those that fix a and b.

The threshold dimension is not invariant under flips; a figure has the least and the greatest one of its classes.

>>> number_of_pair(1, 0x8000)  # the first half has value 0 at the last point
2147483649

Source: a result of this library; Burnside's lemma counts 1,228,158 orbits.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache

import numpy as np

from privlearn.dimensions.sweeps.five_points import five_point_tables
from privlearn.dimensions.sweeps.mean_depths import NONE, mean_depths_of_all_classes
from privlearn.dimensions.sweeps.numbers import moved_functions
from privlearn.dimensions.sweeps.symmetries import function_symmetries
from privlearn.keeping import kept
from privlearn.keeping.code import files_behind

SYMMETRIES = 3840  # 5! 2^5


@dataclass(frozen=True)
class Figures:
    """Figures of classes on five points, each field an array with an entry for each.

    Attributes
    ----------
    number : array of int64
        The number of the class that stands for the figure; 0 is the empty class.
    orbit : array of int64
        How many classes have the figure.
    littlestone, vc : array of int8
        -1 for the empty class.
    randomized : array of int64
        The randomised Littlestone dimension times 64.
    threshold_least, threshold_most : array of int8
    """

    number: np.ndarray
    orbit: np.ndarray
    littlestone: np.ndarray
    vc: np.ndarray
    randomized: np.ndarray
    threshold_least: np.ndarray
    threshold_most: np.ndarray


@dataclass(frozen=True)
class Actions:
    """What the 384 symmetries of four points do: ``moved[g, c]``, least of an orbit, and a g that leads there."""

    moved: np.ndarray
    least: np.ndarray
    way: np.ndarray


@cache
def four_point_actions() -> Actions:
    """Return the tables of all symmetries of four points; 50 MB.

    Examples
    --------
    >>> four_point_actions().moved.shape  # 4! 2^4 symmetries, 2^16 classes
    (384, 65536)
    """
    classes = np.arange(1 << 16)
    moved = np.array([moved_functions(classes, symmetry).astype(np.uint16)
                      for symmetry in function_symmetries(4, flips=True)])
    return Actions(moved, moved.min(axis=0).astype(np.int64), moved.argmin(axis=0))


def number_of_pair(first: int, second: int) -> int:
    """Return the number of the class whose functions with value 0 and 1 at the last point are two classes.

    Examples
    --------
    >>> hex(number_of_pair(0x0001, 0x0003))
    '0x30001'
    """
    return int(first) | int(second) << 16


def five_point_figures(first: int | None = None) -> Figures:
    """Return all figures, or those whose pair begins with a number.

    Notes
    -----
    Cost: about eleven million pairs are looked at, ten views each; under a minute.

    Examples
    --------
    >>> found = five_point_figures(0)  # nothing below the last point: all classes on four points up to symmetry
    >>> len(found.number), int(found.orbit.min())
    (402, 1)
    """
    least = np.unique(four_point_actions().least) if first is None else [first]
    parts = [_described(*_beginning_with(int(a))) for a in least]
    return Figures(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Figures)))


def _beginning_with(a: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a, repeated, the second parts of the figures that begin with a, and the sizes of their orbits."""
    actions, classes = four_point_actions(), np.arange(1 << 16)
    fixing = actions.moved[actions.moved[:, a] == a]
    lowest = fixing.min(axis=0).astype(np.int64)
    b = classes[lowest == classes]
    same = np.ones(len(b), dtype=np.int64)  # views with this pair
    for view in range(1, 10):
        one, other = _view(view, np.full(len(b), a), b)
        pair = np.where(actions.least[one] == a, lowest[actions.moved[actions.way[one], other]], 1 << 16)
        kept = (actions.least[one] >= a) & (pair >= b)
        b, same = b[kept], (same + (pair == b))[kept]
    fixed = np.array([int((fixing[:, c] == c).sum()) for c in b.tolist()], dtype=np.int64)
    return np.full(len(b), a), b, SYMMETRIES // (same * fixed)


def _view(view: int, a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the first and the second class of a view: 0 and 1 are those of the last point."""
    if view < 2:
        return (b, a) if view else (a, b)
    x, value = view // 2 - 1, view % 2
    return _half(x, value, a, b), _half(x, 1 - value, a, b)


def _described(a: np.ndarray, b: np.ndarray, orbit: np.ndarray) -> Figures:
    """Return figures with their dimensions, each from its recursion, one point at a time."""
    tables = five_point_tables()
    depths = mean_depths_of_all_classes(4).copy()
    depths[0] = NONE
    pairs = [(a, b), *((_half(x, 0, a, b), _half(x, 1, a, b)) for x in range(4))]
    empty = (a == 0) & (b == 0)
    depth = np.max([np.minimum(tables.littlestone[zero], tables.littlestone[one]) for zero, one in pairs], axis=0) + 1
    shattered = tables.largest[tables.shattered[a] & tables.shattered[b]] + 1
    mean = np.maximum(np.max([32 + depths[zero] + depths[one] for zero, one in pairs], axis=0), 0)
    chains = [_threshold(*flipped) for flipped in _flips(a, b)]
    return Figures(a | b << 16, orbit, np.where(empty, -1, depth).astype(np.int8),
                   np.where(empty, -1, np.maximum(tables.vc[a | b], shattered)).astype(np.int8),
                   np.where(empty, -64, mean), np.min(chains, axis=0), np.max(chains, axis=0))


def _half(x: int, value: int, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the functions of the classes with a value at one of the first four points, without it."""
    halves = five_point_tables().halves[x, value]
    return halves[a].astype(np.int64) | halves[b].astype(np.int64) << 8


def _threshold(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    chain = five_point_tables().chain
    return (np.max([chain[b], *(chain[_half(x, 1, a, b)] for x in range(4))], axis=0) + 1).astype(np.int8)


def _flips(a: np.ndarray, b: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield the classes with the values exchanged at every set of points."""
    for flip in range(16):
        moved = moved_functions(np.arange(1 << 16), [f ^ flip for f in range(16)])
        yield moved[a], moved[b]
        yield moved[b], moved[a]


def kept_figures() -> Figures:
    """Return all figures, computed once and kept beside the book (:mod:`~privlearn.keeping`)."""
    return Figures(**kept("five_point_figures", lambda: dict(vars(five_point_figures())), files_behind(__name__)))
