"""The standard optimal algorithms of classes on four points as experts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.dimensions.sweeps import littlestone_of_all_classes
from privlearn.papers.by_definition import class_of

Family = tuple[int, ...]  # numbers of classes on 4 points

MASKS = [[sum(1 << f for f in range(16) if f >> x & 1 == label) for label in (0, 1)] for x in range(4)]


@dataclass(frozen=True)
class TableExpert:
    """The standard optimal algorithm of a class on 4 points, read off the table of all classes."""

    number: int

    def half(self, point: int, label: int) -> int:
        """Return the number of the class of the functions with this label at the point."""
        return self.number & MASKS[point][label]

    def hypothesis(self) -> tuple[int, ...]:
        """Return the label predicted at each point."""
        table = littlestone_of_all_classes(4)
        return tuple(int(table[self.half(x, 1)] > table[self.half(x, 0)]) for x in range(4))

    def updated(self, point: int, label: int) -> TableExpert:
        """Return the learner after it was told a label; refuse one that no function has."""
        if not self.half(point, label):
            raise ValueError(f"label must be that of some concept left, got {label} at point {point}")
        return TableExpert(self.half(point, label))


def union_of(family: Family) -> ConceptClass:
    return class_of((4, int(np.bitwise_or.reduce(np.array(family)))))
