"""Replicability: on another sample from the same distribution, with the same coins, the same output.

Definitions
-----------
An algorithm gets a sample S of n independent rows and coins r.  Its *agreement* in k runs is the probability that
``A(S_1; r) = ... = A(S_k; r)``, over k independent samples and one draw of the coins.  It is *rho-replicable* if for
every distribution of the rows its agreement in two runs is at least ``1 - rho`` (Impagliazzo, Lei, Pitassi and Sorrell
2022).  With ``p_r`` the law of the output for fixed coins, the agreement is the mean over r of ``sum_o p_r(o)^k``.

Where the coins are not given, but only the law of the output on every sample (as a private algorithm is), it can be run
by correlated sampling (:mod:`~privlearn.laws.correlated_sampling`), and is replicable if its law hardly depends on the
sample; :func:`correlated_run` says how much.

>>> coin, threshold = {0: Fraction(1, 2), 1: Fraction(1, 2)}, uniform((1, 2, 3))
>>> agreement(lambda rows, t: sum(rows) >= t, coin, 3, coins=threshold)  # 1 - C(6, 3) / 2^6
Fraction(11, 16)
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

from privlearn.exact import TooLargeToEnumerate, as_fraction, as_integer
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number
from privlearn.laws import Law, choice, uniform
from privlearn.laws.correlated_sampling import disagreement_bound, table_disagreement
from privlearn.laws.divergences import table_hockey_stick
from privlearn.laws.law import as_law
from privlearn.learning.distributions import LARGEST_COLLECTION, Database, multisets

Algorithm = Callable[[Database, Any], Any]
Rows = Law | Mapping[Any, Number]


def _row_table(distribution: Rows) -> dict[Any, Fraction]:
    return (distribution if isinstance(distribution, Law) else choice(distribution)).exact()


def ordered_samples(distribution: Rows, rows: int) -> Iterator[tuple[Database, Fraction]]:
    """Yield every sequence of so many independent rows with its probability.

    Raises
    ------
    TooLargeToEnumerate
        If there are too many.
    """
    table, n = _row_table(distribution), as_integer(rows, "rows", least=0)
    _refuse_many(len(table) ** n)
    return ((tuple(row for row, _ in drawn), prod((p for _, p in drawn), start=Fraction(1)))
            for drawn in product(table.items(), repeat=n))


def unordered_samples(distribution: Rows, rows: int) -> Iterator[tuple[Database, Fraction]]:
    """Yield one order of every multiset of so many independent rows with the probability of the multiset.

    Raises
    ------
    TooLargeToEnumerate
        If there are too many.
    """
    table, n = _row_table(distribution), as_integer(rows, "rows", least=0)
    _refuse_many(comb(len(table) + n - 1, n))
    for counts in multisets(range(len(table)), n):
        probability, left = Fraction(1), n
        for p, k in zip(table.values(), counts, strict=True):
            probability, left = probability * comb(left, k) * p**k, left - k
        yield tuple(row for row, k in zip(table, counts, strict=True) for _ in range(k)), probability


def _refuse_many(samples: int) -> None:
    if samples > LARGEST_COLLECTION:
        raise TooLargeToEnumerate("the set of samples", samples, LARGEST_COLLECTION)


def agreement(algorithm: Algorithm, distribution: Rows, rows: int, *, coins: Law, runs: int = 2) -> Fraction:
    """Return the probability that an algorithm has the same output on independent samples, its coins being shared.

    Parameters
    ----------
    algorithm : callable
        ``(database, coins) -> output``, hashable.
    distribution : law or mapping
        Of a row; rows are drawn independently.
    rows : int
        Of each sample.
    coins : Law
        Of what all runs share.
    runs : int
        At least 1.

    Notes
    -----
    More runs agree at least as often as :func:`agreement_bound` says.  Cost: one output for each sequence of rows and
    each value of the coins.
    """
    k, law = as_integer(runs, "runs", least=1), as_law(coins, "coins").exact()
    samples = list(ordered_samples(distribution, rows))
    total = Fraction(0)
    for r, weight in law.items():
        outputs: Counter[Any] = Counter()
        for database, p in samples:
            outputs[algorithm(database, r)] += p  # type: ignore[assignment]  # masses, not counts
        total += weight * sum(mass**k for mass in outputs.values())
    return total


@formula("at least", where=("0 <= same <= 1", "runs >= 1"), tex={"same": r"(1 - \rho)", "runs": "k"},
         corners={"same": (0, Fraction(1, 5), Fraction(1, 2), 1), "runs": (2, 3, 5, 0)},
         loose={"0 <= same <= 1": "no probability is above 1", "runs >= 1": "no runs agree surely"})
def agreement_bound(same: Value, runs: int) -> Value:
    """Return how often at least more runs agree if two agree with probability ``same``.

    Notes
    -----
    For fixed coins ``sum_o p(o)^k`` is the mean of ``p(o)^(k - 1)`` over an output o drawn by p, and by Jensen's
    inequality at least the power of the mean; so is the mean over the coins.  Equality: the output is uniform on a
    number of values that does not depend on the coins.

    Examples
    --------
    >>> agreement_bound(Fraction(2, 3), 3)
    Fraction(4, 9)
    """
    return same ** (runs - 1)


def threshold_rule(database: Database, threshold: int) -> int:
    """Return 1 if at least ``threshold`` of the rows, which are bits, are 1, else 0.

    With a shared threshold, uniform in 1..n, two runs differ with probability ``E|K - K'| / n``, where K and K' are
    their numbers of ones: at most ``C(2n, n) / 4^n``, what it is for a fair coin.
    """
    return int(sum(database) >= threshold)


def replicable_majority(database: Database) -> Law:
    """Return the law of :func:`threshold_rule` over a uniform threshold: 1 with the probability that is observed.

    Raises
    ------
    ValueError
        If there is no row.
    """
    if not database:
        raise ValueError("database must not be empty: there is no majority of nothing")
    return uniform(range(1, len(database) + 1)).map(lambda threshold: threshold_rule(database, threshold))


@dataclass(frozen=True)
class CorrelatedRun:
    """How alike two runs of an algorithm on independent samples are.

    Attributes
    ----------
    disagreement : Fraction
        The probability that their outputs differ, by correlated sampling.
    bound : Fraction
        The mean of ``2 TV / (1 + TV)`` for the laws of the two runs, at least ``disagreement``.
    distance : Fraction
        The mean of TV for the laws of the two runs.
    to_mean : Fraction
        The mean total variation distance of the law of a run from the law of the output over everything: that of an
        algorithm which knows the distribution but not the sample.  Between half of ``distance`` and all of it.
    own_coins : Fraction
        The probability that their outputs differ if each run has coins of its own.
    """

    disagreement: Fraction
    bound: Fraction
    distance: Fraction
    to_mean: Fraction
    own_coins: Fraction


def correlated_run(algorithm: Callable[[Database], Law], distribution: Rows, rows: int) -> CorrelatedRun:
    """Compare two runs, on independent samples, of an algorithm that ignores the order of its rows.

    Parameters
    ----------
    algorithm : callable
        Database -> Law; a private mechanism, say.
    distribution : law or mapping
        Of a row.
    rows : int
        Of each of the two samples.

    Notes
    -----
    Samples with equal laws are counted once.  Cost: one law for each multiset, the square of the number of different
    laws, times the number of outputs.

    Examples
    --------
    >>> found = correlated_run(replicable_majority, {0: Fraction(1, 2), 1: Fraction(1, 2)}, 3)
    >>> found.disagreement, found.own_coins
    (Fraction(5, 16), Fraction(1, 2))
    """
    laws: dict[frozenset, tuple[dict[Any, Any], Fraction]] = {}
    for database, p in unordered_samples(distribution, rows):
        table = as_law(algorithm(database), "what algorithm returns").masses()
        key = frozenset(table.items())
        laws[key] = table, p + (laws[key][1] if key in laws else 0)
    parts = list(laws.values())
    mean: dict[Any, Fraction] = {}
    for table, p in parts:
        for outcome, mass in table.items():
            mean[outcome] = mean.get(outcome, Fraction(0)) + as_fraction(mass) * p
    disagreement = bound = distance = Fraction(0)
    for place, (left, p) in enumerate(parts):
        for right, q in parts[:place]:
            apart, both = table_hockey_stick(left, right, 1)[0], 2 * p * q
            disagreement += both * table_disagreement(left, right)
            bound, distance = bound + both * disagreement_bound(apart), distance + both * apart
    overall = choice(mean).masses()
    to_mean = sum((p * table_hockey_stick(table, overall, 1)[0] for table, p in parts), Fraction(0))
    collision = sum((mass**2 for mass in mean.values()), Fraction(0))
    return CorrelatedRun(disagreement, bound, distance, to_mean, own_coins=1 - collision)
