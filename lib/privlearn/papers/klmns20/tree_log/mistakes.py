"""Wrong parts of TreeLog, for the sabotages of KLMNS20, Sections 1.1 and 3."""

from collections.abc import Iterable

from privlearn.laws import Law, pure
from privlearn.learners.interior_point import interior_point_law
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters
from privlearn.learners.interior_point.tree_log.law import node_law
from privlearn.learners.interior_point.trees import candidates, embed, fall_levels, level_bits, middle, path_law
from privlearn.learners.interior_point.trees.nodes import Node, as_points
from privlearn.papers.klmns20.paths.instances import Database


def broken_embed_trims_one_less(database: Iterable[int], bits: int, node: Node, trim: int) -> Database:
    """Drop one level fewer than the stopping weight."""
    return embed(database, bits, node, max(0, trim - 1))


def broken_embed_drops_smallest(database: Iterable[int], bits: int, node: Node, trim: int) -> Database:
    """Drop the smallest levels instead of the largest."""
    return fall_levels(database, bits, node)[trim:]


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
