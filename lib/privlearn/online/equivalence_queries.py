"""Learning by equivalence queries.

Definitions
-----------
The target is a concept of a known class. The learner proposes a hypothesis; if it is the target, the game is over,
else the learner gets a *counterexample*: a point on which hypothesis and target differ. The complexity counted here is
the number of counterexamples that can be forced, that is, of queries that fail; the last query, which succeeds, comes
on top. *General* queries may propose any function, *proper* ones only concepts of the class. Source: FX15, Section
2.5.

>>> from privlearn.concepts import point_functions
>>> equivalence_query_complexity(point_functions(4)), equivalence_query_complexity(point_functions(4), proper=True)
(1, 3)
"""

import math
from collections.abc import Iterable, Mapping

from privlearn.concepts import Concept, ConceptClass
from privlearn.online.version_spaces import VersionSpaces

Strategy = Mapping[tuple[int, ...], Concept]  # rows of the version space -> hypothesis to propose


def equivalence_query_complexity(concepts: ConceptClass, *, proper: bool = False) -> int:
    """Return the number of counterexamples that an adversary can force from every learner.

    Parameters
    ----------
    concepts : ConceptClass
        Not empty.
    proper : bool
        Propose concepts of the class only.

    Notes
    -----
    Recursion over version spaces V: ``E(V) = min over hypotheses of max over counterexamples of 1 + E(what is left)``.
    A hypothesis with a label that all of V contradicts may be refuted there without telling anything; it is never
    better. General hypotheses are chosen point by point, so none of the ``2^points`` need be listed.

    >>> from privlearn.concepts import thresholds
    >>> equivalence_query_complexity(thresholds(3))
    3
    """
    return _Game(concepts, proper).value


def query_strategy(concepts: ConceptClass, *, proper: bool = False) -> dict[tuple[int, ...], Concept]:
    """Return an optimal learner: for each version space that can occur, as a tuple of rows, the hypothesis to propose.

    >>> from privlearn.concepts import point_functions
    >>> query_strategy(point_functions(2))
    {(0, 1): (0, 0), (1,): (0, 1), (0,): (1, 0)}
    """
    game = _Game(concepts, proper)
    chosen: dict[tuple[int, ...], Concept] = {}
    waiting = [game.spaces.everything]
    while waiting:
        space = waiting.pop()
        rows = game.spaces.rows(space)
        if rows not in chosen:
            chosen[rows] = game.best(space)
            waiting += game.left(space, chosen[rows])
    return chosen


def is_query_strategy(strategy: Strategy, concepts: ConceptClass, counterexamples: int) -> bool:
    """Decide from the definition, target by target, whether a strategy never gets more than so many counterexamples.

    >>> from privlearn.concepts import point_functions
    >>> is_query_strategy({(0, 1): (0, 0), (1,): (0, 1), (0,): (1, 0)}, point_functions(2), 1)
    True
    """
    rows = concepts.rows()

    def safe(left: tuple[int, ...], allowed: int) -> bool:
        proposed = strategy.get(left)
        if proposed is None or len(proposed) != concepts.size:
            return False
        for target in left:
            for x in range(concepts.size):
                if rows[target][x] != proposed[x]:
                    agreeing = tuple(i for i in left if rows[i][x] == rows[target][x])
                    if allowed == 0 or not safe(agreeing, allowed - 1):
                        return False
        return True

    return safe(tuple(range(len(concepts))), counterexamples)


class _Game:
    """The game of equivalence queries of one class, solved on the version spaces that occur."""

    def __init__(self, concepts: ConceptClass, proper: bool):
        self.spaces = VersionSpaces(concepts)
        self.hypotheses = concepts.rows() if proper else None
        self._known: dict[int, int] = {}
        self.value = self.of(self.spaces.everything)

    def of(self, space: int) -> int:
        """Return the number of counterexamples that can be forced when ``space`` is left."""
        if space not in self._known:
            if self.hypotheses is None:
                prices = (self._cheaper(space, x)[0] for x, _, _ in self.spaces.splits(space))
                self._known[space] = max(prices, default=0)
            else:  # a concept that is left can never be contradicted by all of the rest, so the price is finite
                self._known[space] = int(min(self._price(space, h) for h in self.hypotheses))
        return self._known[space]

    def best(self, space: int) -> Concept:
        """Return an optimal hypothesis to propose."""
        if self.hypotheses is not None:
            allowed: Iterable[Concept] = self.hypotheses
            return min(allowed, key=lambda h: (self._price(space, h), h))
        return tuple(self._cheaper(space, x)[1] for x in range(self.spaces.points))

    def left(self, space: int, hypothesis: Concept) -> list[int]:
        """Return what can be left after a counterexample."""
        found = (self.spaces.agreeing(space, x, 1 - label) for x, label in enumerate(hypothesis))
        return [rest for rest in found if rest]

    def _price(self, space: int, hypothesis: Concept) -> int | float:
        rests = self.left(space, hypothesis)
        if space in rests:
            return math.inf
        return max((1 + self.of(rest) for rest in rests), default=0)

    def _cheaper(self, space: int, point: int) -> tuple[int, int]:
        """Return (what the better label may cost, that label) at a point."""
        zeros, ones = (self.spaces.agreeing(space, point, label) for label in (0, 1))
        if not zeros or not ones:
            return 0, int(not zeros)
        return min((1 + self.of(ones), 0), (1 + self.of(zeros), 1))
