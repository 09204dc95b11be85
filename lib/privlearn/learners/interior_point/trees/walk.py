"""A random or the heavy path down the tree, the levels at which points fall off it, and the leaves at its end.

Definitions
-----------
Nodes are those of :mod:`~privlearn.learners.interior_point.trees.nodes`.  A path from the root is named by its last
node.  The *fall level* of a point is the depth of the last node of the path that contains it, so a path turns a
database into a multiset of levels ``0..bits``; a point *falls off* the path there if the path goes on.

>>> path_law((0, 0, 3), bits=2, stop=0, exp_path=2).exact()
{(2, 0): Fraction(2, 3), (2, 3): Fraction(1, 3)}
>>> fall_levels((0, 0, 3), 2, (2, 0))
(0, 2, 2)

Source: KLMNS20, Section 3; the stopping weight, the trimming and the base of the path's law are reconstructed.
"""

from bisect import bisect_left
from collections.abc import Iterable
from fractions import Fraction

from privlearn.exact import as_exp_epsilon, as_integer, rational
from privlearn.exact.rationals import Number
from privlearn.laws import Law, proportional, pure
from privlearn.learners.interior_point.trees.nodes import ROOT, Node, as_node, as_points


def _cut(points: tuple[int, ...], bits: int, node: Node) -> int:
    """Return how many of the ordered points of ``node``, no leaf, lie in its left child."""
    return bisect_left(points, (2 * node[1] + 1) << (bits - node[0] - 1))


def path_law(database: Iterable[int], bits: int, stop: int, exp_path: Number) -> Law:
    """Return the law of the last node of TreeLog's random path.

    From the root on: at a leaf, or at a node of weight at most ``stop``, the path ends; if one child is empty it goes
    to the other; else it goes to a child ``v`` with probability proportional to ``exp_path ** weight(v)``.

    Parameters
    ----------
    database : sequence of int in ``0..2^bits - 1``
        For the empty database the path is the root alone.
    bits : int
        At least 0.
    stop : int
        The stopping weight, at least 0.
    exp_path : number
        ``e^epsilon`` of a step, at least 1.

    Returns
    -------
    Law
        Over nodes, at most one for each distinct point; the exact table costs O(distinct points x bits).

    References
    ----------
    KLMNS20, Algorithm TreeLog, Steps 3 and 4.

    Examples
    --------
    >>> path_law((0, 1, 2, 2, 3), 2, 2, 2).exact()
    {(1, 0): Fraction(1, 3), (2, 2): Fraction(4, 9), (2, 3): Fraction(2, 9)}
    """
    least = as_integer(stop, "stop", least=0)
    return _walk(as_points(database, bits), bits, ROOT, least, as_exp_epsilon(exp_path, "exp_path"))


def _walk(points: tuple[int, ...], bits: int, node: Node, stop: int, base: Fraction) -> Law:
    left = 0
    while node[0] < bits and len(points) > stop:
        left = _cut(points, bits, node)
        if 0 < left < len(points):
            break
        node = node[0] + 1, 2 * node[1] + (not left)
    else:
        return pure(node)
    depth, prefix = node
    least = min(left, len(points) - left)
    weights = {0: rational(base) ** (left - least), 1: rational(base) ** (len(points) - left - least)}
    return proportional(weights).then(
        lambda bit: _walk(points[left:] if bit else points[:left], bits, (depth + 1, 2 * prefix + bit), stop, base))


def heavy_node(database: Iterable[int], bits: int, stop: int) -> Node:
    """Return the last node of the heavy path: always the heavier child, the left one in a tie.

    It ends as the random path does, at a leaf or at a node of weight at most ``stop``.

    Examples
    --------
    >>> heavy_node((0, 1, 2, 2, 3), 2, 1)
    (2, 2)
    """
    least, points, node = as_integer(stop, "stop", least=0), as_points(database, bits), ROOT
    while node[0] < bits and len(points) > least:
        left = _cut(points, bits, node)
        goes_right = 2 * left < len(points)
        points = points[left:] if goes_right else points[:left]
        node = node[0] + 1, 2 * node[1] + goes_right
    return node


def fall_level(x: int, bits: int, node: Node) -> int:
    """Return the depth at which the point ``x`` leaves the path to ``node``, at most the depth of ``node``.

    Examples
    --------
    >>> [fall_level(x, 3, (2, 0b01)) for x in (0b000, 0b010, 0b011, 0b111)]
    [1, 2, 2, 0]
    """
    depth, prefix = node
    return depth - ((x >> (bits - depth)) ^ prefix).bit_length()


def fall_levels(database: Iterable[int], bits: int, node: Node) -> tuple[int, ...]:
    """Return the fall levels of all elements of the database, in increasing order."""
    last = as_node(node, bits)
    return tuple(sorted(fall_level(x, bits, last) for x in as_points(database, bits)))


def embed(database: Iterable[int], bits: int, node: Node, trim: int) -> tuple[int, ...]:
    """Return TreeLog's inner database: the fall levels without the ``trim`` largest.

    Returns
    -------
    tuple of int in ``0..bits``
        In increasing order, ``max(0, elements - trim)`` of them.

    References
    ----------
    KLMNS20, Algorithm TreeLog, Step 5, in the form of :func:`embed_incremental`.

    Examples
    --------
    >>> embed((0, 0, 0, 2, 2), 2, (2, 0), 2)
    (0, 0, 2)
    """
    levels = fall_levels(database, bits, node)
    return levels[:max(0, len(levels) - as_integer(trim, "trim", least=0))]


def embed_incremental(database: Iterable[int], bits: int, node: Node, trim: int) -> tuple[int, ...]:
    """Return the inner database as the paper builds it, walking down the path.

    At each node before the last it adds ``min{w(u), |S| - trim - |D|}`` copies of the node's depth, ``u`` being the
    child off the path; at the last node ``v`` it adds ``min{w(v), |S| - trim - |D|}`` copies.  :func:`embed` gives the
    same database.

    References
    ----------
    KLMNS20, Algorithm TreeLog, Step 5 (the minimum is reconstructed from the proof of Lemma 3.6).

    Examples
    --------
    >>> embed_incremental((0, 0, 0, 2, 2), 2, (2, 0), 2)
    (0, 0, 2)
    """
    points, (last, prefix) = as_points(database, bits), as_node(node, bits)
    room = max(0, len(points) - as_integer(trim, "trim", least=0))
    levels: list[int] = []
    for depth in range(last):
        inside = [x for x in points if x >> (bits - depth - 1) == prefix >> (last - depth - 1)]
        levels += [depth] * min(len(points) - len(inside), room - len(levels))
        points = tuple(inside)
    levels += [last] * min(len(points), room - len(levels))
    return tuple(levels)


def candidates(node: Node, bits: int) -> tuple[int, ...]:
    """Return the candidate leaves of a node, in increasing order and without repetition.

    They are its first and its last leaf, the last leaf of its left child and the first of its right child: four points,
    two just above the leaves, one for a leaf.

    Examples
    --------
    >>> candidates((1, 1), 4), candidates((3, 2), 4), candidates((4, 5), 4)
    ((8, 11, 12, 15), (4, 5), (5,))
    """
    depth, prefix = as_node(node, bits)
    if depth == bits:
        return (prefix,)
    height = bits - depth
    first, centre, last = prefix << height, (2 * prefix + 1) << (height - 1), ((prefix + 1) << height) - 1
    return (first, centre - 1, centre, last) if height > 1 else (first, last)
