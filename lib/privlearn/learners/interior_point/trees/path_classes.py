"""Classes of paths of two neighbouring databases, and how far apart their laws are.

Definitions
-----------
For a database ``S`` and ``S' = S + x`` the *class* of a path of S' is the path of S that it extends, or None if there
is none.  A *branching profile* of a path lists, for each of its nodes with two nonempty children, the pair ``(a, b)``
of the weights of the child on the path and of its sibling.

The classes of ``S'`` and ``S`` differ only along the nodes that hold ``x``: a chain of splits
(:mod:`~privlearn.learners.interior_point.trees.chains`).

>>> class_law((0, 3), 2, x=0, stop=0, exp_path=2)
{(2, 3): (Fraction(1, 2), Fraction(1, 3)), (2, 0): (Fraction(1, 2), Fraction(2, 3))}

Source: KLMNS20, Section 3.1.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from privlearn.exact import as_exp_epsilon, as_fraction, as_integer, rational
from privlearn.exact.rationals import Number
from privlearn.laws import Law
from privlearn.learners.interior_point.trees.nodes import Node, as_node, as_points, is_prefix
from privlearn.learners.interior_point.trees.walk import path_law

ClassLaw = dict[Any, tuple[Fraction, Fraction]]  # class -> (probability under S, under S')


def classes_of(law: Callable[[tuple[int, ...], int, int, Number], Law], database: Iterable[int], bits: int, x: int,
               stop: int, exp_path: Number) -> ClassLaw:
    """Return class -> (probability under S, under S + x) of any law of paths, by the definition.

    Parameters
    ----------
    law : callable
        With the arguments of :func:`path_law`.
    database, bits, x, stop, exp_path
        As for :func:`class_law`.

    Notes
    -----
    Cost: that of two path laws and the product of their sizes.
    """
    points = as_points(database, bits)
    table: ClassLaw = {node: (mass, Fraction(0)) for node, mass in law(points, bits, stop, exp_path).exact().items()}
    for node, mass in law(as_points((*points, x), bits), bits, stop, exp_path).exact().items():
        label = next((known for known in table if known is not None and is_prefix(known, node)), None)
        before, found = table.get(label, (Fraction(0), Fraction(0)))
        table[label] = before, found + mass
    return table


def class_law(database: Iterable[int], bits: int, x: int, stop: int, exp_path: Number) -> ClassLaw:
    """Return class -> (probability under S, probability under S + x); the class None of S + x is listed if possible.

    Parameters
    ----------
    database : sequence of int in ``0..2^bits - 1``
    bits : int
    x : int
        The point that is added.
    stop : int
        The stopping weight of the paths.
    exp_path : number
        ``e^epsilon`` of a step.

    Notes
    -----
    One walk along the nodes that hold x; off it the two runs agree, and the laws below are kept.  The same as
    :func:`classes_of` with :func:`path_law`.

    References
    ----------
    KLMNS20, Observations 3.2 and 3.4, Claim 3.5.
    """
    points, base = as_points(database, bits), rational(as_exp_epsilon(exp_path, "exp_path"))
    as_points((x,), bits)
    least, table = as_integer(stop, "stop", least=0), dict[Any, Any]()
    node, before, after = (0, 0), rational(1), rational(1)
    while node[0] < bits and len(points) > least:
        depth = node[0] + 1
        child = depth, x >> (bits - depth)
        with_x = tuple(y for y in points if y >> (bits - depth) == child[1])
        others = tuple(y for y in points if y >> (bits - depth) != child[1])
        if others:
            leave = 1 / (1 + base ** (len(with_x) - len(others))) if with_x else rational(1)
            leave_after = 1 / (1 + base ** (len(with_x) + 1 - len(others)))
            first, second = before * leave, after * leave_after
            prefix = child[1] ^ 1
            shifted = tuple(y - (prefix << (bits - depth)) for y in others)
            for (extra, word), mass in _below(shifted, bits - depth, least, base).items():
                table[depth + extra, (prefix << extra) + word] = first * mass, second * mass
            before, after = before - first, after - second
        if not with_x:
            table[None] = before, after  # the former is 0
            break
        node, points = child, with_x
    else:
        table[node] = before, after
    return {label: (as_fraction(p), as_fraction(q)) for label, (p, q) in table.items()}


@lru_cache(maxsize=1 << 14)
def _below(points: tuple[int, ...], bits: int, stop: int, base: Any) -> dict[Any, Any]:
    """Return the law of the last node of a subtree, in internal weights."""
    return path_law(points, bits, stop, base).masses()


def matched_hockey_stick(classes: ClassLaw, exp_gap: Number, *, forward: bool = False) -> Fraction:
    """Return the hockey stick over the matched classes alone: ``sum (p' - e^g p)_+``, or ``sum (p - e^g p')_+``.

    Parameters
    ----------
    classes : mapping class -> (p, p')
        As :func:`class_law` gives it; the class None is left out.
    exp_gap : number
        ``e^g``.
    forward : bool
        Exchange the two.

    Examples
    --------
    >>> matched_hockey_stick(class_law((0, 3), 2, 0, 0, 2), 1)
    Fraction(1, 6)
    """
    ratio, zero = rational(as_fraction(exp_gap, "exp_gap")), rational(0)
    pairs = [(rational(p), rational(q)) for label, (p, q) in classes.items() if label is not None]
    gains = (p - ratio * q if forward else q - ratio * p for p, q in pairs)
    return as_fraction(sum((gain for gain in gains if gain > 0), zero))


def branching_profile(database: Iterable[int], bits: int, node: Node) -> tuple[tuple[int, int], ...]:
    """Return the pairs (weight of the child on the path, weight of its sibling) at the branching nodes above ``node``.

    Examples
    --------
    >>> branching_profile((0, 1, 2, 2, 3), 2, (2, 2))
    ((3, 2), (2, 1))
    """
    points, (last, prefix) = as_points(database, bits), as_node(node, bits)
    profile = []
    for depth in range(1, last + 1):
        child = prefix >> (last - depth)
        kept = tuple(x for x in points if x >> (bits - depth) == child)
        profile += [(len(kept), len(points) - len(kept))] if 0 < len(kept) < len(points) else []
        points = kept
    return tuple(profile)


def balanced_bound(size: int, stop: int, slack: int) -> int:
    """Return ``ceil(log2((n - K) / (t - K)))``, for a path from weight n to stop t.

    It bounds the *balanced* steps of the path, those with ``b >= a - K``.

    Parameters
    ----------
    size, stop, slack : int
        ``0 <= slack < stop``; for ``size <= stop`` there is no step.

    Examples
    --------
    >>> balanced_bound(32, 2, 0), balanced_bound(33, 2, 0), balanced_bound(2, 2, 1)
    (4, 5, 0)
    """
    n, t = as_integer(size, "size", least=0), as_integer(stop, "stop", least=1)
    k, steps = as_integer(slack, "slack", least=0, most=t - 1), 0
    while (t - k) << steps < n - k:
        steps += 1
    return steps
