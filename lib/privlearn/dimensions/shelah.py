"""From mistake trees to thresholds and back: the two constructions behind Shelah's theorem.

Definitions
-----------
Trees are nested as in :mod:`~privlearn.dimensions.littlestone`, threshold sequences are pairs as in
:mod:`~privlearn.dimensions.threshold`.  A function h colours every inner node v of a tree by its value at the point of
v.  A *monochromatic* subtree, found by
:func:`~privlearn.dimensions.composition.tree_colourings.monochromatic_subtree`, has nodes of one colour: h has the same
value at the points of all of them.

The walk: take the function h of any leaf and a tallest monochromatic subtree S for it, of colour c, with root point
x; go on in the half of S whose functions have the value 1 - c at x.  A complete tree of depth d has a monochromatic
subtree of depth at least d/2, so the walk makes at least ``floor(log2(d + 1))`` steps.  Each step is a pair of a
threshold sequence: the steps of colour 1 in order, then those of colour 0 in reverse order, with the function of the
next step of that colour.

>>> from privlearn.concepts import thresholds
>>> from privlearn.dimensions.littlestone import mistake_tree
>>> c = thresholds(3)
>>> thresholds_from_tree(mistake_tree(c), lambda row, point: int(c.matrix[row, point]))
((0, 0), (1, 1), (3, 3))

Source: ABMS20, Theorem 3.2 (Shelah; this construction is Hodges's).
"""

from collections.abc import Callable, Iterable, Sequence

from privlearn.dimensions.composition.tree_colourings import monochromatic_subtree
from privlearn.dimensions.mistake_trees import MistakeTree
from privlearn.dimensions.threshold_sequences import Pairs

Values = Callable[[int, int], int]


def thresholds_from_tree(tree: MistakeTree, value: Values) -> Pairs:
    """Return a threshold sequence made from a complete mistake tree.

    Parameters
    ----------
    tree : nested ``(point, tree if 0, tree if 1)``, leaves numbers of functions
        A complete mistake tree of the functions.
    value : callable
        ``value(function, point)``, 0 or 1.

    Returns
    -------
    tuple of (function, point)
        At least ``floor(log2(d + 1))`` pairs for a tree of depth d.

    Notes
    -----
    Cost: one value for each node of the trees met, at most ``2^(d + 1)``.  Source: ABMS20, Theorem 3.2.

    Examples
    --------
    >>> thresholds_from_tree((0, 1, 0), lambda function, point: int(function == point))  # two point functions
    ((0, 0),)
    """
    steps = []
    while isinstance(tree, tuple):
        h = first_leaf(tree)
        _, colour, (x, zero, one) = max(((depth, c, part) for c, (depth, part) in
                                         enumerate(monochromatic_parts(tree, h, value))), key=lambda found: found[0])
        steps.append((h, x, colour))
        tree = zero if colour else one
    ones = [(h, x) for h, x, colour in steps if colour == 1]
    zeros = [(h, x) for h, x, colour in steps if colour == 0]
    after = [*(h for h, _ in zeros), tree][1:]
    return (*ones, *reversed([(h, x) for h, (_, x) in zip(after, zeros, strict=True)]))


def monochromatic_parts(tree: MistakeTree, function: int, value: Values) -> tuple[tuple[int, MistakeTree], ...]:
    """Return depth and tree of a tallest complete subtree of colour 0, and of one of colour 1.

    Examples
    --------
    >>> monochromatic_parts((0, (1, 0, 1), (1, 2, 3)), 3, lambda row, point: row >> (1 - point) & 1)
    ((0, 0), (2, (0, (1, 0, 1), (1, 2, 3))))
    """
    return (monochromatic_subtree(tree, lambda point: not value(function, point)),
            monochromatic_subtree(tree, lambda point: bool(value(function, point))))


def first_leaf(tree: MistakeTree) -> int:
    """Return the leftmost leaf.

    >>> first_leaf((1, (2, 3, 2), (0, 1, 0)))
    3
    """
    while isinstance(tree, tuple):
        tree = tree[1]
    return int(tree)


def tree_from_thresholds(sequence: Iterable[Sequence[int]]) -> MistakeTree:
    """Return the mistake tree of a threshold sequence: binary search, of depth ``floor(log2 t)`` for t pairs.

    Raises
    ------
    ValueError
        If the sequence is empty.

    Examples
    --------
    >>> tree_from_thresholds([(0, 0), (1, 1), (2, 2), (3, 3)])
    (1, (2, 3, 2), (0, 1, 0))
    """
    pairs = list(sequence)
    if not pairs:
        raise ValueError("sequence must have at least one pair, got none")

    def search(first: int, depth: int) -> MistakeTree:
        if depth == 0:
            return pairs[first][0]
        middle = first + (1 << (depth - 1))
        return pairs[middle - 1][1], search(middle, depth - 1), search(first, depth - 1)

    return search(0, len(pairs).bit_length() - 1)


def planted_tree(depth: int, seed: int) -> tuple[MistakeTree, Values]:
    """Return a complete tree with a point of its own at every node, and functions random off their own paths.

    Parameters
    ----------
    depth : int
        Leaves are 0..``2^depth - 1``, from left to right; nodes 0..``2^depth - 2``, by level.
    seed : int

    Examples
    --------
    >>> tree, value = planted_tree(2, seed=0)
    >>> tree, [value(leaf, 0) for leaf in range(4)]
    ((0, (1, 0, 1), (2, 2, 3)), [0, 0, 1, 1])
    """
    if depth < 0:
        raise ValueError(f"depth must be at least 0, got {depth}")

    def build(node: int, level: int) -> MistakeTree:
        if level == depth:
            return node - (1 << depth) + 1
        return node, build(2 * node + 1, level + 1), build(2 * node + 2, level + 1)

    def value(leaf: int, node: int) -> int:
        level = (node + 1).bit_length() - 1
        way = leaf + (1 << depth)  # the path, in binary after a leading 1
        if way >> (depth - level) == node + 1:
            return way >> (depth - level - 1) & 1
        return _mixed(leaf * 0x9E3779B97F4A7C15 + node * 0xC2B2AE3D27D4EB4F + seed * 0x165667B19E3779F9)

    return build(0, 0), value


def _mixed(number: int) -> int:
    """Return a bit that looks random (the finish of the splitmix generator)."""
    z = number & (1 << 64) - 1
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        z = (z ^ z >> shift) * factor & (1 << 64) - 1
    return (z ^ z >> 31) >> 40 & 1
