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

from collections.abc import Callable

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.exact import as_integer

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
