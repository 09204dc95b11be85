"""Classes whose games are solved, and wrong trees and learners, for the page mistake-trees."""

from collections.abc import Callable
from functools import cache
from typing import Any

from privlearn.checking import Verdict, judge
from privlearn.checking.verdict import covering
from privlearn.concepts import ConceptClass, all_functions, classes_up_to_symmetry, lines, thresholds
from privlearn.dimensions import MistakeTree, mistake_tree
from privlearn.dimensions.bitsets import column_masks
from privlearn.dimensions.littlestone import LittlestoneSearch
from privlearn.dimensions.mistake_trees import read_tree
from privlearn.online import VersionSpaceLearner
from privlearn.papers.by_definition import class_of


@cache
def classes_to_four_points() -> tuple[tuple[ConceptClass, int], ...]:
    """Every class on 1, 2 and 3 points, and one of each orbit on 4 points, with the number of classes it stands for."""
    everything = [(class_of((n, number)), 1) for n in (1, 2, 3) for number in range(1, 1 << (1 << n))]
    return (*everything, *classes_up_to_symmetry(4))


@cache
def played_classes() -> tuple[tuple[ConceptClass, int], ...]:
    """The classes whose games are solved: the small ones, thresholds up to 16, and the lines over Z_3."""
    return (*classes_to_four_points(), *((thresholds(b), 1) for b in range(1, 5)), (lines(3), 1))


PLAYED = ("all 15 + 255 + 3 classes on at most 3 points, all 65,535 on 4 points (one of each of the 401 orbits under "
          "permutations and complements), Thr_1..4, Line_3")


def judge_classes(relation: str, classes: tuple[tuple[ConceptClass, int], ...], left: Callable[[ConceptClass], Any],
                  right: Callable[[ConceptClass], Any]) -> Verdict:
    """Compare two functions of a class on all classes; each covers those that it stands for."""
    verdict = judge(relation, ((tuple(c.rows()), left(c), right(c)) for c, _ in classes))
    return covering(verdict, sum(count for _, count in classes))


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
