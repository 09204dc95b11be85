"""A careless learner of classes given by equations, and spoilt trees."""

from __future__ import annotations

from privlearn.concepts import Concept
from privlearn.dimensions import MistakeTree
from privlearn.online import HullLearner


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
