"""The most errors of a learner on points of label 1, and wrong leaves."""

from __future__ import annotations

from itertools import permutations

from privlearn.concepts import Concept, ConceptClass
from privlearn.dimensions import MistakeTree
from privlearn.online import HullLearner


def most_errors(make, rows: ConceptClass, told: ConceptClass) -> int:
    """Return the most mistakes on sequences of different points of label 1, for each concept (listed one by one)."""
    worst = 0
    for row in rows.rows():
        ones = [x for x, bit in enumerate(row) if bit]
        for order in permutations(ones, min(len(ones), 4)):
            learner, wrong = make(told), 0
            for x in order:
                wrong, learner = wrong + (learner.hypothesis()[x] != 1), learner.updated(x, 1)
            worst = max(worst, wrong)
    return worst


class CautiousLearner(HullLearner):
    """Predict 1 only at the points told to be 1, not on their hull."""

    told = 0

    def hypothesis(self) -> Concept:
        """Return the labels told."""
        return tuple(self.told >> x & 1 for x in range(self._hulls.points))

    def updated(self, point: int, label: int) -> CautiousLearner:
        """Remember the point, if its label is 1."""
        later = super().updated(point, label)
        assert isinstance(later, CautiousLearner)
        later.told = self.told | label << point
        return later

    def __eq__(self, other: object) -> bool:
        """Learners that were told the same points are equal."""
        return super().__eq__(other) and isinstance(other, CautiousLearner) and self.told == other.told

    def __hash__(self) -> int:
        return hash(self.told)


def broken_leaves(tree: MistakeTree) -> MistakeTree:
    """Return the tree with the concept of row 0 at every leaf."""
    return (tree[0], broken_leaves(tree[1]), broken_leaves(tree[2])) if isinstance(tree, tuple) else 0
