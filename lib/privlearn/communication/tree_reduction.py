"""From a protocol for a class to one for augmented index, along the paths of a mistake tree.

Definitions
-----------
An *index reduction* turns a complete mistake tree of depth d into augmented index on d bits
(:mod:`~privlearn.communication.augmented_index`): a string names the leaf at the end of its path, a prefix the inner
node it leads to, and the leaf's concept has at that node's point the next bit.  Source: FX15, Lemma 4.2.

>>> reduction = index_reduction((1, (2, 3, 2), (0, 1, 0)))
>>> reduction.concepts[1, 0], reduction.points[1,]
(1, 0)
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

from privlearn.communication.augmented_index import String


@dataclass(frozen=True)
class IndexReduction:
    """Augmented index inside a class: ``concept_of(x)`` evaluated at ``point_of(prefix)`` is the next bit of x.

    Attributes
    ----------
    depth : int
    concepts : dict
        String of d bits -> concept at the leaf (a row number, or whatever the tree has there).
    points : dict
        String of fewer than d bits, the empty one included -> point at the node.
    """

    depth: int
    concepts: dict[String, Any]
    points: dict[String, Any]


def index_reduction(tree: Any) -> IndexReduction:
    """Return the reduction of a complete mistake tree (FX15, Lemma 4.2): walk down, 0 to the left, 1 to the right.

    Parameters
    ----------
    tree : nested ``(point, tree if 0, tree if 1)``, leaves anything that is not a tuple of length 3

    Raises
    ------
    ValueError
        If the leaves are not all at one depth.

    Examples
    --------
    >>> reduction = index_reduction((0, "the concept with value 0", "the concept with value 1"))
    >>> reduction.concepts[1,], reduction.points[()]
    ('the concept with value 1', 0)
    """
    concepts: dict[String, Any] = {}
    points: dict[String, Any] = {}
    stack: list[tuple[Any, String]] = [(tree, ())]
    while stack:
        node, path = stack.pop()
        if isinstance(node, tuple) and len(node) == 3:
            points[path] = node[0]
            stack += [(node[2], (*path, 1)), (node[1], (*path, 0))]
        else:
            concepts[path] = node
    depths = {len(path) for path in concepts}
    if len(depths) != 1:
        raise ValueError(f"tree must be complete, got leaves at depths {sorted(depths)}")
    return IndexReduction(depths.pop(), concepts, points)


def reduction_failure(reduction: IndexReduction, evaluate: Callable[[Any, Any], int]) -> tuple[String, int] | None:
    """Return the first ``(x, i)`` with ``evaluate(concept_of(x), point_of(x_1..x_(i-1))) != x_i``, or ``None``.

    Every string of d bits and every position is tried, from the definition; a missing string is a failure too.

    >>> swapped = index_reduction((0, (1, 0), (0, 1)))  # at point 0, the left leaf has the value 1
    >>> reduction_failure(swapped, lambda concept, point: concept[point])
    ((0,), 1)
    """
    for x in product((0, 1), repeat=reduction.depth):
        for i in range(reduction.depth):
            if x not in reduction.concepts or x[:i] not in reduction.points:
                return x, i + 1
            if evaluate(reduction.concepts[x], reduction.points[x[:i]]) != x[i]:
                return x, i + 1
    return None
