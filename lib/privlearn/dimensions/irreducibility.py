"""Irreducible classes: no question is sure to make them simpler, nor are k questions.

Definitions
-----------
A *tree* here asks about a point at every inner node and goes left on label 0, right on label 1; what is *left* at a
leaf are the concepts with the labels on the way to it.  A class is *k-irreducible* if every tree of depth k has a leaf
where what is left has the Littlestone dimension of the whole class.  A *reducing tree* has no such leaf; it is nested,
``(point, tree if 0, tree if 1)``, and its leaves are the Littlestone dimensions of what is left there, -1 for nothing.

At a point, both labels cannot keep the dimension: two trees of full depth would make a deeper one.  So a class is
1-irreducible just if exactly one label of every point keeps it.  These labels are its *standard labels*, what the
standard optimal algorithm predicts.

A class is k-irreducible, k at least 1, just if the concepts with the standard labels on any k points have its
dimension.  For in the tree that asks about ``x_1`` at its root, ``x_2`` on the next level, ..., a leaf that keeps the
dimension is reached by standard labels alone; and standard labels lead through every tree to a leaf that keeps it, if
any k points do.  So the least reducing trees lean to one side: every label but a standard one ends them.

>>> from privlearn.concepts import point_functions
>>> irreducibility(point_functions(4)), standard_labels(point_functions(4)), reducing_tree(point_functions(4))
(2, (0, 0, 0, 0), (0, (1, (2, 0, 0), 0), 0))

Source: Ghazi, Golowich, Kumar, Manurangsi, *Sample-efficient proper PAC learning with approximate differential
privacy*, STOC 2021 (GGKM21), for the notion, by trees; Lyu has the form by points.
"""

import math
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from privlearn.concepts import Concept, ConceptClass
from privlearn.dimensions.bitsets import column_masks
from privlearn.dimensions.bounds import as_class
from privlearn.dimensions.littlestone import LittlestoneSearch, littlestone_dimension
from privlearn.exact import TooLargeToEnumerate, as_integer

ReducingTree = Any  # int | tuple[int, ReducingTree, ReducingTree]
MOST_POINTS, MOST_CONCEPTS = 20, 14  # whose sets, or subclasses, are gone through


class Restrictions:
    """The parts of a class, sets of concepts as integers, with their dimensions."""

    def __init__(self, concepts: ConceptClass):
        if not len(as_class(concepts)):
            raise ValueError("concepts must not be empty: nothing has a dimension to keep")
        if concepts.size > MOST_POINTS:
            raise TooLargeToEnumerate("the sets of points", f"2^{concepts.size}", 1 << MOST_POINTS)
        self.columns = column_masks(concepts.matrix)
        self.everything = (1 << len(concepts)) - 1
        self.dimension = cache(LittlestoneSearch(self.columns, sys.maxsize).dimension)

    def part(self, members: int, point: int, label: int) -> int:
        """Return the members with a label at a point.

        Examples
        --------
        >>> from privlearn.concepts import points
        >>> bin(Restrictions(points(2)).part(0b1111, 1, 1)), bin(Restrictions(points(2)).part(0b1111, 1, 0))
        ('0b10', '0b1101')
        """
        return members & (self.columns[point] if label else ~self.columns[point])

    def labels(self, members: int) -> tuple[int | None, ...]:
        """Return the label that keeps the dimension at each point, ``None`` where there is none.

        Examples
        --------
        >>> from privlearn.concepts import all_functions, points
        >>> Restrictions(points(2)).labels(0b1111), Restrictions(all_functions(2)).labels(0b1111)
        ((0, 0, 0, 0), (None, None))
        """
        whole = self.dimension(members)
        return tuple(next((b for b in (0, 1) if self.dimension(self.part(members, x, b)) == whole), None)
                     for x in range(len(self.columns)))

    def least_drop(self, members: int) -> tuple[int, ...]:
        """Return the least points whose standard labels lower the dimension; none do for one concept.

        A point without a standard label is one by itself.

        Examples
        --------
        >>> from privlearn.concepts import points
        >>> Restrictions(points(2)).least_drop(0b1111), Restrictions(points(2)).least_drop(0b0001)
        ((0, 1, 2), ())
        """
        labels, whole = self.labels(members), self.dimension(members)
        for size in range(1, len(labels) + 1):
            for chosen in combinations(range(len(labels)), size):
                left = members
                for x in chosen:
                    left = self.part(left, x, labels[x] or 0)
                if self.dimension(left) < whole:
                    return chosen
        return ()

    def irreducibility(self, members: int) -> int | float:
        """Return the largest k for which a part is k-irreducible."""
        return len(self.least_drop(members)) - 1 if members & (members - 1) else math.inf


def irreducibility(concepts: ConceptClass) -> int | float:
    """Return the largest k for which a class is k-irreducible; ``math.inf`` for a single concept.

    Raises
    ------
    ValueError
        If the class is empty.
    TooLargeToEnumerate
        For more than 20 points.

    Notes
    -----
    At most n - d, for n points and Littlestone dimension d of at least 1.  Cost: a Littlestone dimension for every set
    of at most k + 1 points.

    Examples
    --------
    >>> from privlearn.concepts import all_functions, points
    >>> irreducibility(all_functions(2)), irreducibility(points(2)), irreducibility(points(2).restrict([0]))
    (0, 2, 0)
    """
    parts = Restrictions(concepts)
    return parts.irreducibility(parts.everything)


def is_irreducible(concepts: ConceptClass, depth: int) -> bool:
    """Tell whether a class is k-irreducible; the depth k is at least 0, and every class is 0-irreducible.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> [is_irreducible(point_functions(4), k) for k in range(5)]
    [True, True, True, False, False]
    """
    return as_integer(depth, "depth", least=0) <= irreducibility(concepts)


def standard_labels(concepts: ConceptClass) -> Concept:
    """Return the label of every point that keeps the Littlestone dimension.

    Raises
    ------
    ValueError
        If the class is empty, or not 1-irreducible: at some point neither label keeps the dimension.

    Examples
    --------
    >>> from privlearn.concepts import points, thresholds
    >>> standard_labels(points(2))
    (0, 0, 0, 0)
    >>> standard_labels(thresholds(1))
    Traceback (most recent call last):
    ValueError: concepts must be 1-irreducible: at point 0 neither label keeps Littlestone's dimension
    """
    parts = Restrictions(concepts)
    return _labels(parts, parts.everything)


def _labels(parts: Restrictions, members: int) -> Concept:
    labels = parts.labels(members)
    if None in labels:
        raise ValueError(f"concepts must be 1-irreducible: at point {labels.index(None)} neither label keeps "
                         "Littlestone's dimension")
    return tuple(label or 0 for label in labels)


def reducing_tree(concepts: ConceptClass) -> ReducingTree | None:
    """Return a reducing tree of the least depth, ``None`` for a single concept, which has none.

    Notes
    -----
    Its depth is one more than :func:`irreducibility`, and it has one inner node on each level.

    Examples
    --------
    >>> from privlearn.concepts import all_functions
    >>> reducing_tree(all_functions(2)), reducing_tree(all_functions(1).without(0))
    ((0, 1, 1), None)
    """
    parts = Restrictions(concepts)
    labels = parts.labels(parts.everything)

    def grown(members: int, points: Sequence[int]) -> ReducingTree:
        if not points:
            return parts.dimension(members)
        x, *rest = points
        return x, *(grown(parts.part(members, x, b), rest if b == labels[x] else ()) for b in (0, 1))

    return grown(parts.everything, parts.least_drop(parts.everything)) if len(concepts) > 1 else None


def tree_height(tree: ReducingTree) -> int:
    """Return the length of the longest path of a tree.

    >>> tree_height((0, (1, (2, 0, 0), 0), 0)), tree_height(1)
    (3, 0)
    """
    return 1 + max(map(tree_height, tree[1:])) if isinstance(tree, tuple) else 0


def is_reducing_tree(tree: ReducingTree, concepts: ConceptClass) -> bool:
    """Decide from the definition, leaf by leaf, whether a tree lowers Littlestone's dimension on every path.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> is_reducing_tree((0, (1, 0, 0), 0), point_functions(3)), is_reducing_tree((0, 1, 0), point_functions(3))
    (True, False)
    """
    whole = littlestone_dimension(as_class(concepts))

    def reduces(node: ReducingTree, left: ConceptClass) -> bool:
        if isinstance(node, tuple):
            return len(node) == 3 and type(node[0]) is int and 0 <= node[0] < concepts.size and all(
                reduces(node[1 + b], ConceptClass.from_matrix(left.matrix[left.matrix[:, node[0]] == b]))
                for b in (0, 1))
        return type(node) is int and node == littlestone_dimension(left) < whole

    return reduces(tree, concepts)


def standard_functions(concepts: ConceptClass, depth: int) -> dict[Concept, tuple[int, ...]]:
    """Return the standard labels of all k-irreducible subclasses, each with the concepts of one such subclass.

    Parameters
    ----------
    concepts : ConceptClass
        At most 14 concepts.
    depth : int
        The k, at least 1.

    Returns
    -------
    dict function -> tuple of row numbers
        Every concept of the class is among the functions: it is the subclass of itself.

    Notes
    -----
    Guarantee: for k = d, the Littlestone dimension of the class, or more, these functions have Littlestone dimension d
    too (GGKM21, Lemma 4.4, has d + 1).  Cost: an irreducibility for every subclass.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> standard_functions(point_functions(3), 1)[0, 0, 0], len(standard_functions(point_functions(3), 2))
    ((0, 1, 2), 3)
    """
    k, parts = as_integer(depth, "depth", least=1), Restrictions(concepts)
    if len(concepts) > MOST_CONCEPTS:
        raise TooLargeToEnumerate("the subclasses", f"2^{len(concepts)}", 1 << MOST_CONCEPTS)
    found: dict[Concept, tuple[int, ...]] = {}
    for members in range(1, parts.everything + 1):
        if parts.irreducibility(members) >= k:
            found.setdefault(_labels(parts, members), tuple(_members(members)))
    return found


def _members(members: int) -> Iterator[int]:
    return (row for row in range(members.bit_length()) if members >> row & 1)
