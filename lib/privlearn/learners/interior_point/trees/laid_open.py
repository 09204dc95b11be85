"""One level of TreeLog laid open: all that a picture of it shows, and the tree without its chains for long points.

Definitions
-----------
:func:`one_level` gathers, for a given path, level ``y`` and chosen node, the weights of the tree, the number of points
that fall off at each level, how many of these levels go on to the inner database, the candidate leaves and their
scores.  In a domain of ``2^1024`` points the tree cannot be listed, but all its nodes with two nonempty children can
(:func:`compressed_tree`): there are fewer of them than distinct points.

>>> level = one_level((0, 0, 0, 2, 2), bits=2, stop=2, last=(2, 0), y=0, chosen=(0, 0))
>>> level.falls, level.inner, level.leaves
((2, 0, 3), (2, 0, 1), (0, 1, 2, 3))

Source: KLMNS20, Figure 1.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from privlearn.exact import TooLargeToEnumerate, as_integer
from privlearn.learners.interior_point.problem import interior_score
from privlearn.learners.interior_point.trees.nodes import Node, as_node, as_points
from privlearn.learners.interior_point.trees.walk import candidates, embed, fall_levels

LARGEST_TREE = 1 << 12  # nodes of positive weight


@dataclass(frozen=True, kw_only=True)
class OneLevel:
    """What happens in one level of TreeLog.

    Attributes
    ----------
    bits : int
    weights : tuple of (node, weight)
        All nodes of positive weight, level by level.
    last : node
        The end of the path.
    falls : tuple of int
        The number of points whose fall level is 0, 1, ..., the depth of the last node (those below it included).
    inner : tuple of int
        The same for the inner database.
    y : int
        The level returned by the recursion.
    chosen : node at level ``y``
    leaves, scores : tuples of int
        The candidate leaves of the chosen node and their scores as interior points.
    """

    bits: int
    weights: tuple[tuple[Node, int], ...]
    last: Node
    falls: tuple[int, ...]
    inner: tuple[int, ...]
    y: int
    chosen: Node
    leaves: tuple[int, ...]
    scores: tuple[int, ...]


def fall_counts(database: Iterable[int], bits: int, node: Node) -> tuple[int, ...]:
    """Return how many points fall off the path to ``node`` at depth 0, 1, ..., before its last node.

    Examples
    --------
    >>> fall_counts((0, 1, 2, 3), 2, (2, 0))
    (2, 1)
    """
    counts = Counter(fall_levels(database, bits, node))
    return tuple(counts[depth] for depth in range(node[0]))


def one_level(database: Iterable[int], bits: int, stop: int, last: Node, y: int, chosen: Node) -> OneLevel:
    """Return what one level of TreeLog computes along the path to ``last``.

    Parameters
    ----------
    database : sequence of int in ``0..2^bits - 1``
        Trimmed already, if at all.
    bits : int
    stop : int
        The stopping weight, and the number of levels dropped.
    last : node
        The end of the path, any node.
    y : int
        The level that the recursion has returned, ``0..bits``.
    chosen : node of depth ``y``

    Raises
    ------
    ValueError
        If the chosen node is not at level ``y``.
    TooLargeToEnumerate
        If the tree has too many nodes of positive weight.
    """
    points = as_points(database, bits)
    level, node = as_integer(y, "y", least=0, most=bits), as_node(chosen, bits)
    if node[0] != level:
        raise ValueError(f"chosen must be a node at level y = {level}, got {node}")
    if len(set(points)) * (bits + 1) > LARGEST_TREE:
        raise TooLargeToEnumerate("the nodes of positive weight", len(set(points)) * (bits + 1), LARGEST_TREE)
    weights = Counter((depth, x >> (bits - depth)) for depth in range(bits + 1) for x in points)
    falls, inner = Counter(fall_levels(points, bits, last)), Counter(embed(points, bits, last, stop))
    leaves = candidates(node, bits)
    return OneLevel(bits=bits, weights=tuple(weights.items()), last=as_node(last, bits),
                    falls=tuple(falls[depth] for depth in range(last[0] + 1)),
                    inner=tuple(inner[depth] for depth in range(last[0] + 1)), y=level, chosen=node, leaves=leaves,
                    scores=tuple(interior_score(x, points) for x in leaves))


def compressed_tree(database: Iterable[int], bits: int) -> dict[Node, tuple[int, Node | None]]:
    """Return the tree without its chains: node -> (weight, the next listed node above it, or None).

    Listed are the nodes with two nonempty children and the leaves of positive weight, every node after the one above
    it.  Cost: O(distinct points) numbers of ``bits`` bits, whatever the size of the domain.

    Examples
    --------
    >>> compressed_tree((8, 8, 9, 15), 4)
    {(1, 1): (4, None), (3, 4): (3, (1, 1)), (4, 8): (2, (3, 4)), (4, 9): (1, (3, 4)), (4, 15): (1, (1, 1))}
    """
    points = as_points(database, bits)
    found: dict[Node, tuple[int, Node | None]] = {}
    waiting: list[tuple[int, int, Node | None]] = [(0, len(points), None)] if points else []
    while waiting:
        start, end, above = waiting.pop()
        first, last = points[start], points[end - 1]
        depth = bits - (first ^ last).bit_length()
        node = depth, first >> (bits - depth)
        found[node] = end - start, above
        if depth < bits:
            cut = bisect_left(points, (2 * node[1] + 1) << (bits - depth - 1), start, end)
            waiting += [(cut, end, node), (start, cut, node)]
    return found
