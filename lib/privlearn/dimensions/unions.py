"""Unions of two classes: how a witness of the union splits, and the classes that decide all pairs.

Definitions
-----------
A *ladder* is a threshold sequence: pairs (concept, point) with concept i equal to 1 at point j exactly if i <= j.
A class is *maximal* for a dimension and a bound if no function can be added without exceeding the bound.  Dimensions
are monotone, so a statement "dimension of the union at most ..." for all pairs follows from the maximal ones.

>>> split_ladder(((0, 0), (1, 1), (2, 2)), lambda concept: concept == 1)
(((1, 1),), ((0, 0), (2, 2)))

Source: ABMS20, Section 4.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from privlearn.concepts.concept_class import ConceptClass
from privlearn.exact.rationals import as_integer

Ladder = tuple[tuple[int, int], ...]


def split_ladder(ladder: Ladder, in_first: Callable[[int], bool]) -> tuple[Ladder, Ladder]:
    """Split a ladder of a union into one of the first class and one of the rest.

    Examples
    --------
    >>> split_ladder((), bool)
    ((), ())
    """
    return (tuple(step for step in ladder if in_first(step[0])),
            tuple(step for step in ladder if not in_first(step[0])))


def ladder_classes(first: int, second: int) -> tuple[ConceptClass, ConceptClass]:
    """Return two classes of threshold dimensions t1 and t2 whose union has t1 + t2: the ends of a staircase.

    Examples
    --------
    >>> [c.matrix.tolist() for c in ladder_classes(1, 2)]
    [[[1, 1, 1]], [[0, 1, 1], [0, 0, 1]]]
    """
    t1, t2 = as_integer(first, "first", least=1), as_integer(second, "second", least=1)
    stairs = np.triu(np.ones((t1 + t2, t1 + t2), dtype=np.uint8))
    return ConceptClass.from_matrix(stairs[:t1]), ConceptClass.from_matrix(stairs[t1:])


def hamming_ball(points: int, radius: int, centre: int = 0) -> ConceptClass:
    """Return the functions that differ from the constant function ``centre`` at no more points than the radius.

    Examples
    --------
    >>> hamming_ball(2, 1).matrix.tolist(), len(hamming_ball(3, 1, 1))
    ([[0, 0], [1, 0], [0, 1]], 4)
    """
    n, r = as_integer(points, "points", least=1), as_integer(radius, "radius", least=0)
    rows = [[f >> x & 1 ^ centre for x in range(n)] for f in range(1 << n) if f.bit_count() <= r]
    return ConceptClass.from_matrix(rows)


def maximal_classes(dimension: np.ndarray, bound: int) -> np.ndarray:
    """Return the numbers of the maximal classes, from a table of a monotone dimension of all classes.

    Parameters
    ----------
    dimension : array, shape (2^(2^n),)
    bound : int

    Examples
    --------
    >>> from privlearn.dimensions.small_tables import littlestone_of_all_classes
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
