"""The improper learner of points as an independent noise learner, at its own confidence or any constant one.

Definitions
-----------
The class is that of the point functions on T points and the zero function.  The *inner* learner gives up with
probability ``abort``, keeps each row with probability ``keep``, and returns the concept that fits the rows kept, the
zero function if it does; the outer one adds noise at rate ``noise``.  This is A2 of BBKN14 (``keep = alpha/4``,
``abort = noise = alpha/8``), and its Example 5.7.  The inner learner by itself is not private at all: it never names
a point that no row shows.

The target j has mass w.  With m rows, the rows kept show j with probability ``1 - (1 - keep w)^m``; then the inner
concept is the target, else it is zero, whose error is w.

>>> point_inner_failure(Fraction(1, 2), rows=3, alpha=Fraction(1, 4), keep=Fraction(1, 2), abort=0)  # (3/4)^3
Fraction(27, 64)
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from privlearn.concepts import Concept, ConceptClass, point_functions
from privlearn.exact import (Bracket, Undecided, as_distribution, as_fraction, as_integer, as_probability, log_bracket,
                             rational)
from privlearn.exact.formulas import Value, ceil, formula, ln
from privlearn.exact.rationals import Number
from privlearn.laws import Law, bernoulli, pure
from privlearn.learners.noise.inner_and_outer import IndependentNoiseLearner
from privlearn.learners.points.inner_concept import ZERO, as_concept, as_point_rows
from privlearn.mechanisms.neighbours import Database
from privlearn.mechanisms.subsampling import kept_rows


def points_and_zero(size: int) -> ConceptClass:
    """Return the ``size`` point functions and, as the last concept, the function that is 0 everywhere."""
    return point_functions(size).union(ConceptClass.from_matrix([[0] * size]))


def point_inner(database: Database, *, size: int, keep: Number, abort: Number) -> Law:
    """Return the law of the inner learner of points: a random subset of the rows, and the concept that fits it.

    With probability ``abort`` the outcome is ``None``.  Else each row is kept with probability ``keep``; rows with no
    label (``None``, a star) are dropped; ``None`` if no concept of :func:`points_and_zero` fits all rows kept, the
    zero function if it does, else the point function that does.

    Parameters
    ----------
    database : tuple of (x, y) or None
    size : int
    keep, abort : numbers in [0, 1]

    Notes
    -----
    Read from BBKN14, Example 5.7, and listed subset by subset: two to the number of rows.  The same law, in
    polynomial time, is :func:`~privlearn.learners.points.inner_concept.subsampled_point`.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> point_inner(((1, 1),), size=2, keep=half, abort=half).exact()[0, 1]
    Fraction(1, 4)
    """
    rows = as_point_rows(database, size)
    zero_first = points_and_zero(size).rows()[::-1]

    def fitting(kept: Sequence[Any]) -> Concept | None:
        labelled = [row for row in kept if row is not None]
        return next((c for c in zero_first if all(c[x] == y for x, y in labelled)), None)

    concept = kept_rows(rows, keep).map(fitting)
    return bernoulli(as_probability(abort, "abort")).then(lambda stop: pure(None) if stop else concept)


def point_pair(size: int, *, keep: Number, abort: Number, noise: Number) -> IndependentNoiseLearner:
    """Return A2 with free rates as an independent noise learner of :func:`points_and_zero`."""
    def inner(database: Any) -> Law:
        return point_inner(database, size=size, keep=keep, abort=abort)

    return IndependentNoiseLearner(inner, points_and_zero(size), as_probability(noise, "noise"))


def point_inner_failure(mass: Number, *, rows: int, alpha: Number, keep: Number, abort: Number) -> Fraction:
    """Return the probability that the inner concept has error more than ``alpha`` or there is none.

    Parameters
    ----------
    mass : number in [0, 1]
        Probability of the target's point; 0 for the target zero.
    rows : int
    alpha : number in [0, 1]
    keep, abort : numbers in [0, 1]
    """
    w, p, stop = as_probability(mass, "mass"), as_probability(keep, "keep"), as_probability(abort, "abort")
    unseen = (1 - p * w) ** as_integer(rows, "rows", least=0)
    return stop + (1 - stop) * unseen if w > as_probability(alpha, "alpha") else stop


def noisy_error_tail(distribution: Sequence[Number], target: Concept, concept: Concept, noise: Number,
                     alpha: Number) -> Fraction:
    """Return ``Pr[error(target, h) > alpha]`` for ``h`` the ``concept`` with independent noise.

    Cost: O(T x number of different errors).

    Examples
    --------
    >>> noisy_error_tail((Fraction(1, 2),) * 2, (1, 0), (0, 0), Fraction(1, 4), Fraction(1, 2))  # both points wrong
    Fraction(3, 16)
    """
    weights, q = as_distribution(distribution, len(target)), as_probability(noise, "noise")
    unit, errors = lcm(*(weight.denominator for weight in weights)), {0: rational(1)}  # masses in units
    for weight, wanted, value in zip(weights, target, concept, strict=True):
        wrong = rational(q if wanted == value else 1 - q)
        following: dict[int, Any] = {}
        for total, mass in errors.items():
            for reached, share in ((total, 1 - wrong), (total + int(weight * unit), wrong)):
                following[reached] = following.get(reached, 0) + mass * share
        errors = following
    limit = as_probability(alpha, "alpha") * unit
    return as_fraction(sum((mass for total, mass in errors.items() if total > limit), rational(0)))


def point_outer_failure(target: int, distribution: Sequence[Number], *, rows: int, alpha: Number, keep: Number,
                        abort: Number, noise: Number, concepts: ConceptClass | None = None) -> Fraction:
    """Return the probability that the outer hypothesis has error more than ``alpha`` or there is none.

    Parameters
    ----------
    target : int
        A point, or ``ZERO``.
    distribution : sequence of numbers that sum to 1
    rows : int
    alpha, keep, abort, noise : numbers in [0, 1]
    concepts : ConceptClass, optional
        The class that step (c) tests; by default :func:`points_and_zero`.

    Examples
    --------
    >>> game = dict(rows=9, alpha=Fraction(1, 4), keep=Fraction(1, 2), abort=0, noise=Fraction(1, 8))
    >>> point_outer_failure(0, (0, 1), **game), point_outer_failure(0, (0, 1), **game, concepts=point_functions(2))
    (Fraction(1, 8), Fraction(1, 1))
    """
    places = as_distribution(distribution)
    size, goal = len(places), as_concept(target, len(places))
    members = set((points_and_zero(size) if concepts is None else concepts).rows())
    zero, wanted = (0,) * size, tuple(int(x == goal) for x in range(size))
    stop, mass = as_probability(abort, "abort"), Fraction(0) if goal == ZERO else places[as_integer(goal, "target")]
    unseen = (1 - as_probability(keep, "keep") * mass) ** as_integer(rows, "rows", least=0)
    failure = stop
    for concept, weight in ((zero, unseen), (wanted, 1 - unseen)):
        tail = noisy_error_tail(places, wanted, concept, noise, alpha) if concept in members else Fraction(1)
        failure += (1 - stop) * weight * tail
    return failure


@dataclass(frozen=True)
class ConfidenceRates:
    """Rates of A2 for any constant confidence; see :func:`confidence_rates`."""

    abort: Fraction
    noise: Fraction
    keep: Fraction
    kept_needed: int
    rows: int


@formula("rows", where=("0 < alpha < 1", "0 < beta < 1"), tex={"alpha": r"\alpha'", "beta": r"\beta'"}, corners={
    "alpha": (Fraction(1, 1000), Fraction(2, 5), Fraction(2)), "beta": (
        Fraction(1, 2), Fraction(1, 10**20), Fraction(8))},
    loose={"0 < alpha < 1": "no error is above 1", "0 < beta < 1": "no probability is above 1"})
def kept_rows_needed(alpha: Value, beta: Value) -> Value:
    """Return so many kept rows that some of them shows a target of mass ``alpha/2``, but for ``beta/4``.

    Examples
    --------
    >>> kept_rows_needed(Fraction(1, 4), Fraction(1, 2))
    17
    """
    return ceil(2 / alpha * ln(4 / beta))


def confidence_rates(alpha: Number, beta: Number) -> ConfidenceRates:
    """Return rates and rows at which A2 fails with probability at most ``beta``, still ln(4)-private.

    With ``abort = beta/4``, ``noise = alpha beta/8``, ``keep = 2 noise``, ``kept_needed = ceil((2/alpha) ln(4/beta))``
    and ``rows = ceil(max(2 kept_needed, 8 ln(4/beta)) / keep)`` each of four ways to fail has probability at most
    ``beta/4``: giving up, too few rows kept, none of them the target's, too much noise.

    Parameters
    ----------
    alpha, beta : numbers in (0, 1)

    Notes
    -----
    ``rows`` grows like ``1 / beta``, not like ``log(1 / beta)``.

    References
    ----------
    BBKN14, after Example 5.7, which gives no rates.

    Examples
    --------
    >>> confidence_rates(Fraction(1, 4), Fraction(1, 2)).rows
    1088
    """
    a, b = as_fraction(alpha, "alpha"), as_fraction(beta, "beta")
    if not (0 < a < 1 and 0 < b < 1):
        raise ValueError(f"alpha and beta must lie strictly between 0 and 1, got {a} and {b}")
    noise, log = a * b / 8, log_bracket(4 / b)
    needed = kept_rows_needed(a, b)
    return ConfidenceRates(b / 4, noise, 2 * noise, needed,
                           max(math.ceil(needed / noise), _least_above(4 / noise * log)))


def _least_above(value: Bracket) -> int:
    low, high = math.ceil(value.lower), math.ceil(value.upper)
    if low != high:
        raise Undecided(f"cannot round {value} up: ask for more bits")
    return low
