"""The binary tree of TreeLog: weights, a random path, the levels at which points fall off it, four candidate leaves.

Definitions
-----------
The domain is ``0..2^bits - 1``.  A *node* is ``(depth, prefix)``: the points whose first ``depth`` bits, most
significant first, are the integer ``prefix``; the root is ``(0, 0)``, leaves have depth ``bits``.  A database is a
multiset of points (a sequence of integers whose order never matters); the *weight* of a node is the number of its
points in the database.  A path from the root is named by its last node.  A point *falls off* the path at the depth of
the last node of the path that contains it, so a path turns a database into a multiset of *levels* ``0..bits``.

>>> path_law((0, 0, 3), bits=2, stop=0, exp_path=2).exact()
{(2, 0): Fraction(2, 3), (2, 3): Fraction(1, 3)}
>>> fall_levels((0, 0, 3), 2, (2, 0))
(0, 2, 2)

Source: KLMNS20, Section 3; the stopping weight, the trimming and the base of the path's law are reconstructed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from privlearn.exact.rationals import Number, as_exp_epsilon, as_integer, rational
from privlearn.laws.law import Law, proportional, pure

Node = tuple[int, int]
ROOT: Node = (0, 0)


def level_bits(bits: int) -> int:
    """Return the bits that hold a level ``0..bits``: the least ``b`` with ``2^b >= bits + 1``.

    Examples
    --------
    >>> [level_bits(bits) for bits in (1, 2, 3, 4, 64, 1024)]
    [1, 2, 2, 3, 7, 11]
    """
    return as_integer(bits, "bits", least=0).bit_length()


def as_points(database: Iterable[int], bits: int) -> tuple[int, ...]:
    """Return the points of a database in increasing order.

    Raises
    ------
    ValueError
        If one is no integer in ``0..2^bits - 1``.
    """
    size = as_integer(bits, "bits", least=0)
    if isinstance(database, (str, bytes)) or not isinstance(database, Iterable):
        raise ValueError(f"database must be a sequence of integers, got {database!r}")
    points = [x if type(x) is int else as_integer(x, "point") for x in database]
    for x in points:
        if x < 0 or x.bit_length() > size:
            raise ValueError(f"database must hold points in 0..2^{size} - 1, got {x}")
    return tuple(sorted(points))


def as_node(node: Any, bits: int | None = None) -> Node:
    """Return ``node`` as ``(depth, prefix)``.

    Raises
    ------
    ValueError
        Unless ``0 <= depth`` (``<= bits`` if given) and ``0 <= prefix < 2^depth``.
    """
    if not isinstance(node, tuple) or len(node) != 2:
        raise ValueError(f"node must be a pair (depth, prefix), got {node!r}")
    depth = as_integer(node[0], "depth of the node", least=0, most=bits)
    prefix = as_integer(node[1], "prefix of the node", least=0)
    if prefix.bit_length() > depth:
        raise ValueError(f"prefix of the node must have at most {depth} bits, got {prefix}")
    return depth, prefix


def middle(database: Sequence[int], trim: int) -> tuple[int, ...]:
    """Return the database in increasing order without its ``trim`` smallest and ``trim`` largest elements.

    It is empty if there are at most ``2 trim`` elements.

    Examples
    --------
    >>> middle((5, 0, 7, 7, 2), 1)
    (2, 5, 7)
    """
    cut = as_integer(trim, "trim", least=0)
    ordered = sorted(database)
    return tuple(ordered[cut:max(cut, len(ordered) - cut)])


def weight(database: Iterable[int], bits: int, node: Node) -> int:
    """Return the number of elements of the database in the subtree of ``node``.

    Examples
    --------
    >>> weight((0, 0, 3), 2, (1, 0)), weight((0, 0, 3), 2, (0, 0))
    (2, 3)
    """
    depth, prefix = as_node(node, bits)
    return sum(x >> (bits - depth) == prefix for x in as_points(database, bits))


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


def is_prefix(node: Node, other: Node) -> bool:
    """Tell whether the path to ``node`` is an initial part of the path to ``other`` (all of it included).

    Examples
    --------
    >>> is_prefix((1, 0), (3, 0b011)), is_prefix((1, 1), (3, 0b011))
    (True, False)
    """
    return node[0] <= other[0] and other[1] >> (other[0] - node[0]) == node[1]


def node_at(node: Node, level: int) -> Node:
    """Return the node at depth ``level`` of the path to ``node``.

    Raises
    ------
    ValueError
        If the path ends before.

    Examples
    --------
    >>> node_at((3, 0b011), 2)
    (2, 1)
    """
    depth, prefix = as_node(node)
    wanted = as_integer(level, "level", least=0, most=depth)
    return wanted, prefix >> (depth - wanted)


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


def interior_score(x: int, database: Sequence[int]) -> int:
    """Return ``min(#{s <= x}, #{s >= x})``, which is at least 1 exactly for the interior points ``x``.

    Adding an element changes it by 0 or 1, upwards.

    Examples
    --------
    >>> [interior_score(x, (1, 1, 3)) for x in range(5)]
    [0, 2, 1, 1, 0]
    """
    below, above = sum(s <= x for s in database), sum(s >= x for s in database)
    return min(below, above)


def is_interior_point(point: int | None, database: Sequence[int]) -> bool:
    """Tell whether ``point`` lies between the smallest and the largest element (never for None or no elements).

    Examples
    --------
    >>> is_interior_point(2, (1, 1, 3)), is_interior_point(0, (1, 1, 3)), is_interior_point(None, (1,))
    (True, False, False)
    """
    return point is not None and len(database) > 0 and min(database) <= point <= max(database)
