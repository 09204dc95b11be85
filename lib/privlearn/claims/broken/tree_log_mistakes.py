"""Wrong parts of TreeLog, for the sabotages of KLMNS20, Sections 1.1 and 3."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from privlearn.laws import Law, proportional, pure
from privlearn.learners.interior_point import (
    Level,
    TreeLogParameters,
    candidates,
    embed,
    fall_levels,
    level_bits,
    middle,
    path_law,
    path_support,
    weight,
)
from privlearn.learners.interior_point.tree import Node, as_points
from privlearn.learners.interior_point.tree_log import interior_point_law, node_law

Database = tuple[int, ...]


def broken_middle_keeps_three(database: Sequence[int], trim: int) -> Database:
    """Keep the three middle elements, however many there are."""
    ordered = sorted(database)
    start = max(0, (len(ordered) - 3) // 2)
    return tuple(ordered[start:start + 3]) if len(ordered) > 2 * trim else ()


def broken_embed_trims_one_less(database: Iterable[int], bits: int, node: Node, trim: int) -> Database:
    """Drop one level fewer than the stopping weight."""
    return embed(database, bits, node, max(0, trim - 1))


def broken_embed_drops_smallest(database: Iterable[int], bits: int, node: Node, trim: int) -> Database:
    """Drop the smallest levels instead of the largest."""
    return fall_levels(database, bits, node)[trim:]


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


def broken_candidates_two(node: Node, bits: int) -> Database:
    """Take only the first and the last leaf."""
    four = candidates(node, bits)
    return tuple(sorted({four[0], four[-1]}))


def broken_tree_log(database: Iterable[int], bits: int, parameters: TreeLogParameters, *, stops_early: bool = False,
                    scores_on_middle: bool = False, rounded_base: bool = False) -> Law:
    """Run TreeLog, of one level or more, with a slip.

    It stops at one more than the stopping weight, scores leaves on the trimmed points, or rounds the base up.
    """
    level: Level = parameters.levels[0]
    points = as_points(database, bits)
    kept = middle(points, level.trim)
    path = path_law(kept, bits, level.stop + 1 if stops_early else level.stop, level.exp_path)
    rest = TreeLogParameters(parameters.levels[1:], parameters.exp_base)

    def inner(levels: Database) -> Law:
        if rest.levels:
            return broken_tree_log(levels, level_bits(bits), rest, stops_early=stops_early,
                                   scores_on_middle=scores_on_middle, rounded_base=rounded_base)
        size = 1 << level_bits(bits) if rounded_base else bits + 1
        return interior_point_law(levels, range(size), rest.exp_base)

    return (path.map(lambda node: embed(kept, bits, node, level.stop)).then(inner)
            .then(lambda y: pure(None) if y is None else
                  node_law(kept, bits, min(y, bits), level.exp_choose, level.threshold))
            .then(lambda node: pure(None) if node is None else
                  interior_point_law(kept if scores_on_middle else points, candidates(node, bits), level.exp_end)))
