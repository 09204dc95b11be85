"""The PAC game, played exactly.

Definitions
-----------
Distributions, errors and samples are those of :mod:`~privlearn.learning.distributions`.  The learner's *failure* is the
probability, over sample and coins, that its hypothesis has error **more than** alpha.  A learner is (alpha, beta)-PAC
with n samples if no target and no distribution makes it fail with probability above beta (BBKN14, Definition 2.2;
success is ``error <= alpha``).

Here nothing is sampled: a learner that ignores the order of the rows is asked once for every multiset of rows, weighed
by its multinomial probability.  A learner is a function from a database to a :class:`~privlearn.laws.law.Law` over the
row numbers of ``hypotheses``; the outcome ``None`` is "no hypothesis" and counts as failure.

>>> from privlearn.concepts import ConceptClass
>>> from privlearn.laws import pure
>>> coin, half = ConceptClass.from_matrix([[0], [1]]), Fraction(1, 4)
>>> exact_failure(lambda rows: pure(rows[0][1]), coin, (1,), (1,), 1, half)  # one row tells the label
Fraction(0, 1)
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, lcm
from typing import Any

from privlearn.concepts import Concept, ConceptClass
from privlearn.exact import as_distribution, as_fraction, as_integer, as_probability
from privlearn.exact.rationals import Number
from privlearn.laws import Law
from privlearn.learning.distributions import Database, Distribution, error, multisets, samples

Learner = Callable[[Database], Law]


def _listed(hypotheses: ConceptClass | Sequence[Concept]) -> list[Concept]:
    return hypotheses.rows() if isinstance(hypotheses, ConceptClass) else list(hypotheses)


def exact_failure(learner: Learner, hypotheses: ConceptClass | Sequence[Concept], target: Concept,
                  distribution: Sequence[Number], rows: int, alpha: Number) -> Fraction:
    """Return the probability that the learner's hypothesis has error more than ``alpha``.

    Parameters
    ----------
    learner : callable
        Sorted database -> Law over row numbers of ``hypotheses``, or ``None`` for "no hypothesis"; it must not depend
        on the order of the rows.
    hypotheses : ConceptClass or sequence of bit tuples
    target : tuple of bits
    distribution : sequence of numbers that sum to 1
    rows : int
        Sample size n.
    alpha : number in [0, 1]

    References
    ----------
    BBKN14, Definition 2.2.

    Examples
    --------
    >>> from privlearn.laws import pure
    >>> exact_failure(lambda rows: pure(0), [(0, 0)], (1, 0), (Fraction(1, 3), Fraction(2, 3)), 4, Fraction(1, 4))
    Fraction(1, 1)
    """
    limit = as_probability(alpha, "alpha")
    wrong = {None} | {h for h, row in enumerate(_listed(hypotheses)) if error(distribution, target, row) > limit}
    total = Fraction(0)
    for database, probability in samples(distribution, target, rows):
        law = learner(database).masses()
        total += probability * sum((as_fraction(mass) for h, mass in law.items() if h in wrong), Fraction(0))
    return total


@dataclass(frozen=True)
class WorstCase:
    """The largest failure over some targets and distributions, and where it occurs.

    Attributes
    ----------
    failure : Fraction
    target : tuple of bits
    distribution : tuple of Fraction
    games : int
        Number of pairs (target, distribution) played.
    """

    failure: Fraction
    target: Concept
    distribution: Distribution
    games: int


def worst_case_failure(learner: Learner, hypotheses: ConceptClass | Sequence[Concept], targets: Iterable[Concept],
                       distributions: Iterable[Sequence[Number]], rows: int, alpha: Number) -> WorstCase:
    """Return the largest exact failure over the given targets and distributions, with its witness.

    Takes the arguments of :func:`exact_failure`, many targets and many distributions; the learner is asked once for
    every database.

    Raises
    ------
    ValueError
        If there is no target or no distribution.

    Examples
    --------
    >>> from privlearn.laws import pure
    >>> from privlearn.learning.distributions import grid_distributions
    >>> places = grid_distributions(2, 4)
    >>> worst = worst_case_failure(lambda rows: pure(0), [(0, 0)], [(1, 0)], places, 1, Fraction(1, 4))
    >>> worst.failure, worst.distribution, worst.games
    (Fraction(1, 1), (Fraction(1, 2), Fraction(1, 2)), 5)
    """
    listed, places = _listed(hypotheses), [tuple(d) for d in distributions]
    best: WorstCase | None = None
    games = 0
    table = _FailureTable(learner, listed, as_probability(alpha, "alpha"), as_integer(rows, "rows", least=0))
    for target in targets:
        for distribution in places:
            games += 1
            failure = table.failure(tuple(target), as_distribution(distribution, len(target)))
            if best is None or failure > best.failure:
                best = WorstCase(failure, tuple(target), as_distribution(distribution), games)
    if best is None:
        raise ValueError("targets and distributions must not be empty: no game was played")
    return WorstCase(best.failure, best.target, best.distribution, games)


class _FailureTable:
    """Sums over samples on integers: laws are asked for once, and a failing set's mass is looked up once a database."""

    def __init__(self, learner: Learner, hypotheses: list[Concept], alpha: Fraction, rows: int):
        self._learner, self._hypotheses, self._alpha, self._rows = learner, hypotheses, alpha, rows
        self._law = cache(lambda database: {h: as_fraction(w) for h, w in learner(database).masses().items()})
        self._mass = cache(self._failing_mass)

    def _failing_mass(self, database: Database, wrong: frozenset[Any]) -> Fraction:
        return sum((w for h, w in self._law(database).items() if h in wrong), Fraction(0))

    def failure(self, target: Concept, distribution: Distribution) -> Fraction:
        unit = lcm(*(weight.denominator for weight in distribution))
        whole = [int(weight * unit) for weight in distribution]
        errors = (sum(w for w, a, b in zip(whole, target, h, strict=True) if a != b) for h in self._hypotheses)
        wrong = frozenset([None, *(k for k, e in enumerate(errors) if Fraction(e, unit) > self._alpha)])
        atoms = [x for x, weight in enumerate(whole) if weight]
        total = Fraction(0)
        for counts in multisets(atoms, self._rows):
            database = tuple((x, target[x]) for x, k in zip(atoms, counts, strict=True) for _ in range(k))
            mass = self._mass(database, wrong)
            if mass:
                weight, left = 1, self._rows
                for x, k in zip(atoms, counts, strict=True):
                    weight *= comb(left, k) * whole[x] ** k
                    left -= k
                total += weight * mass
        return total / unit**self._rows
