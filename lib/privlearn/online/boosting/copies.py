"""Online boosting by many copies of a weak learner, each of which sees every round with a weight.

Definitions
-----------
Labels are -1 and 1 here.  A *weak learner with edge gamma* is Hedge over experts of which, however the rounds are
weighted, some expert is wrong on at most a share ``1/2 - gamma`` of the weight.  Hedge predicts a number w in [-1, 1],
its expected label, and has regret at most ``R = sqrt((T/2) ln M)`` for M experts and T rounds of weights in [0, 1].

The booster has N copies.  In a round it predicts the sign of ``a = (w_1 + ... + w_N) / (2 gamma N)``; then the label y
is told, and the copies are updated one after the other: copy i with weight ``p_i``, where

    p_1 = 1/2,  p_(i+1) = clip(p_i - eta (w_i y / (2 gamma) - 1), 0, 1),  G = 1/(2 gamma) + 1,  eta = 1/(2 G sqrt(N)),

a gradient descent across the copies.  Then, for every sequence of rounds, even one that answers the predictions,

    sum_t max(0, 1 - a_t y_t)  <=  R / gamma + T G / (2 sqrt(N)),

and every mistake adds at least 1 on the left.  The booster of the literature tosses a coin of chance ``p_i`` and shows
the round to copy i or not; a weight in place of the coin leaves nothing to chance.

All numbers are balls (:mod:`~privlearn.exact.intervals`), so the sum is enclosed, not estimated.

>>> run = boosted_run(concurring(3), [1, 1, 1], Fraction(1, 6), copies=4, rounds=2)
>>> run.points, run.mistakes, float(round(run.hinge.upper, 3))
((0, 1), (False, False), 0.553)

Source: ABMS20, Section 4.2.2, after Brukhim, Chen, Hazan and Moran, Theorem 2; constants of this library.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from privlearn.concepts import ConceptClass
from privlearn.exact import Bracket, as_fraction, as_integer
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.exact.rationals import Number
from privlearn.online.boosting.conservative import as_voters

BITS = 192


@dataclass(frozen=True)
class BoostedRun:
    """What the booster did.

    Attributes
    ----------
    points : tuple of int
        The rounds.
    hinge : Bracket
        ``sum_t max(0, 1 - a_t y_t)``.
    mistakes : tuple of bool
        Whether ``a_t y_t`` is not certainly positive, for each round.
    weak : tuple of float
        For drawing only: the expected loss of one weak learner that sees every round, for each round.
    """

    points: tuple[int, ...]
    hinge: Bracket
    mistakes: tuple[bool, ...]
    weak: tuple[float, ...]


def concurring(voters: int) -> ConceptClass:
    """Return k concepts that are wrong as often as possible although their majority is always right.

    The points are the sets of ``(k-1)/2`` of the concepts, in lexicographic order; exactly these have label 0 there.

    Examples
    --------
    >>> concurring(3).matrix.tolist()
    [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    """
    k = as_voters(voters)
    wrong = list(combinations(range(k), (k - 1) // 2))
    return ConceptClass.from_matrix([[int(i not in some) for some in wrong] for i in range(k)])


class _Copies:
    """Hedge learners with the same experts: weights, and the label that each predicts at every point."""

    def __init__(self, signs: Sequence[Sequence[int]], number: int, rounds: int) -> None:
        self.signs = signs
        self.rate = (ball(len(signs)).log() * 8 / rounds).sqrt()
        self.weights = [[ball(1)] * len(signs) for _ in range(number)]

    def labels(self, copy: int) -> list[Ball]:
        """Return the expected label of a copy at every point."""
        weights = self.weights[copy]
        total = sum(weights)
        return [sum(w * s for w, s in zip(weights, column, strict=True)) / total
                for column in zip(*self.signs, strict=True)]

    def update(self, copy: int, point: int, label: int, weight: Ball) -> None:
        """Tell a copy the label of a point, with a weight."""
        factor = (-self.rate * weight).exp()
        self.weights[copy] = [w if signs[point] == label else w * factor
                              for w, signs in zip(self.weights[copy], self.signs, strict=True)]


def boosted_run(concepts: ConceptClass, target: Sequence[int], edge: Number, *, copies: int, rounds: int) -> BoostedRun:
    """Play the booster against an adversary that asks for the point where the booster is worst.

    Parameters
    ----------
    concepts : ConceptClass
        The experts of the weak learner.
    target : sequence of 0 and 1
        The label of every point.
    edge : rational
        gamma, above 0.
    copies, rounds : int
        N and T, at least 1.

    Notes
    -----
    Guarantee: see the module, if the weak learner has the edge.  Cost: T N times points times concepts ball operations.
    """
    gamma, n, total = as_fraction(edge, "edge"), as_integer(copies, "copies", 1), as_integer(rounds, "rounds", 1)
    if gamma <= 0:
        raise ValueError(f"edge must be above 0, got {gamma}")
    if len(target) != concepts.matrix.shape[1] or any(bit not in (0, 1) for bit in target):
        raise ValueError(f"target must have a label 0 or 1 for every point, got {list(target)}")
    signs = [[2 * int(bit) - 1 for bit in row] for row in concepts.rows()]
    answers = [2 * int(bit) - 1 for bit in target]
    points: list[int] = []
    mistakes: list[bool] = []
    weak: list[float] = []

    def play() -> Ball:
        hinge, scale = ball(0), ball(1 / (2 * gamma))
        rate = 1 / (2 * (scale + 1) * ball(n).sqrt())
        states = _Copies(signs, n + 1, total)  # the last one sees every round
        for _ in range(total):
            said = [states.labels(i) for i in range(n)]
            margins = [sum(labels) * scale / n * y for labels, y in zip(zip(*said, strict=True), answers, strict=True)]
            x = min(range(len(margins)), key=lambda place: float(margins[place].mid()))
            points.append(x)
            mistakes.append(not margins[x] > 0)
            hinge += _clip(1 - margins[x])
            weak.append((1 - float(states.labels(n)[x].mid()) * answers[x]) / 2)
            states.update(n, x, answers[x], ball(1))
            p = ball(Fraction(1, 2))
            for i in range(n):
                states.update(i, x, answers[x], p)
                p = _clip(p - rate * (said[i][x] * answers[x] * scale - 1), 1)
        return hinge

    found = bracket_of(play, BITS)
    return BoostedRun(tuple(points), found, tuple(mistakes), tuple(weak))


def _clip(value: Ball, top: int | None = None) -> Ball:
    """Return ``max(0, value)``, or at most ``top``."""
    low = value.max(ball(0))
    return low if top is None else low.min(ball(top))


def boosted_bound(experts: int, edge: Number, *, copies: int, rounds: int) -> Bracket:
    """Return ``sqrt((T/2) ln M) / gamma + T G / (2 sqrt(N))`` with ``G = 1/(2 gamma) + 1``.

    Examples
    --------
    >>> bound = boosted_bound(3, Fraction(1, 6), copies=64, rounds=300)
    >>> float(round(bound.upper, 2))
    152.02
    """
    gamma, n, total = as_fraction(edge, "edge"), as_integer(copies, "copies", 1), as_integer(rounds, "rounds", 1)
    number = as_integer(experts, "experts", 1)
    return bracket_of(lambda: (ball(number).log() * total / 2).sqrt() / ball(gamma)
                      + ball((1 / (2 * gamma) + 1) * total / 2) / ball(n).sqrt(), BITS)
