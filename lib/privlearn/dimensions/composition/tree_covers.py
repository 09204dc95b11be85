"""Covers of trees: few labelings that agree with every concept on every path.

Definitions
-----------
A *tree* of depth n is the list of the points at its ``2^n - 1`` inner nodes, level by level, so that node i has the
children ``2 i + 1`` (label 0) and ``2 i + 2`` (label 1).  A *labeling* gives every inner node a bit; it is an integer,
bit i for node i.  A set V of labelings is a *zero cover* of a class if for every concept h and every path from the root
some v in V has ``v(node) = h(point of the node)`` at all nodes of the path.  (A path need not follow the labels of h.)

A class of Littlestone dimension d has a zero cover of at most ``C(n, <=d)`` labelings.  At the root some label y leads
to a class of smaller dimension.  The covers of that class on the two subtrees, joined pairwise, serve its concepts;
those of the other class serve the others: ``C(n - 1, <=d - 1) + C(n - 1, <=d)`` labelings.

If ``V_i`` covers ``H_i``, the labelings ``G(v_1, ..., v_k)`` cover ``G(H_1, ..., H_k)``.  A mistake tree of depth n
needs ``2^n`` labelings, since no v serves two paths that end in different leaves of concepts.  Therefore
``2^n <= C(n, <=d_1) ... C(n, <=d_k)`` for the Littlestone dimension n of the composed class.

>>> from privlearn.concepts import points
>>> zero_cover(points(2), (0, 1, 1))  # two levels: C(2, <=1) labelings
(1, 6, 0)
>>> is_zero_cover(_, points(2), (0, 1, 1))
True

Source: ABMS20, Section 2.1.1, mentions the count of leaves; zero covers are those of Rakhlin, Sridharan and Tewari.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import product

from privlearn.concepts import Concept, ConceptClass
from privlearn.concepts.aggregation import as_rule
from privlearn.dimensions.littlestone import littlestone_dimension
from privlearn.exact import as_integer

Tree = tuple[int, ...]


def tree_levels(tree: Sequence[int]) -> int:
    """Return the depth n of a tree of ``2^n - 1`` inner nodes, or refuse it.

    Examples
    --------
    >>> tree_levels((0, 1, 1)), tree_levels(())
    (2, 0)
    """
    depth = (len(tree) + 1).bit_length() - 1
    if len(tree) != (1 << depth) - 1:
        raise ValueError(f"tree must have 2^n - 1 inner nodes, got {len(tree)}")
    return depth


def zero_cover(concepts: ConceptClass, tree: Sequence[int]) -> tuple[int, ...]:
    """Return a zero cover of at most ``C(n, <=d)`` labelings, d the Littlestone dimension and n the depth.

    Parameters
    ----------
    concepts : ConceptClass
        Not empty.
    tree : sequence of int
        Points, level by level.

    Raises
    ------
    ValueError
        If the class is empty, the number of nodes is not ``2^n - 1`` or a point is out of range.

    Notes
    -----
    Cost: nodes times concepts times labelings, and the Littlestone dimension of the classes met.

    Examples
    --------
    >>> from privlearn.concepts import all_functions, thresholds
    >>> search = (3, 5, 1, 6, 4, 2, 0)
    >>> len(zero_cover(thresholds(3), search)), len(zero_cover(all_functions(3), (0, 1, 1, 2, 2, 2, 2)))
    (8, 8)
    """
    if len(concepts) == 0:
        raise ValueError("concepts must not be empty: nothing is to be covered")
    depth, nodes = tree_levels(tree), tuple(as_integer(x, "tree", least=0) for x in tree)
    if any(x >= concepts.size for x in nodes):
        raise ValueError(f"tree must hold points below {concepts.size}, got {max(nodes)}")
    def cover(rows: tuple[Concept, ...], node: int, levels: int) -> list[int]:
        if levels == 0 or not rows:
            return [0] * bool(rows)
        halves = [tuple(row for row in rows if row[nodes[node]] == label) for label in (0, 1)]
        found = []
        for label in sorted((0, 1), key=lambda bit: _dimension(halves[bit])):
            left, right = (cover(halves[label], 2 * node + side, levels - 1) for side in (1, 2))
            size = max(len(left), len(right))  # the shorter list is filled up with its first labeling
            found += [a | b | label << node for a, b in zip(left + left[:1] * (size - len(left)),
                                                            right + right[:1] * (size - len(right)), strict=True)]
        return found

    return tuple(cover(tuple(concepts.rows()), 0, depth))


@lru_cache(maxsize=1 << 14)
def _dimension(rows: tuple[Concept, ...]) -> int:
    return littlestone_dimension(ConceptClass.from_matrix(rows)) if rows else -1


def composed_cover(rule: int, *covers: Collection[int], nodes: int) -> tuple[int, ...]:
    """Return the labelings ``G(v_1, ..., v_k)`` with ``v_i`` from the i-th cover: a cover of the composed class.

    Parameters
    ----------
    rule : int
        Truth table of as many arguments as there are covers.
    covers : collections of labelings
    nodes : int
        Inner nodes of the tree.

    Examples
    --------
    >>> composed_cover(0b0110, [0b01, 0b10], [0b11], nodes=2)
    (1, 2)
    """
    table, width = as_rule(rule, len(covers)), as_integer(nodes, "nodes", least=0)
    found = set()
    for chosen in product(*covers):
        value = 0
        for node in range(width):
            number = 0
            for labeling in chosen:
                number = 2 * number + (labeling >> node & 1)
            value |= (table >> number & 1) << node
        found.add(value)
    return tuple(sorted(found))


def tree_paths(depth: int) -> list[int]:
    """Return the inner nodes on each of the ``2^n`` paths from the root, as bit masks.

    Examples
    --------
    >>> tree_paths(2)
    [3, 3, 5, 5]
    """
    masks = []
    for leaf in range(1 << as_integer(depth, "depth", least=0)):
        node, mask = 0, 0
        for level in range(depth):
            mask |= 1 << node
            node = 2 * node + 1 + (leaf >> (depth - 1 - level) & 1)
        masks.append(mask)
    return masks


def is_zero_cover(cover: Collection[int], concepts: ConceptClass, tree: Sequence[int]) -> bool:
    """Tell whether every concept agrees on every path with some labeling.

    Examples
    --------
    >>> from privlearn.concepts import points
    >>> is_zero_cover((1, 6, 0), points(2), (0, 1, 1)), is_zero_cover((0,), points(2), (0, 1, 1))
    (True, False)
    """
    paths = set(tree_paths(tree_levels(tree)))
    labels = {sum(row[x] << node for node, x in enumerate(tree)) for row in concepts.rows()}
    return all(any((v ^ values) & path == 0 for v in cover) for values in labels for path in paths)
