"""A deep mistake tree for halfspaces on the grid, built in closed form (FX15, Appendix B).

Definitions
-----------
A halfspace is ``(w, theta)``, integers, and contains x iff ``w . x >= theta``.  It is *collision free* on the grid
``I_b^d`` if ``w . x`` takes a different value at every grid point; then w puts the grid in a strict order, and every
threshold of that order is a halfspace with the same w.

The tree for d dimensions is the tree for d - 1 with a coordinate 0 appended to its points, and below every leaf
(w', theta), made collision free, a binary search on the slice ``x_d = 1`` for the place z of a threshold in the order
of w'.  One more weight ``w_d = theta - z`` serves both: the halfspace is the leaf's on ``x_d = 0`` and
``{w' . y >= z}`` on ``x_d = 1``.

A tree is nested, ``(point, tree if 0, tree if 1)``; points are coordinate tuples, leaves halfspaces.

>>> halfspace_tree(1, 1)
((0,), ((1,), 1), ((1,), 0))
"""

from collections.abc import Callable, Iterator, Sequence
from operator import mul
from typing import Any

from privlearn.concepts import ConceptClass, grid
from privlearn.concepts.geometric import Point
from privlearn.exact import TooLargeToEnumerate, as_integer
from privlearn.exact.formulas import Value, formula

LARGEST_DEPTH = 20

Halfspace = tuple[tuple[int, ...], int]
HalfspaceTree = Any  # Halfspace | tuple[Point, HalfspaceTree, HalfspaceTree]


def dot(weights: Sequence[int], point: Sequence[int]) -> int:
    """Return ``w . x``; the two must have the same length.

    Examples
    --------
    >>> dot((5, -3), (1, 1))
    2
    """
    return sum(w * x for w, x in zip(weights, point, strict=True))


def collision_free(weights: Sequence[int], threshold: int, bits: int) -> Halfspace:
    """Return a representation of the same halfspace on ``I_b^d`` that takes different values at different points.

    Parameters
    ----------
    weights : sequence of d integers
    threshold : int
    bits : int
        b, at least 1.

    Returns
    -------
    (w, theta)
        ``w_i = 2^(b d + 1) w'_i + 2^(b (i - 1))`` for i = 1..d, ``theta = 2^(b d + 1) theta' - 2^(b d)``.

    Notes
    -----
    Source: FX15, Lemma B.1, for all b.

    >>> collision_free((1, 1), 1, bits=1)
    ((9, 10), 4)
    """
    b, d = as_integer(bits, "bits", least=1), len(weights)
    scale = 1 << (b * d + 1)
    spread = tuple(scale * as_integer(w, "weights") + (1 << b * i) for i, w in enumerate(weights))
    return spread, scale * as_integer(threshold, "threshold") - scale // 2


def is_collision_free(weights: Sequence[int], bits: int) -> bool:
    """Verify that ``w . x`` takes as many values as the grid has points.

    >>> is_collision_free((9, 10), 1), is_collision_free((1, 1), 1)
    (True, False)
    """
    points = grid(bits, len(weights))
    return len({dot(weights, x) for x in points}) == len(points)


def embed_threshold(halfspace: Halfspace, cut: int) -> Halfspace:
    """Return the halfspace that is the given one on ``x_d = 0`` and ``w . y >= cut`` on ``x_d = 1``.

    Notes
    -----
    Source: FX15, Appendix B: ``w_d = theta - z`` with z the cut.

    >>> embed_threshold(((9, 10), 4), 10)
    ((9, 10, -6), 4)
    """
    weights, threshold = halfspace
    return (*weights, threshold - cut), threshold


def ordered_grid(weights: Sequence[int], bits: int) -> list[Point]:
    """Return the grid in the order of ``w . x``.

    >>> ordered_grid((9, 10), 1)
    [(0, 0), (1, 0), (0, 1), (1, 1)]
    """
    return sorted(grid(bits, len(weights)), key=lambda x: dot(weights, x))


def search_tree(points: Sequence[Point], leaf: Callable[[int], HalfspaceTree]) -> HalfspaceTree:
    """Return the binary search for the threshold of ordered points: leaf j stands for "1 from point j on".

    Parameters
    ----------
    points : sequence of coordinate tuples
        The order; complete if their number is a power of 2.
    leaf : callable
        Maps j to what stands at its leaf.

    Examples
    --------
    >>> search_tree([(0,), (1,)], lambda j: ((1,), j))
    ((0,), ((1,), 1), ((1,), 0))
    """
    def below(low: int, high: int) -> HalfspaceTree:
        if high - low == 1:
            return leaf(low)
        middle = (low + high) // 2
        return points[middle - 1], below(middle, high), below(low, middle)

    return below(0, len(points))


@formula("equals", where=("b >= 1", "d >= 1"), corners={"b": (0, 1, 2, 3), "d": (0, 1, 2, 3)},
         loose=dict.fromkeys(("b >= 1", "d >= 1"), "without points there is no tree"))
def halfspace_tree_depth(b: int, d: int) -> Value:
    """Return ``(d (d - 1) / 2 + 1) b``, the depth of :func:`halfspace_tree` (FX15, Theorem B.2).

    Examples
    --------
    >>> [halfspace_tree_depth(1, d) for d in (1, 2, 3)], halfspace_tree_depth(3, 2)
    ([1, 2, 4], 6)
    """
    return (d * (d - 1) / 2 + 1) * b


def halfspace_tree(bits: int, dimension: int) -> HalfspaceTree:
    """Return a complete mistake tree for ``HS_b^d`` of depth ``(d (d - 1) / 2 + 1) b``.

    Raises
    ------
    TooLargeToEnumerate
        Beyond depth 20.

    Notes
    -----
    Cost: the number of leaves, ``2^depth``; 16,384 leaves in a tenth of a second.  Source: FX15, Theorem B.2.

    >>> halfspace_tree(1, 2)[0], halfspace_tree(1, 2)[1]
    ((0, 0), ((0, 1), ((5, -3), 2), ((5, 2), 2)))
    """
    b, d = as_integer(bits, "bits", least=1), as_integer(dimension, "dimension", least=1)
    depth = b + sum(b * below for below in range(1, d))  # one slice after the other
    if depth > LARGEST_DEPTH:
        raise TooLargeToEnumerate("the tree", f"2^{depth} leaves, which", 1 << LARGEST_DEPTH)
    if dimension == 1:
        return search_tree(grid(bits, 1), lambda j: ((1,), j))

    def raised(tree: HalfspaceTree) -> HalfspaceTree:
        if is_leaf(tree):
            return slice_tree(tree, bits)
        return (*tree[0], 0), raised(tree[1]), raised(tree[2])

    return raised(halfspace_tree(bits, dimension - 1))


def slice_tree(halfspace: Halfspace, bits: int) -> HalfspaceTree:
    """Return the search on the slice ``x_d = 1`` below one leaf, whose halfspace it keeps on ``x_d = 0``.

    Examples
    --------
    >>> slice_tree(((1,), 1), 1)
    ((0, 1), ((5, -3), 2), ((5, 2), 2))
    """
    fine = collision_free(*halfspace, bits)
    order = ordered_grid(fine[0], bits)
    return search_tree([(*y, 1) for y in order], lambda j: embed_threshold(fine, dot(fine[0], order[j])))


def is_leaf(tree: HalfspaceTree) -> bool:
    """Tell a leaf ``(w, theta)`` from an inner node ``(point, left, right)``.

    Examples
    --------
    >>> is_leaf(((1,), 0)), is_leaf(((0,), ((1,), 1), ((1,), 0)))
    (True, False)
    """
    return len(tree) == 2


def tree_leaves(tree: HalfspaceTree, path: tuple[tuple[Point, int], ...] = ()) -> Iterator[tuple[Halfspace, Any]]:
    """Yield every leaf with its path, a tuple of (point, label).

    Examples
    --------
    >>> list(tree_leaves(((0,), ((1,), 1), ((1,), 0))))
    [(((1,), 1), (((0,), 0),)), (((1,), 0), (((0,), 1),))]
    """
    if is_leaf(tree):
        yield tree, path
    else:
        for label in (0, 1):
            yield from tree_leaves(tree[1 + label], (*path, (tree[0], label)))


def tree_in_class(tree: HalfspaceTree, concepts: ConceptClass) -> Any:
    """Return the tree with points as columns and leaves as rows of a class of traces on the same grid.

    >>> from privlearn.concepts import halfspaces
    >>> tree_in_class(halfspace_tree(1, 1), halfspaces(1, 1))
    (0, 2, 3)
    """
    if not isinstance(concepts, ConceptClass):
        raise ValueError(f"concepts must be a ConceptClass, got {concepts!r}")
    columns = {x: i for i, x in enumerate(concepts.point_names)}
    rows = {row: i for i, row in enumerate(concepts.rows())}

    def placed(node: HalfspaceTree) -> Any:
        if is_leaf(node):
            return rows[tuple(int(dot(node[0], x) >= node[1]) for x in concepts.point_names)]  # type: ignore[arg-type]
        return columns[node[0]], placed(node[1]), placed(node[2])

    return placed(tree)


def is_halfspace_tree(tree: HalfspaceTree, bits: int, dimension: int, depth: int) -> bool:
    """Verify leaf by leaf that the tree is a complete mistake tree of this depth for ``HS_b^d``.

    >>> is_halfspace_tree(halfspace_tree(2, 2), 2, 2, depth=4)
    True
    """
    side, seen = 1 << bits, 0
    stack: list[tuple[Any, tuple[tuple[Point, bool], ...]]] = [(tree, ())]
    while stack:
        node, path = stack.pop()
        if len(node) == 3:
            x = node[0]
            if len(x) != dimension or not all(0 <= c < side for c in x):
                return False
            stack += [(node[1], (*path, (x, False))), (node[2], (*path, (x, True)))]
            continue
        (weights, threshold), seen = node, seen + 1
        if len(path) != depth or len(weights) != dimension or any(
                label != (sum(map(mul, weights, x)) >= threshold) for x, label in path):
            return False
    return seen == 1 << depth
