"""Hedge over experts that stand for all concepts: an online learner for any sequence of labels.

Definitions
-----------
Let d be the Littlestone dimension of a class and T the number of rounds.  For every set J of at most d rounds there is
an expert ``E_J``: it runs the standard optimal algorithm on its own predictions, but in the rounds of J it predicts the
other label (unless no concept is left then).  Every concept h is imitated by an expert: J is the set of rounds in which
the standard optimal algorithm errs on the labels of h, at most d.  There are ``N = C(T, <=d)`` experts.

*Hedge* predicts 1 with the share of the weight of the experts that predict 1, and multiplies the weight of each expert
that was wrong by ``beta = e^-eta``.  Its expected number of mistakes exceeds that of the best expert, so that of the
best concept, by at most ``ln N / eta + eta T / 8``.

Experts with the same past have the same future: it suffices to count them.  So N may be astronomic.

>>> from privlearn.concepts import ConceptClass
>>> constants = ConceptClass.from_matrix([[0], [1]])
>>> run = hedge(constants, [(0, 1), (0, 0)], flips=1, discount=Fraction(1, 2))
>>> str(run.loss), run.best, run.experts
('7/6', 1, 3)

Source: ABMS20, equation (1); the experts are those of Ben-David, Pal and Shalev-Shwartz.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

from privlearn.concepts import ConceptClass
from privlearn.exact import Bracket, as_integer, log_bracket
from privlearn.exact.rationals import Number
from privlearn.online.experts.majority import as_discount
from privlearn.online.standard_optimal import StandardOptimalAlgorithm, VersionSpaceLearner

Group = tuple[VersionSpaceLearner, int, int]  # experts in the same state: (state, flips, mistakes)


@dataclass(frozen=True)
class HedgeRun:
    """What Hedge did on a sequence.

    Attributes
    ----------
    loss : Fraction
        Expected number of its mistakes.
    best : int
        Mistakes of the best concept.
    experts : int
        N.
    chances : tuple of Fraction
        The probability of predicting 1 in each round.
    """

    loss: Fraction
    best: int
    experts: int
    chances: tuple[Fraction, ...]


def hedge(concepts: ConceptClass, rounds: Iterable[tuple[int, int | None]], flips: int, discount: Number) -> HedgeRun:
    """Run Hedge over all experts with at most so many flips, exactly.

    Parameters
    ----------
    concepts : ConceptClass
        Not empty.
    rounds : iterable of (point, label)
        Label ``None``: the one that is less likely to be predicted, 1 on a tie.
    flips : int
        Usually the Littlestone dimension.
    discount : rational
        beta, above 0.

    Notes
    -----
    Cost: rounds times the groups of experts with the same past (at most concepts times flips), on long integers.
    """
    asked, d, beta = list(rounds), as_integer(flips, "flips", least=0), as_discount(discount)
    if beta == 0:
        raise ValueError("discount must be above 0, got 0")
    total, labels, chances = len(asked), [], []
    hypothesis = cache(lambda expert: expert.hypothesis())
    step = cache(lambda expert, x, flipped: _step(expert, x, hypothesis(expert)[x], flipped))
    groups: Counter[Group] = Counter({(StandardOptimalAlgorithm(concepts), 0, 0): 1})
    for t, (x, told) in enumerate(asked):
        votes: Counter[tuple[VersionSpaceLearner, int, int, int]] = Counter()
        for (expert, used, wrong), number in groups.items():
            for flipped in (0, 1):
                if used + flipped <= d:
                    bit, following = step(expert, x, flipped)
                    votes[following, used + flipped, wrong, bit] += number
        weight, rest = [0, 0], [experts_in_all(total - t - 1, more) for more in range(d + 1)]
        for (_, used, wrong, bit), number in votes.items():
            weight[bit] += number * rest[d - used] * beta.numerator**wrong * beta.denominator ** (t - wrong)
        chances.append(Fraction(weight[1], sum(weight)))
        labels.append(int(2 * chances[-1] <= 1) if told is None else told)
        groups = Counter()
        for (expert, used, wrong, bit), number in votes.items():
            groups[expert, used, wrong + (bit != labels[-1])] += number
    loss = sum((1 - p if label else p for p, label in zip(chances, labels, strict=True)), Fraction(0))
    best = min(sum(row[x] != label for (x, _), label in zip(asked, labels, strict=True)) for row in concepts.rows())
    return HedgeRun(loss, best, experts_in_all(total, d), tuple(chances))


def _step(expert: VersionSpaceLearner, point: int, said: int, flipped: int) -> tuple[int, VersionSpaceLearner]:
    """Return an expert's prediction and the expert after it; a flip that no concept left allows is not made."""
    if flipped:
        try:
            return 1 - said, expert.updated(point, 1 - said)
        except ValueError:  # no concept is left
            pass
    return said, expert.updated(point, said)


def experts_in_all(rounds: int, flips: int) -> int:
    """Return ``C(T, <=d)``.

    Examples
    --------
    >>> experts_in_all(200, 1)
    201
    """
    return sum(comb(rounds, j) for j in range(flips + 1))


def hedge_bound(experts: int, rounds: int, discount: Number) -> Bracket:
    """Return ``ln N / eta + eta T / 8`` for ``eta = ln(1/beta)``, a bound on Hedge's regret.

    Examples
    --------
    >>> hedge_bound(1, 0, Fraction(1, 2)).upper
    Fraction(0, 1)
    """
    eta = log_bracket(1 / as_discount(discount))
    return log_bracket(experts) / eta + eta * Fraction(rounds, 8)


def imitating_rounds(concepts: ConceptClass, points: Sequence[int]) -> list[tuple[int, ...]]:
    """Return, for each concept, the rounds in which the standard optimal algorithm errs on its labels.

    The expert with these flips predicts like the concept in every round.

    Examples
    --------
    >>> from privlearn.concepts import thresholds
    >>> imitating_rounds(thresholds(2), [1, 3, 0])
    [(0, 2), (0,), (), ()]
    """
    start: VersionSpaceLearner = StandardOptimalAlgorithm(concepts)  # what it finds out is shared by all its successors
    found = []
    for row in concepts.rows():
        learner, errors = start, []
        for t, x in enumerate(points):
            if learner.hypothesis()[x] != row[x]:
                errors.append(t)
            learner = learner.updated(x, row[x])
        found.append(tuple(errors))
    return found
