"""The optimal learners, with and without coins, where some concept errs at most k times; and what can be forced.

Definitions
-----------
A learner holds a state, sees a point, and predicts a label: its prediction is a law on the labels.  It pays the
probability that it errs, is told the right label and moves on to a new learner, by ``updated``.  Some concept has to
disagree with at most k of the labels told.  With a and b for the (randomised) Littlestone dimensions with errors
(:mod:`~privlearn.dimensions.with_errors`) of what label 0 and label 1 would leave,

* the *randomised optimal algorithm* predicts 1 with the probability p that makes ``max(p + a, 1 - p + b)`` least:
  ``(1 + b - a) / 2``, cut to [0, 1];
* the *deterministic* one predicts the label with the larger dimension, 0 on a tie.

For k = 0 the second is the standard optimal algorithm.

>>> from privlearn.concepts import thresholds
>>> learner = RandomizedOptimalAlgorithm(thresholds(2))
>>> learner.prediction(0).exact(), learner.updated(1, 1).prediction(0).exact()
({0: Fraction(7, 8), 1: Fraction(1, 8)}, {0: Fraction(1, 2), 1: Fraction(1, 2)})

Source: FHMM23 (RandSOA, and its form for k errors).
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from fractions import Fraction
from typing import Any, Protocol

from privlearn.concepts import ConceptClass
from privlearn.dimensions.with_errors import ErrorBudgets, State
from privlearn.exact import as_integer
from privlearn.exact.rationals import plain, rational
from privlearn.laws import Law, bernoulli

ZERO = rational(0)


class CoinLearner(Hashable, Protocol):
    """An online learner that may toss coins, in one state; learners in the same state are equal."""

    def prediction(self, point: int) -> Law:
        """Return the law of the label predicted at a point."""

    def updated(self, point: int, label: int) -> CoinLearner:
        """Return the learner after it was told the label of a point."""


class BudgetLearner:
    """A learner whose state says how many errors each concept has left; subclasses weigh what the labels leave."""

    def __init__(self, concepts: ConceptClass, errors: int = 0) -> None:
        if not isinstance(concepts, ConceptClass) or len(concepts) == 0:
            raise ValueError(f"concepts must be a class that is not empty, got {concepts!r}")
        self._budgets = ErrorBudgets(concepts, errors)
        self.left = self._budgets.start

    def chance(self, zero: State, one: State) -> Fraction:
        """Return the probability of predicting 1 where labels 0 and 1 leave these states."""
        raise NotImplementedError

    def prediction(self, point: int) -> Law:
        """Return the law of the label predicted at a point."""
        x = as_integer(point, "point", least=0, most=self._budgets.points - 1)
        return bernoulli(self.chance(self._budgets.told(self.left, x, 0), self._budgets.told(self.left, x, 1)))

    def updated(self, point: int, label: int) -> BudgetLearner:
        """Return the learner after it was told the label of a point.

        Raises
        ------
        ValueError
            If every concept has now erred more than k times.
        """
        x = as_integer(point, "point", least=0, most=self._budgets.points - 1)
        left = self._budgets.told(self.left, x, as_integer(label, "label", least=0, most=1))
        if max(left) < 0:
            raise ValueError(f"label must leave a concept with few enough errors, got {label} at point {point}")
        later = object.__new__(type(self))
        later._budgets, later.left = self._budgets, left  # what is known of the states is shared
        return later

    def __eq__(self, other: object) -> bool:
        """Learners of one kind and origin are equal if they have the same state."""
        return (type(self) is type(other) and isinstance(other, BudgetLearner)
                and self.left == other.left and self._budgets is other._budgets)

    def __hash__(self) -> int:
        return hash(self.left)


class RandomizedOptimalAlgorithm(BudgetLearner):
    """The optimal learner with coins: it expects to err at most as often as the randomised dimension says.

    Parameters
    ----------
    concepts : ConceptClass
        Not empty.
    errors : int
        How often the best concept may err.
    """

    def chance(self, zero: State, one: State) -> Fraction:
        """Return the probability that makes both labels cost the same, now and later, where there is one."""
        a, b = self._budgets.randomized(zero), self._budgets.randomized(one)
        return min(Fraction(1), max(Fraction(0), (1 + b - a) / 2))


class DeterministicOptimalAlgorithm(BudgetLearner):
    """The optimal learner without coins; parameters as for :class:`RandomizedOptimalAlgorithm`."""

    def chance(self, zero: State, one: State) -> Fraction:
        """Return 1 if label 1 leaves the larger dimension, else 0."""
        return Fraction(self._budgets.dimension(one) > self._budgets.dimension(zero))


def expected_mistakes_forced(learner: CoinLearner, concepts: ConceptClass, errors: int = 0) -> Fraction | float:
    """Return the most mistakes that a learner expects on any sequence of labels, ``inf`` if there is no bound.

    Parameters
    ----------
    learner : CoinLearner
        In its initial state.
    concepts : ConceptClass
        Not empty.
    errors : int
        Some concept disagrees with at most so many labels of the sequence, of whatever length.

    Raises
    ------
    ValueError
        If the learner comes back to an earlier state other than by staying in it.

    Notes
    -----
    Exact: a walk through all pairs of what the labels have left of the class and the state of the learner.  The labels
    may depend on all that the learner does but for its coins; that helps no more than a fixed sequence.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> expected_mistakes_forced(RandomizedOptimalAlgorithm(point_functions(4)), point_functions(4))
    Fraction(7, 8)
    """
    columns, k = concepts.matrix.T.tolist(), as_integer(errors, "errors", least=0)
    known: dict[tuple[State, CoinLearner], Any] = {}  # in the field of the laws' weights
    open_: set[tuple[State, CoinLearner]] = set()

    def forced(counts: State, state: CoinLearner) -> Any:
        here = counts, state
        if here in known:
            return known[here]
        if here in open_:
            raise ValueError("learner must not come back to an earlier state with the same labels left")
        open_.add(here)
        worst: Any = ZERO
        for x, column in enumerate(columns):
            said = state.prediction(x).masses()
            for label in (0, 1):
                erred = tuple([min(k + 1, count + (value != label))
                               for count, value in zip(counts, column, strict=True)])
                if min(erred) <= k:
                    paid, later = said.get(1 - label, ZERO), (erred, state.updated(x, label))
                    more = forced(*later) if later != here else math.inf if paid else ZERO
                    worst = math.inf if math.inf in (worst, more) else max(worst, paid + more)
        open_.discard(here)
        known[here] = worst
        return worst

    return plain(forced((0,) * len(concepts), learner))
