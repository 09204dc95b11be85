"""Wrong mistake trees and wrong online learners, for the sabotages of FX15, Section 2.5."""

from __future__ import annotations

from privlearn.concepts import ConceptClass, all_functions
from privlearn.dimensions import MistakeTree, mistake_tree
from privlearn.dimensions.bitsets import column_masks
from privlearn.dimensions.littlestone import LittlestoneSearch, read_tree
from privlearn.online import VersionSpaceLearner


class ImpatientSearch(LittlestoneSearch):
    """Drop for the whole subtree every point whose smaller half is below ``2^(k-2)``: wrong, they may split well."""

    def worth_keeping(self, useful: list[tuple[int, int, int]], depth: int) -> list[int]:
        """Keep too few points."""
        return [x for smaller, _, x in useful if 4 * smaller >= 1 << depth]


def broken_mistake_tree_points_dropped_early(concepts: ConceptClass) -> MistakeTree:
    """Return a complete mistake tree, but not always a deepest one: depth 3 for the 16 thresholds."""
    search = ImpatientSearch(column_masks(concepts.matrix), 10**9)
    everything, depth = (1 << len(concepts)) - 1, 1
    if len(concepts) < 2:
        return 0
    while search.reaches(everything, depth + 1, list(range(concepts.size))):
        depth += 1
    return read_tree(concepts, {members: (low, x) for members, (low, _, x) in search.known.items()}, depth)


def broken_mistake_tree_any_leaves(concepts: ConceptClass) -> MistakeTree:
    """Return the full tree over all points: its leaves are arbitrary functions, numbered as if they were concepts."""
    return mistake_tree(all_functions(min(concepts.size, 4)))


class BrokenSmallerHalf(VersionSpaceLearner):
    """Predict the label of the half of *smaller* Littlestone dimension, the other one only if that half is empty."""

    def choose(self, dimensions: tuple[int, int]) -> int:
        """Predict the worse label."""
        zeros, ones = dimensions
        return int(zeros < 0 or 0 <= ones < zeros)
