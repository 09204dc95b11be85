"""Wrong trimmings and path selections, for the sabotages of KLMNS20, Section 3.1."""

from collections.abc import Iterable, Sequence

from privlearn.laws import Law, proportional, pure
from privlearn.learners.interior_point.trees import path_support, weight
from privlearn.learners.interior_point.trees.nodes import Node, as_points
from privlearn.papers.klmns20.paths.instances import Database


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


def broken_path_law_enters_empty_children(database: Iterable[int], bits: int, stop: int, exp_path: int) -> Law:
    """Go to a child of weight 0 with the probability of its weight, as to any other."""
    points = as_points(database, bits)

    def walk(node: Node) -> Law:
        depth, prefix = node
        if depth == bits or weight(points, bits, node) <= stop:
            return pure(node)
        children = ((depth + 1, 2 * prefix), (depth + 1, 2 * prefix + 1))
        return proportional({child: exp_path ** weight(points, bits, child) for child in children}).then(walk)

    return walk((0, 0))
