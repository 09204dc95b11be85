"""Mistake trees: the witnesses of Littlestone's dimension, verified leaf by leaf.

Definitions
-----------
A *mistake tree* of a class is a binary tree whose inner nodes are points and whose leaves are concepts: a leaf below
the left branch of a node has label 0 at the node's point, one below the right branch has label 1.  It is *complete* if
all leaves have the same depth.  A tree is nested: ``(point, tree if 0, tree if 1)``, a leaf is the row number of a
concept.  Source: FX15, Section 2.5.

>>> from privlearn.concepts import thresholds
>>> is_mistake_tree((1, (2, 3, 2), (0, 1, 0)), thresholds(2)), tree_depth((1, (2, 3, 2), (0, 1, 0)))
(True, 2)
"""

from typing import Any

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.dimensions.bitsets import column_masks, row_masks
from privlearn.dimensions.bounds import as_class

MistakeTree = Any  # int | tuple[int, MistakeTree, MistakeTree]


def read_tree(concepts: ConceptClass, splits: dict[int, tuple[int, int]], depth: int) -> MistakeTree:
    """Read a complete tree for the whole class off the memory of a search.

    Parameters
    ----------
    splits : dict set -> (lower bound of its dimension, the point that splits it into two halves of one less)
        For the sets with a dimension known to be at least 2 that the tree needs.
    depth : int
        A depth at which the search found the class to have a complete tree.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> read_tree(point_functions(2), {}, 1)
    (0, 1, 0)
    """
    columns, rows = column_masks(concepts.matrix), row_masks(concepts.matrix)

    def read(members: int, depth: int) -> MistakeTree:
        first = members & -members
        if depth == 0:
            return first.bit_length() - 1
        if depth == 1:
            other = members ^ first
            differ = rows[first.bit_length() - 1] ^ rows[(other & -other).bit_length() - 1]
            x = (differ & -differ).bit_length() - 1
        else:
            x = splits[members][1]
        ones = members & columns[x]
        return (x, read(members ^ ones, depth - 1), read(ones, depth - 1))

    return read((1 << len(concepts)) - 1, depth)


def is_mistake_tree(tree: MistakeTree, concepts: ConceptClass, *, complete: bool = True) -> bool:
    """Decide from the definition, leaf by leaf, whether ``tree`` is a mistake tree of the class.

    Parameters
    ----------
    tree : nested ``(point, tree if 0, tree if 1)``, leaves row numbers of concepts
    complete : bool
        Ask that all leaves have the same depth, as a witness of Littlestone's dimension must.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> is_mistake_tree((0, 1, 0), point_functions(2)), is_mistake_tree((0, 0, 1), point_functions(2))
    (True, False)
    """
    as_class(concepts)
    depths: set[int] = set()

    def fits(node: MistakeTree, path: tuple[tuple[int, int], ...]) -> bool:
        if isinstance(node, tuple):
            return (len(node) == 3 and _below(node[0], concepts.size) and fits(node[1], (*path, (node[0], 0)))
                    and fits(node[2], (*path, (node[0], 1))))
        depths.add(len(path))
        return _below(node, len(concepts)) and all(concepts.matrix[node, x] == label for x, label in path)

    return fits(tree, ()) and (len(depths) == 1 or not complete)


def tree_depth(tree: MistakeTree) -> int:
    """Return the length of the leftmost path, the depth of a complete tree.

    >>> tree_depth((1, (2, 3, 2), (0, 1, 0))), tree_depth(0)
    (2, 0)
    """
    return 1 + tree_depth(tree[1]) if isinstance(tree, tuple) else 0


def _below(value: object, count: int) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and 0 <= int(value) < count
