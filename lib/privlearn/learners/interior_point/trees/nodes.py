"""The binary tree of TreeLog: nodes, their weights, and what lies where in the order of the points.

Definitions
-----------
The domain is ``0..2^bits - 1``.  A *node* is ``(depth, prefix)``: the points whose first ``depth`` bits, most
significant first, are the integer ``prefix``; the root is ``(0, 0)``, leaves have depth ``bits``.  A database is a
multiset of points (a sequence of integers whose order never matters); the *weight* of a node is the number of its
points in the database.

>>> weight((0, 0, 3), 2, (1, 0)), is_prefix((1, 1), (2, 3))
(2, True)

Source: KLMNS20, Section 3.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from privlearn.exact import as_integer

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
        raise ValueError(f"database must be a sequence of integers, got {type(database).__name__}")
    points = [x if type(x) is int else as_integer(x, "point", private=True) for x in database]
    for x in points:
        if x < 0 or x.bit_length() > size:
            raise ValueError(f"database must hold points in 0..2^{size} - 1")
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
