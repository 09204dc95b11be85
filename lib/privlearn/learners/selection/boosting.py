"""Confidence boosting: from a learner that succeeds with constant probability to any confidence.

Definitions
-----------
A base learner finds, with probability at least ``success``, a hypothesis of error at most alpha/2.  *Boosting* runs
it N times on fresh samples and keeps the hypothesis with the fewest errors on m further rows (the first one among
equals). It fails only if no run succeeded, or a good hypothesis has more than ``3 alpha m / 4`` errors there, or one
of error above alpha has at most so many.  N grows like log(1/beta), so asking for a sample polynomial in 1/beta or in
log(1/beta) is the same (BBKN14, footnote 4).

Selection by the data is *not* private; a private learner selects by the exponential mechanism (BBKN14, Claim 4.5).

>>> boosting_plan(Fraction(1, 4), Fraction(1, 10), Fraction(1, 2)).runs
5
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, floor
from typing import Any

from privlearn.concepts import Concept
from privlearn.exact import as_distribution, as_fraction, as_integer, as_probability, rational
from privlearn.exact.concentration import sum_between
from privlearn.exact.rationals import Number


@dataclass(frozen=True)
class BoostingPlan:
    """How often to run the base learner (``runs``) and on how many further ``rows`` to compare the hypotheses."""

    runs: int
    rows: int


def repetitions(beta: Number, success: Number) -> int:
    """Return the least N with ``(1 - success)^N <= beta / 2``, that is ``ceil(log(2/beta) / log(1/(1 - success)))``.

    Examples
    --------
    >>> [repetitions(Fraction(1, b), Fraction(1, 2)) for b in (10, 100)]
    [5, 8]
    """
    goal, miss = as_probability(beta, "beta") / 2, 1 - as_probability(success, "success")
    if goal == 0 or miss == 1:
        raise ValueError(f"beta and success must be above 0, got beta = {2 * goal}, success = {1 - miss}")
    runs = 0
    while miss**runs > goal:
        runs += 1
    return runs


def selection_bound(runs: int, rows: int, alpha: Number) -> Fraction:
    """Return the union bound on the failure of the selection, given that one hypothesis has error at most alpha/2.

    ``Pr[Bin(m, alpha/2) > t] + (N - 1) Pr[Bin(m, alpha) <= t]`` with ``t = 3 alpha m / 4``: binomial tails are monotone
    in the error, so this covers every distribution and every set of hypotheses.
    """
    n, m = as_integer(runs, "runs", least=1), as_integer(rows, "rows", least=0)
    a = as_probability(alpha, "alpha")
    most = floor(3 * a * m / 4)
    return sum_between(m, a / 2, most + 1, m) + (n - 1) * sum_between(m, a, 0, most)


def boosting_plan(alpha: Number, beta: Number, success: Number) -> BoostingPlan:
    """Return runs and rows with which boosting fails with probability at most ``beta``.

    Half of beta goes to "no run succeeded", half to the selection, whose rows are doubled and then bisected until
    :func:`selection_bound` is small enough (the result satisfies the bound; that it is the least is not claimed).

    Parameters
    ----------
    alpha, beta, success : numbers in (0, 1]
    """
    runs, goal = repetitions(beta, success), as_probability(beta, "beta") / 2
    if as_probability(alpha, "alpha") == 0:
        raise ValueError("alpha must be above 0")
    low, high = 0, 1
    while selection_bound(runs, high, alpha) > goal:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if selection_bound(runs, middle, alpha) <= goal else (middle, high)
    return BoostingPlan(runs, high)


def boosted_failure(base: Mapping[Concept, Number], target: Concept, distribution: Sequence[Number],
                    plan: BoostingPlan, alpha: Number) -> Fraction:
    """Return the exact probability that boosting ends with a hypothesis of error more than ``alpha``.

    Parameters
    ----------
    base : mapping
        Hypothesis (tuple of bits) -> probability that one run of the base learner returns it.
    target : tuple of bits
    distribution : sequence of numbers that sum to 1
        Few points of positive weight, see Notes.
    plan : BoostingPlan
    alpha : number

    Notes
    -----
    Given the further rows, the runs are independent and equally distributed, so the selected hypothesis, given its
    number v of errors, is distributed as a run given v; and v is the least of N draws.  Summed over all multisets of
    rows: ``C(m + atoms - 1, m)`` terms.
    """
    weights, limit = as_distribution(distribution, len(target)), as_fraction(alpha, "alpha")
    atoms = [x for x, weight in enumerate(weights) if weight]
    wrong: dict[tuple[int, ...], Any] = {}  # which atoms a hypothesis gets wrong -> probability
    for hypothesis, mass in base.items():
        pattern = tuple(int(hypothesis[x] != target[x]) for x in atoms)
        wrong[pattern] = wrong.get(pattern, 0) + rational(mass)
    bad = {p for p in wrong if sum(weights[x] for x, miss in zip(atoms, p, strict=True) if miss) > limit}
    total = rational(0)
    for counts, probability in row_counts([rational(weights[x]) for x in atoms], plan.rows):
        total += probability * _selects_bad(wrong, bad, counts, plan.runs)
    return as_fraction(total)


def row_counts(weights: list[Any], rows: int) -> list[tuple[tuple[int, ...], Any]]:
    """Return all vectors of counts of ``rows`` draws with their multinomial probabilities."""
    found: list[tuple[tuple[int, ...], int, Any]] = [((), rows, rational(1))]
    for k, weight in enumerate(weights):
        last = k == len(weights) - 1
        found = [((*counts, c), left - c, probability * comb(left, c) * weight**c)
                 for counts, left, probability in found for c in ([left] if last else range(left + 1))]
    return [(counts, probability) for counts, _, probability in found]


def _selects_bad(wrong: dict[tuple[int, ...], Any], bad: set[tuple[int, ...]], counts: tuple[int, ...],
                 runs: int) -> Any:
    by_value: dict[int, list[Any]] = {}
    for pattern, mass in wrong.items():
        value = sum(c for c, miss in zip(counts, pattern, strict=True) if miss)
        cell = by_value.setdefault(value, [rational(0), rational(0)])
        cell[0] += mass
        cell[1] += mass if pattern in bad else 0
    total, beyond = rational(0), rational(0)  # beyond: probability that one run has more errors than the value
    for value in sorted(by_value, reverse=True):
        mass, bad_mass = by_value[value]
        if bad_mass:
            total += ((beyond + mass) ** runs - beyond**runs) * bad_mass / mass
        beyond += mass
    return total
