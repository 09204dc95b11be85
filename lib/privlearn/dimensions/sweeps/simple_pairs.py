"""All pairs of the largest simple classes on five points, under every rule of two arguments.

Definitions
-----------
A class of threshold dimension at most 1 consists of disjoint sets; the largest such classes are the partitions of the
points, with the empty set.  A class of Littlestone dimension at most 1 is part of such a class after a *flip*, the same
function added to all its concepts.  The dimensions of a composed class grow with its parts, so the largest value over
all pairs of simple classes is attained by these.  Permuting the points changes no dimension, so one first class of each
orbit is enough.

>>> len(largest_simple_classes(5, flips=False)), len(largest_simple_classes(5, flips=True))
(52, 1632)
>>> largest_on_five_points(0b1000, flips=True)[0]  # and: Littlestone's dimension
3

Source: results of this library, beside ABMS20, Theorems 2.1 and 2.2.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations

import numpy as np

from privlearn.dimensions.sweeps.masks import littlestone_of_masks, threshold_of_masks
from privlearn.exact import TooLargeToEnumerate, as_integer

POINTS = 5
Functions = tuple[int, ...]


def partitions(points: int) -> Iterator[Functions]:
    """Yield the partitions of the points into parts, each part a bit mask.

    Examples
    --------
    >>> list(partitions(2))
    [(1, 2), (3,)]
    """
    n = as_integer(points, "points", least=0)
    if n == 0:
        yield ()
        return
    for rest in partitions(n - 1):
        new = 1 << (n - 1)
        yield (*rest, new)
        yield from (rest[:i] + (part | new,) + rest[i + 1:] for i, part in enumerate(rest))


@cache
def largest_simple_classes(points: int, *, flips: bool) -> tuple[Functions, ...]:
    """Return the partitions with the empty set, with flips: added to every function; each as sorted functions.

    With flips the partition into one part is left out on two points and more: ``{0, X}`` is part of ``{0, X, A}``.

    Raises
    ------
    TooLargeToEnumerate
        If there are more than 7 points.

    Examples
    --------
    >>> largest_simple_classes(1, flips=True)
    ((0, 1),)
    """
    n = as_integer(points, "points", least=1)
    if n > 7:
        raise TooLargeToEnumerate("the flipped partitions", f"2^{n} times as many as partitions", 1 << 17)
    return tuple(sorted({tuple(sorted(flip ^ f for f in (0, *parts)))
                         for parts in partitions(n) if not flips or len(parts) > 1 or n == 1
                         for flip in (range(1 << n) if flips else (0,))}))


@cache
def up_to_renaming(classes: tuple[Functions, ...], points: int) -> tuple[Functions, ...]:
    """Return one class of each orbit under permutations of the points, the one with the least number; at most 5 points.

    Examples
    --------
    >>> up_to_renaming(largest_simple_classes(3, flips=False), 3)
    ((0, 1, 2, 4), (0, 3, 4), (0, 7))
    """
    if as_integer(points, "points", least=1) > POINTS:
        raise TooLargeToEnumerate("the renamings", f"{points}!", 120)
    second, least = _padded(classes), _numbers(_padded(classes))
    own = least.copy()
    for order in permutations(range(points)):
        moved = np.array([sum((f >> x & 1) << order[x] for x in range(points)) for f in range(1 << points)])
        least = np.minimum(least, _numbers(moved[second]))
    return tuple(functions for functions, here in zip(classes, (least == own).tolist(), strict=True) if here)


def _padded(classes: Sequence[Functions]) -> np.ndarray:
    """Return the classes as rows of equal length; the first function of a shorter one is repeated."""
    width = max(map(len, classes))
    return np.array([[*functions, *functions[:1] * (width - len(functions))] for functions in classes])


def _numbers(functions: np.ndarray) -> np.ndarray:
    """Return the number of each class, a row of functions."""
    return np.asarray(np.bitwise_or.reduce(np.int64(1) << functions, axis=1))


def largest_on_five_points(rule: int, *, flips: bool) -> tuple[int, tuple[Functions, Functions]]:
    """Return the largest dimension of ``G(H1, H2)`` for simple classes on five points, and two classes that reach it.

    Parameters
    ----------
    rule : int
        Truth table, bit ``2 a + b`` for its value at (a, b).
    flips : bool
        With flips: Littlestone's dimension, for classes of Littlestone dimension at most 1.  Without: the threshold
        dimension, for classes of threshold dimension at most 1.

    Notes
    -----
    Cost: 64 times 1,632 pairs with flips, 7 times 52 without; well under a second.

    Examples
    --------
    >>> largest_on_five_points(0b1001, flips=False)[0]  # xnor
    5
    """
    if as_integer(rule, "rule", least=0) >> 4:
        raise ValueError(f"rule must be below 16, got {rule}")
    classes = largest_simple_classes(POINTS, flips=flips)
    second, everything = _padded(classes), (1 << POINTS) - 1
    best: tuple[int, tuple[Functions, Functions]] = (-1, ((), ()))
    for first in up_to_renaming(classes, POINTS):
        numbers = np.zeros(len(classes), dtype=np.int64)
        for f in first:
            minterms = (f & second, f & ~second, ~f & second, ~f & ~second)
            values = sum((m for place, m in zip((3, 2, 1, 0), minterms, strict=True) if rule >> place & 1),
                         np.zeros_like(second)) & everything
            numbers |= _numbers(values)
        masks = numbers.astype(np.uint64)
        found = littlestone_of_masks(masks, POINTS) if flips else threshold_of_masks(masks)
        place = int(found.argmax())
        if found[place] > best[0]:
            best = int(found[place]), (first, classes[place])
    return best
