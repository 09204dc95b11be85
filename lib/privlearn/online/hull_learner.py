"""The hull learner: predict 1 exactly where every concept that contains the positive examples does.

Definitions
-----------
The *hull* of a set of points is the intersection of the concepts that contain it.  The learner keeps the hull of the
points that it was told to be 1, at first that of no point, and predicts 1 exactly on the hull.  Each concept that
agrees with what was told contains the hull, so the learner errs only on points of label 1 outside it, and each error
makes the hull grow.  So the most mistakes are the longest chain of hulls that grows point by point inside a concept.

For affine subspaces of dimension at most d the hull is the affine hull: at most d + 1 mistakes.  For zero sets of
polynomials the polynomials that vanish on the positive examples are a linear space, which gets smaller at every
mistake.

>>> from privlearn.concepts.subspaces import affine_subspaces
>>> longest_hull_chain(affine_subspaces(3, 2, 1))
2

Source: ABMS20, Section 1 (Littlestone classes; the learner is ours).
"""

from __future__ import annotations

from functools import cache

import numpy as np

from privlearn.concepts import Concept, ConceptClass


class _Hulls:
    """The hulls of a class as integers, bit x for point x, and how they grow."""

    def __init__(self, concepts: ConceptClass):
        if not isinstance(concepts, ConceptClass) or len(concepts) == 0:
            raise ValueError(f"concepts must be a class with at least one concept, got {concepts!r}")
        self.matrix = concepts.matrix.astype(np.int32)
        self.points = concepts.size
        first = np.packbits(concepts.matrix.min(axis=0), bitorder="little")
        self.first = int.from_bytes(first.tobytes(), "little")
        self._known: dict[int, list[int | None]] = {}

    def with_point(self, hull: int) -> list[int | None]:
        """Return for each point the hull of the hull and the point, None if no concept contains both."""
        if hull not in self._known:
            inside = [x for x in range(self.points) if hull >> x & 1]
            rows = self.matrix[self.matrix[:, inside].all(axis=1)]
            missing = rows.T @ (1 - rows)  # entry x, y: how many of the rows contain x and not y
            grown = np.packbits(missing == 0, axis=1, bitorder="little")
            self._known[hull] = [int.from_bytes(row.tobytes(), "little") if some else None
                                 for row, some in zip(grown, rows.sum(axis=0), strict=True)]
        return self._known[hull]


class HullLearner:
    """The hull learner of a class; a value, like all learners.

    Parameters
    ----------
    concepts : ConceptClass
        Not empty.

    Examples
    --------
    >>> from privlearn.concepts.subspaces import affine_subspaces
    >>> learner = HullLearner(affine_subspaces(2, 2, 1))
    >>> learner.hypothesis(), learner.updated(0, 1).updated(3, 1).hypothesis()
    ((0, 0, 0, 0), (1, 0, 0, 1))
    """

    def __init__(self, concepts: ConceptClass):
        self._hulls = _Hulls(concepts)
        self._hull = self._hulls.first

    def hypothesis(self) -> Concept:
        """Return the label predicted at each point."""
        return tuple(self._hull >> x & 1 for x in range(self._hulls.points))

    def updated(self, point: int, label: int) -> HullLearner:
        """Return the learner after it was told the label of a point.

        Raises
        ------
        ValueError
            If no concept contains the points told to be 1, or one of their hull is told to be 0.
        """
        hull = self._hulls.with_point(self._hull)[point] if label else self._hull
        if hull is None or (not label and hull >> point & 1):
            raise ValueError(f"label must be that of some concept left, got {label} at point {point}")
        later = object.__new__(type(self))
        later._hulls, later._hull = self._hulls, hull
        return later

    def __eq__(self, other: object) -> bool:
        """Learners of one class with the same hull are equal."""
        return isinstance(other, HullLearner) and self._hulls is other._hulls and self._hull == other._hull

    def __hash__(self) -> int:
        return hash(self._hull)


def longest_hull_chain(concepts: ConceptClass) -> int:
    """Return the most mistakes of the hull learner, over all adversaries.

    Parameters
    ----------
    concepts : ConceptClass
        Not empty.

    Notes
    -----
    Recursion over the hulls that occur; see the module for why labels 0 do not matter.  It agrees with
    :func:`~privlearn.online.mistake_game.mistakes_forced`, which walks through all games, and reaches further.
    Cost: (hulls) x (points)^2 x (concepts), in numpy.

    Examples
    --------
    >>> from privlearn.concepts import initial_segments
    >>> longest_hull_chain(initial_segments(5))
    5
    """
    hulls = _Hulls(concepts)

    @cache
    def longest(hull: int) -> int:
        grown = set(hulls.with_point(hull)) - {hull, None}
        return max((1 + longest(larger) for larger in grown if larger is not None), default=0)

    return longest(hulls.first)
