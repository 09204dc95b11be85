"""Halving over tuples of experts: a composed class is learned by learners of its parts.

Definitions
-----------
An expert of a class follows the standard optimal algorithm on its own predictions and flips the prediction in the
rounds of a set J (:mod:`~privlearn.online.experts.hedging`); with ``|J| <= d`` every concept of a class of Littlestone
dimension d is imitated by one of ``C(T, <=d)`` experts.  A *tuple* of one expert for each of k classes predicts the
value of a rule G on their predictions, so some tuple imitates ``x -> G(h_1(x), ..., h_k(x))``.  *Halving* predicts
what most surviving tuples predict, and a tuple that errs dies.  A mistake kills at least half of the survivors, and on
labels of the composed class one tuple survives.  So

    mistakes <= log2 C(T, <=d_1) + ... + log2 C(T, <=d_k),

and a class that forces D mistakes in D rounds has ``2^D <= C(D, <=d_1) ... C(D, <=d_k)``.

Tuples with the same past have the same future: it suffices to count them.

>>> from privlearn.concepts import points
>>> halving = start_halving(0b1110, [points(1), points(1)], 3)
>>> halving.survivors, halving.prediction(0), halving.updated(0, 1).survivors
(16, 0, 7)

Source: the experts of ABMS20, Section 4.2.2, without boosting; the argument is that of this library.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import prod

from privlearn.concepts import ConceptClass
from privlearn.concepts.aggregation import as_rule
from privlearn.dimensions import littlestone_dimension
from privlearn.exact import as_integer
from privlearn.online.experts.hedging import experts_in_all
from privlearn.online.standard_optimal import StandardOptimalAlgorithm, VersionSpaceLearner

Expert = tuple[VersionSpaceLearner, int]  # state and flips made
Steps = dict[tuple[VersionSpaceLearner, int, int], tuple[int, VersionSpaceLearner]]


def _step(known: Steps, state: VersionSpaceLearner, point: int, flipped: int) -> tuple[int, VersionSpaceLearner]:
    """Return an expert's prediction and the expert after it; a flip that no concept left allows is not made."""
    key = state, point, flipped
    if key not in known:
        said = state.hypothesis()[point]
        if flipped:
            try:
                known[key] = 1 - said, state.updated(point, 1 - said)
                return known[key]
            except ValueError:  # no concept is left
                pass
        known[key] = said, state.updated(point, said)
    return known[key]


@dataclass(frozen=True)
class HalvingExperts:
    """Halving after some rounds; ``updated`` returns the next state.

    Attributes
    ----------
    rule : int
        Truth table of G in k arguments.
    flips : tuple of int
        How many flips an expert of each class may make.
    rest : int
        Rounds to come.
    groups : dict
        k experts (state and flips so far) -> how many surviving pasts they stand for.
    steps, divided : dict
        What is known of the experts' next states and of this state's successors.
    """

    rule: int
    flips: tuple[int, ...]
    rest: int
    groups: dict[tuple[Expert, ...], int]
    steps: tuple[Steps, ...] = field(repr=False, compare=False)
    divided: dict[int, tuple[HalvingExperts, HalvingExperts]] = field(
        default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def survivors(self) -> int:
        """The number of tuples that have not erred yet."""
        return sum(count * self._futures(experts, self.rest) for experts, count in self.groups.items())

    def prediction(self, point: int) -> int:
        """Return the label that more survivors predict, 0 on a tie."""
        zero, one = self._after(point)
        return int(one.survivors > zero.survivors)

    def updated(self, point: int, label: int) -> HalvingExperts:
        """Return halving after it was told the label of a point.

        Raises
        ------
        ValueError
            If no round is left.
        """
        if self.rest == 0:
            raise ValueError("rounds must be more for another point: 0 are left")
        return self._after(point)[label]

    def _futures(self, experts: tuple[Expert, ...], rest: int) -> int:
        return prod(experts_in_all(rest, most - used) for most, (_, used) in zip(self.flips, experts, strict=True))

    def _after(self, point: int) -> tuple[HalvingExperts, HalvingExperts]:
        """Return halving after label 0 and after label 1, computed once for each point."""
        if point in self.divided:
            return self.divided[point]
        votes: tuple[Counter[tuple[Expert, ...]], ...] = (Counter(), Counter())
        for experts, count in self.groups.items():
            partial: list[tuple[int, tuple[Expert, ...]]] = [(0, ())]
            for (state, used), most, known in zip(experts, self.flips, self.steps, strict=True):
                options = [(*_step(known, state, point, flipped), used + flipped)
                           for flipped in range(2) if used + flipped <= most]
                partial = [(2 * number + bit, (*chosen, (following, spent)))
                           for number, chosen in partial for bit, following, spent in options]
            for number, chosen in partial:
                votes[self.rule >> number & 1][chosen] += count
        zero, one = (HalvingExperts(self.rule, self.flips, self.rest - 1, dict(found), self.steps) for found in votes)
        self.divided[point] = zero, one
        return zero, one


def start_halving(rule: int, classes: Sequence[ConceptClass], rounds: int,
                  flips: Sequence[int] | None = None) -> HalvingExperts:
    """Return halving before the first round.

    Parameters
    ----------
    rule : int
        Truth table (:mod:`~privlearn.concepts.aggregation`) of as many arguments as there are classes.
    classes : sequence of ConceptClass
        On the same points, none empty.
    rounds : int
        T, at least 0.
    flips : sequence of int, optional
        Flips allowed to the experts of each class; default: its Littlestone dimension, which is always enough.

    Raises
    ------
    ValueError
        If the rule does not fit, a class is empty, or the numbers of flips do not fit.

    Notes
    -----
    Cost of a round: the product of the numbers of (version space, flips) that the experts of the classes can be in.

    Examples
    --------
    >>> from privlearn.concepts import thresholds
    >>> start_halving(0b10, [thresholds(2)], 4).survivors  # C(4, <=2)
    11
    """
    table = as_rule(rule, len(classes))
    if len({concepts.size for concepts in classes}) > 1:
        raise ValueError(f"classes must be on the same points, got {[concepts.size for concepts in classes]} points")
    if any(len(concepts) == 0 for concepts in classes):
        raise ValueError("classes must not be empty: labels have to come from some concepts")
    allowed = [littlestone_dimension(c) for c in classes] if flips is None else list(flips)
    if len(allowed) != len(classes):
        raise ValueError(f"flips must be as many as classes, {len(classes)}, got {len(allowed)}")
    counts = tuple(as_integer(number, "flips", least=0) for number in allowed)
    start = tuple((StandardOptimalAlgorithm(concepts), 0) for concepts in classes)
    return HalvingExperts(table, counts, as_integer(rounds, "rounds", least=0), {start: 1},
                          tuple({} for _ in classes))


def experts_of_parts(rounds: int, *dimensions: int) -> int:
    """Return ``C(T, <=d_1) ... C(T, <=d_k)``, the number of tuples.

    Examples
    --------
    >>> experts_of_parts(7, 1, 1, 1)
    512
    """
    return prod(experts_in_all(rounds, d) for d in dimensions)
