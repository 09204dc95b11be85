"""Free extensions: new points on which every concept takes all patterns, and the mistake tree that results.

Definitions
-----------
The free extension of a class by l new points has, for every concept and every pattern of l bits, the concept with this
pattern on the new points.  It is the union of ``2^l`` copies of the class, and its Littlestone dimension is larger by
l: ask the new points first, then the old tree.

>>> from privlearn.concepts import point_functions
>>> free_extension(point_functions(1), 1).rows()
[(1, 0), (1, 1)]

Source: ABMS20, Proposition 4.3 (the lower bound) and Figure 1.
"""

from collections.abc import Sequence
from itertools import product

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.dimensions import MistakeTree
from privlearn.exact import as_integer


def copies(concepts: ConceptClass, points: int) -> list[ConceptClass]:
    """Return the ``2^l`` copies of a class on l new points, one for each pattern, in the order of binary numbers.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> [c.rows() for c in copies(point_functions(1), 1)]
    [[(1, 0)], [(1, 1)]]
    """
    new = as_integer(points, "points", least=0)
    patterns = (np.tile(np.array(bits, np.uint8), (len(concepts), 1)) for bits in product((0, 1), repeat=new))
    return [ConceptClass.from_matrix(np.hstack([concepts.matrix, pattern])) for pattern in patterns]


def free_extension(concepts: ConceptClass, points: int) -> ConceptClass:
    """Return the union of all copies; of m concepts the one with row i gets row ``b m + i`` with the pattern b.

    Examples
    --------
    >>> from privlearn.concepts import thresholds
    >>> free_extension(thresholds(6), 5).matrix.shape
    (2048, 69)
    """
    return ConceptClass.from_matrix(np.vstack([c.matrix for c in copies(concepts, points)]))


def extended_tree(tree: MistakeTree, concepts: ConceptClass, points: int,
                  order: Sequence[int] | None = None) -> MistakeTree:
    """Return the tree of Figure 1: levels for the new points on top, a copy of the old tree at each node below.

    Parameters
    ----------
    tree : mistake tree
        Of the class.
    concepts : ConceptClass
    points : int
        l, the number of new points.
    order : sequence of int, optional
        The new points, 0 to l - 1, from the root on; by default in increasing order.

    Examples
    --------
    >>> from privlearn.concepts import thresholds
    >>> extended_tree((0, 1, 0), thresholds(1), 1)
    (2, (0, 1, 0), (0, 3, 2))
    """
    asked = list(range(as_integer(points, "points", least=0))) if order is None else list(order)
    if sorted(asked) != list(range(points)):
        raise ValueError(f"order must have each of the {points} new points once, got {asked}")
    return _extended(tree, concepts, asked, [0] * len(asked))


def _extended(tree: MistakeTree, concepts: ConceptClass, asked: list[int], bits: list[int]) -> MistakeTree:
    if asked:
        below = [[*bits[:asked[0]], label, *bits[asked[0] + 1:]] for label in (0, 1)]
        return (concepts.size + asked[0], *(_extended(tree, concepts, asked[1:], part) for part in below))
    if isinstance(tree, tuple):
        return (tree[0], *(_extended(part, concepts, asked, bits) for part in tree[1:]))
    return int("".join(map(str, bits)) or "0", 2) * len(concepts) + tree
