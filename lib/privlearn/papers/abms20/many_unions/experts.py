"""Experts on four points and around centres of balls, and the most mistakes forced from their learner."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

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


@cache
def forced(learner, rounds: int) -> int:
    """Return the most mistakes of a learner in so many rounds, labelled by a concept that some expert allows."""
    guess, worst = learner.hypothesis(), 0
    for x, y in product(range(4), (0, 1)):
        if rounds and any(e is not None and e.half(x, y) for e in learner.experts):
            later = learner.updated(x, y)
            if guess[x] != y or later != learner:  # else nothing has happened
                worst = max(worst, (guess[x] != y) + forced(later, rounds - 1))
    return worst


@dataclass(frozen=True)
class FreeExpert:
    """The centre of a Hamming ball on points with all predictions of k experts, each point there as often as asked."""

    place: int
    experts: int
    lives: int

    def hypothesis(self) -> tuple[int, ...]:
        """Return bit number ``place`` of every point."""
        return tuple(x >> self.place & 1 for x in range(1 << self.experts))

    def updated(self, point: int, label: int) -> FreeExpert:
        """Return the expert with one life less if it was wrong; refuse the label if it had none."""
        lives = self.lives - (point >> self.place & 1 != label)
        if lives < 0:
            raise ValueError(f"label must be that of some function left, got {label} at point {point}")
        return FreeExpert(self.place, self.experts, lives)


def free_experts(k: int, d: int) -> tuple[FreeExpert, ...]:
    return tuple(FreeExpert(i, k, d) for i in range(k))


@cache
def most_forced(learner) -> int:
    """Return the most mistakes that can be forced from a learner while some expert is left."""
    worst = 0
    for x, said in enumerate(learner.hypothesis()):
        if any(e is not None and (e.lives or x >> e.place & 1 != said) for e in learner.experts):
            worst = max(worst, 1 + most_forced(learner.updated(x, 1 - said)))
    return worst
