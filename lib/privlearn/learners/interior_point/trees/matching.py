"""Which paths a database can take in TreeLog, and how the paths of two neighbouring databases match.

Definitions
-----------
The *support* of a database is the set of last nodes that its random path can have.  No node of it lies above another
one, so that a last node of ``S' = S + (x,)`` has at most one prefix in the support of ``S``: its *match*.

>>> path_support((0, 0, 3), bits=2, stop=0)
((2, 0), (2, 3))
>>> matching_prefix((2, 2), path_support((0, 0, 3), bits=2, stop=1))
(1, 1)

Source: KLMNS20, Section 3.1.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from fractions import Fraction

from privlearn.exact import as_fraction, as_integer
from privlearn.exact.rationals import Number
from privlearn.learners.interior_point.trees.nodes import ROOT, Node, as_points, is_prefix


def path_support(database: Iterable[int], bits: int, stop: int) -> tuple[Node, ...]:
    """Return the last nodes that the random path can have, from left to right.

    They are the outcomes of :func:`~privlearn.learners.interior_point.trees.walk.path_law`, whatever its base.

    Parameters
    ----------
    database : sequence of int in ``0..2^bits - 1``
    bits : int
    stop : int
        The stopping weight, at least 0.

    References
    ----------
    KLMNS20, Observation 3.1.

    Examples
    --------
    >>> path_support((0, 1, 2, 2, 3), bits=2, stop=2), path_support((), bits=2, stop=0)
    (((1, 0), (2, 2), (2, 3)), ((0, 0),))
    """
    points, least = as_points(database, bits), as_integer(stop, "stop", least=0)
    found: list[Node] = []
    waiting = [(ROOT, 0, len(points))]  # a node and the interval of its points
    while waiting:
        (depth, prefix), start, end = waiting.pop()
        if depth == bits or end - start <= least:
            found.append((depth, prefix))
            continue
        cut = bisect_left(points, (2 * prefix + 1) << (bits - depth - 1), start, end)
        if cut < end:
            waiting.append(((depth + 1, 2 * prefix + 1), cut, end))
        if cut > start:
            waiting.append(((depth + 1, 2 * prefix), start, cut))
    return tuple(found)


def matching_prefix(node: Node, nodes: Iterable[Node]) -> Node | None:
    """Return the one node of ``nodes`` whose path is a prefix of the path to ``node``, or None.

    Raises
    ------
    ValueError
        If there are several: then ``nodes`` is no support.

    Examples
    --------
    >>> matching_prefix((2, 0), [(1, 0), (2, 3)]), matching_prefix((2, 2), [(1, 0), (2, 3)])
    ((1, 0), None)
    """
    above = [other for other in nodes if is_prefix(other, node)]
    if len(above) > 1:
        raise ValueError(f"nodes must not lie above one another, got {above}")
    return above[0] if above else None


def extensions(node: Node, nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Return those of ``nodes`` whose path has the path to ``node`` as a prefix.

    Examples
    --------
    >>> extensions((1, 1), path_support((0, 2, 3), bits=2, stop=1))
    ((2, 2), (2, 3))
    """
    return tuple(other for other in nodes if is_prefix(node, other))


def weak_paths(law: Mapping[Node, Fraction], threshold: Number) -> frozenset[Node]:
    """Return the paths of probability at most ``threshold``.

    Examples
    --------
    >>> sorted(weak_paths({(1, 0): Fraction(9, 10), (1, 1): Fraction(1, 10)}, Fraction(1, 10)))
    [(1, 1)]

    References
    ----------
    KLMNS20, Definition 3.3; the printed threshold is not known to us.
    """
    most = as_fraction(threshold, "threshold")
    return frozenset(node for node, probability in law.items() if probability <= most)
