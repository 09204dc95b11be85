"""KLMNS20, Section 3.1: small databases on a tree, up to swaps of subtrees, their paths and matches; and mistakes."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from privlearn.exact.formulas import Formula
from privlearn.learners.interior_point.trees import node_at, path_support, weight
from privlearn.learners.interior_point.trees.nodes import Node, as_points

Database = tuple[int, ...]


def multisets(size: int, most: int, least: int = 0) -> Iterator[Database]:
    """Yield every multiset of ``least`` to ``most`` elements of ``0..size - 1``, in increasing order inside."""
    for count in range(least, most + 1):
        yield from combinations_with_replacement(range(size), count)


@cache
def up_to_swaps(bits: int, count: int) -> tuple[Database, ...]:
    """Return one multiset of ``count`` points of ``0..2^bits - 1`` from every class under swaps of subtrees."""
    if bits == 0:
        return ((0,) * count,)
    half = 1 << (bits - 1)
    found = []
    for left in range(count // 2, count + 1):
        if 2 * left < count:
            continue
        for i, a in enumerate(up_to_swaps(bits - 1, left)):
            for j, b in enumerate(up_to_swaps(bits - 1, count - left)):
                if 2 * left > count or j <= i:
                    found.append((*a, *(x + half for x in b)))
    return tuple(found)


def additions(databases: Iterable[Database], bits: int) -> Iterator[tuple[Database, int, Database]]:
    """Yield ``(S, x, S + x)`` for every database and every point."""
    for database in databases:
        for x in range(1 << bits):
            yield database, x, tuple(sorted((*database, x)))


Paths = Callable[[Database, int, int], tuple[Node, ...]]


@cache
def support(database: Database, bits: int, stop: int, paths: Paths = path_support) -> tuple[Node, ...]:
    """Return the ends of the paths, by default those that are possible, remembered."""
    return paths(database, bits, stop)


class Added(NamedTuple):
    """A database of words of some bits, a stopping weight, a point that is added, and which paths there are."""

    S: Database
    x: int
    t: int
    bits: int = 3
    c: Fraction = Fraction(2)
    copies_of_x: int = 1
    paths: Paths = path_support

    @property
    def larger(self) -> Database:
        return tuple(sorted((*self.S, *(self.x,) * self.copies_of_x)))


@cache
def value(bound: Formula, *at: Any) -> Any:
    """Return a formula's value, remembered."""
    return bound(*at)


def below(database: Database, bits: int, node: Node) -> Database:
    """Return the elements in the subtree of a node."""
    return tuple(y for y in database if y >> (bits - node[0]) == node[1])


def way(node: Node) -> list[Node]:
    """Return the nodes of the path to a node, from the root on."""
    return [node_at(node, depth) for depth in range(node[0] + 1)]


def matches(smaller: Database, larger: Database, bits: int, stop: int) -> Iterator[tuple[Node, Node]]:
    """Yield every path of the smaller database with every path of the larger that extends it."""
    ends = support(larger, bits, stop)
    for depth, prefix in support(smaller, bits, stop):
        for other in ends:
            if other[0] >= depth and other[1] >> (other[0] - depth) == prefix:
                yield (depth, prefix), other


def changes(before: Sequence[int], after: Sequence[int]) -> tuple[int, int]:
    """Return how many elements ``after`` has too many and too few, as multisets."""
    if len(after) == len(before) + 1:  # the usual case, in sorted order
        place = next((i for i, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), len(before))
        if tuple(before[place:]) == tuple(after[place + 1:]):
            return 1, 0
    old, new = Counter(before), Counter(after)
    return (new - old).total(), (old - new).total()


def word(x: int, bits: int) -> str:
    return f"{x:0{bits}b}" if bits else ""


FAMILIES = "8 points: all n <= 3, n <= 6 up to swaps of subtrees; 16 points: n <= 6 up to swaps"


@cache
def family(bits: int) -> tuple[tuple[int, ...], ...]:
    """Return the databases on ``2^bits`` points of the checks of this section."""
    swapped = [s for n in range(7) for s in up_to_swaps(bits, n)]
    return tuple(dict.fromkeys([*(multisets(8, 3) if bits == 3 else ()), *swapped]))


def settings(stops: tuple[int, ...] = (0, 1, 2)) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield ``(bits, stop, S)``."""
    for bits in (3, 4):
        for stop in stops:
            yield from ((bits, stop, s) for s in family(bits))


def neighbours(stops: tuple[int, ...] = (0, 1, 2)) -> Iterator[tuple[int, int, tuple[int, ...], int, tuple[int, ...]]]:
    """Yield ``(bits, stop, S, x, S + x)``."""
    for bits in (3, 4):
        for stop in stops:
            yield from ((bits, stop, *added) for added in additions(family(bits), bits))


def inside(s, node: tuple[int, int], bits: int) -> list[int]:
    """Return the elements of S below a node, by their binary words."""
    return [x for x in s if word(x, bits).startswith(word(node[1], node[0]))]


def broken_embed_without_minimum(database: Iterable[int], bits: int, node: Node, trim: int) -> Database:
    """Add all that fall at a node, and all of the last node, until at least ``|S| - trim`` levels are there."""
    points, (last, prefix) = as_points(database, bits), node
    levels: list[int] = []
    for depth in range(last + 1):
        if len(levels) >= len(points) - trim:
            break
        levels += [depth] * (weight(points, bits, node) if depth == last else
                             weight(points, bits, (depth + 1, (prefix >> (last - depth - 1)) ^ 1)))
    return tuple(levels)


def broken_middle_keeps_three(database: Sequence[int], trim: int) -> Database:
    """Keep the three middle elements, however many there are."""
    ordered = sorted(database)
    start = max(0, (len(ordered) - 3) // 2)
    return tuple(ordered[start:start + 3]) if len(ordered) > 2 * trim else ()


def broken_support_enters_empty_children(database: Iterable[int], bits: int, stop: int) -> tuple[Node, ...]:
    """Go to a child of weight 0 too, where the path ends at once."""
    points = as_points(database, bits)
    ends: list[Node] = []
    for depth in range(bits + 1):
        for node in ((depth, prefix) for prefix in range(1 << depth)):
            above = depth == 0 or weight(points, bits, (depth - 1, node[1] >> 1)) > stop
            if above and (depth == bits or weight(points, bits, node) <= stop):
                ends.append(node)
    return tuple(ends)


def broken_support_may_rest(database: Iterable[int], bits: int, stop: int) -> tuple[Node, ...]:
    """Let the path also end one node earlier."""
    right = path_support(database, bits, stop)
    return tuple(sorted({*right, *((depth - 1, prefix >> 1) for depth, prefix in right if depth)}))


def broken_support_stops_below(database: Iterable[int], bits: int, stop: int) -> tuple[Node, ...]:
    """Stop at weights below the stopping weight, not at it."""
    return path_support(database, bits, max(0, stop - 1))
