"""The standard optimal algorithm: predict the label whose version space has the larger Littlestone dimension.

Definitions
-----------
An online learner holds a hypothesis, sees a point, predicts the hypothesis's label, is told the right one and moves on
to a new learner: learners are values, and ``updated`` returns the next one. The *standard optimal algorithm* keeps the
version space and predicts at each point the label whose half of it has the larger Littlestone dimension, 0 on a tie.
After a mistake that half is gone; as both halves cannot have the dimension of the whole, the dimension has dropped. So
it makes at most ``littlestone_dimension`` mistakes. Source: Littlestone 1987, described in FX15, Section 2.5.

>>> from privlearn.concepts import thresholds
>>> learner = StandardOptimalAlgorithm(thresholds(2))
>>> learner.hypothesis()
(0, 0, 1, 1)
>>> learner.updated(1, 1).hypothesis()
(0, 1, 1, 1)
"""

from __future__ import annotations

import sys
from collections.abc import Hashable
from typing import Protocol

from privlearn.concepts import Concept, ConceptClass
from privlearn.dimensions.bitsets import column_masks
from privlearn.dimensions.littlestone import LittlestoneSearch
from privlearn.online.version_spaces import VersionSpaces


class Learner(Hashable, Protocol):
    """An online learner in one state; learners in the same state are equal."""

    def hypothesis(self) -> Concept:
        """Return the label predicted at each point."""

    def updated(self, point: int, label: int) -> Learner:
        """Return the learner after it was told the label of a point."""


class VersionSpaceLearner:
    """A learner whose state is the version space; subclasses choose the label from the two halves.

    Parameters
    ----------
    concepts : ConceptClass
        Not empty; the labels have to come from one of its concepts.
    """

    def __init__(self, concepts: ConceptClass):
        self._table = concepts.size, concepts.matrix.tobytes()  # a version space is a set of its rows, by their places
        self._spaces = VersionSpaces(concepts)
        self._dimensions: dict[int, int] = {}
        self._search = LittlestoneSearch(column_masks(concepts.matrix), sys.maxsize)
        self.space = self._spaces.everything

    def choose(self, dimensions: tuple[int, int]) -> int:
        """Return the label to predict where the halves with label 0 and 1 have these Littlestone dimensions."""
        raise NotImplementedError

    def hypothesis(self) -> Concept:
        """Return the label predicted at each point."""
        return tuple(self.choose((self._dimension(x, 0), self._dimension(x, 1))) for x in range(self._spaces.points))

    def updated(self, point: int, label: int) -> VersionSpaceLearner:
        """Return the learner after it was told the label of a point.

        Raises
        ------
        ValueError
            If no concept agrees with all labels told.
        """
        space = self._spaces.agreeing(self.space, point, label)
        if not space:
            raise ValueError(f"label must be that of some concept left, got {label} at point {point}")
        later = object.__new__(type(self))
        later.__dict__.update(self.__dict__)  # the class and what is known of it is shared
        later.space = space
        return later

    def consistent(self) -> tuple[int, ...]:
        """Return the row numbers of the concepts that agree with all labels told."""
        return self._spaces.rows(self.space)

    def dimension(self) -> int:
        """Return the Littlestone dimension of the version space."""
        return self._of(self.space)

    def _dimension(self, point: int, label: int) -> int:
        return self._of(self._spaces.agreeing(self.space, point, label))

    def _of(self, space: int) -> int:
        if space not in self._dimensions:
            self._dimensions[space] = self._search.dimension(space)
        return self._dimensions[space]

    def __eq__(self, other: object) -> bool:
        """Learners of one kind, class, rows in the same order, and version space are equal."""
        return (type(self) is type(other) and isinstance(other, VersionSpaceLearner)
                and self.space == other.space and self._table == other._table)

    def __hash__(self) -> int:
        return hash((self.space, self._table))


class StandardOptimalAlgorithm(VersionSpaceLearner):
    """Littlestone's optimal learner: at most ``littlestone_dimension`` mistakes, whatever it is asked."""

    def choose(self, dimensions: tuple[int, int]) -> int:
        """Predict the label of the half of larger dimension, 0 on a tie."""
        return int(dimensions[1] > dimensions[0])
