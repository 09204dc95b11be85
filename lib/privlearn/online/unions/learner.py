"""A learner for the union of two classes that makes at most d1 + d2 + 1 mistakes.

Definitions
-----------
It follows the standard optimal algorithm of the first class until no concept of it agrees with the labels told, which
is after d1 + 1 mistakes at the latest; then that of the second class, fed with everything told so far.

>>> from privlearn.concepts import ConceptClass
>>> learner = UnionLearner(ConceptClass.from_matrix([[0, 0]]), ConceptClass.from_matrix([[1, 1]]))
>>> learner.hypothesis(), learner.updated(0, 1).hypothesis()
((0, 0), (1, 1))

Source: ABMS20, Section 4.1 (the proof of Proposition 4.2 in the language of online learning).
"""

from __future__ import annotations

from dataclasses import dataclass

from privlearn.concepts import Concept, ConceptClass
from privlearn.online.standard_optimal import Learner, StandardOptimalAlgorithm


@dataclass(frozen=True, init=False)
class UnionLearner:
    """The learner; a value, like all learners.

    Parameters
    ----------
    first, second : ConceptClass
        On the same points, not empty.

    Raises
    ------
    ValueError
        By ``updated``, if no concept of either class agrees with all labels told.
    """

    parts: tuple[Learner | None, Learner | None]

    def __init__(self, first: ConceptClass, second: ConceptClass):
        if first.size != second.size:
            raise ValueError(f"second must have {first.size} points, got {second.size}")
        object.__setattr__(self, "parts", (StandardOptimalAlgorithm(first), StandardOptimalAlgorithm(second)))

    def hypothesis(self) -> Concept:
        """Return the label predicted at each point."""
        return next(part for part in self.parts if part is not None).hypothesis()

    def updated(self, point: int, label: int) -> UnionLearner:
        """Return the learner after it was told the label of a point."""
        parts = tuple(_told(part, point, label) for part in self.parts)
        if parts == (None, None):
            raise ValueError(f"label must be that of some concept left, got {label} at point {point}")
        later = object.__new__(type(self))
        object.__setattr__(later, "parts", parts)
        return later


def _told(part: Learner | None, point: int, label: int) -> Learner | None:
    if part is None:
        return None
    try:
        return part.updated(point, label)
    except ValueError:  # the class is refuted
        return None
