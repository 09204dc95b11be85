"""From a probabilistic representation to a private learner and back, with explicit constants.

Definitions
-----------
A probabilistic representation is a law over sets of hypotheses, written as *branches* ``(weight, hypotheses)``.  The
learner draws a set, independently of the sample, and runs the exponential mechanism over it: privacy is that of each
branch, whatever the weights.  If for every target and distribution some drawn hypothesis has error at most
accuracy / 4 with probability 1 - confidence / 2, and no set has more than K members, it fails on n examples with
probability at most

    confidence / 2  +  e^(-c accuracy n)  +  (K-1) e^(-accuracy n / 8)  +  (K-1) e^(-privacy accuracy n / 16)

with ``c = (3/2 ln(3/2) - 1/2) / 4``, about 1/36.97: no good hypothesis was drawn; the good one errs on 3/8 accuracy n
rows or more; a bad one errs on at most 1/2 accuracy n; all behave, their scores are accuracy n / 8 apart, and a bad one
is drawn all the same.

Back: K independent runs of a private learner on *one fixed* database are a representation, because a change of all n
rows costs a factor ``e^(-privacy n)`` and no more.

>>> halves = ((Fraction(1, 2), ((0,),)), (Fraction(1, 2), ((0,), (1,))))
>>> representation_learner(halves, 4)(((0, 1),)).exact()
{(0,): Fraction(2, 3), (1,): Fraction(1, 3)}
>>> representation_learner_rows(3, Fraction(9, 4), Fraction(1, 4), Fraction(1, 4))
573
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import ceil
from typing import Any

from privlearn.concepts import Concept
from privlearn.exact import Bracket, Undecided, as_bracket, as_exp_epsilon, as_integer, exp_bracket, log_bracket
from privlearn.exact.rationals import Number, as_fraction, as_inner_probability, rational, rational_square_root
from privlearn.laws import Law, choice
from privlearn.learners.occam import moment_bound
from privlearn.learners.pac import as_distribution, error, samples
from privlearn.mechanisms import Promise, PromisedMechanism, errors, from_scores, replace_one
from privlearn.mechanisms.exponential import check_labelled

Branches = Sequence[tuple[Fraction, Sequence[Concept]]]

BITS = 96
BAD, CHOICE = 8, 16  # the constants of the last two terms


def as_branches(branches: Any) -> tuple[tuple[Fraction, tuple[Concept, ...]], ...]:
    """Return a representation (its branches, or an object that has them) as a tuple of ``(weight, hypotheses)``.

    Raises
    ------
    ValueError
        If a set is empty, the weights are no probability vector, or hypotheses differ in length.
    """
    listed = tuple((as_fraction(weight, "weight"), tuple(map(tuple, hypotheses)))
                   for weight, hypotheses in getattr(branches, "branches", branches))
    if not listed or any(not hypotheses for _, hypotheses in listed):
        raise ValueError("branches must not be empty, nor their sets of hypotheses")
    if any(weight < 0 for weight, _ in listed) or sum(weight for weight, _ in listed) != 1:
        raise ValueError("weights of the branches must be non-negative and sum to 1")
    if len({len(h) for _, hypotheses in listed for h in hypotheses}) != 1:
        raise ValueError("hypotheses must all have the same number of points")
    return listed


def representation_learner(branches: Any, exp_epsilon: Number) -> PromisedMechanism:
    """Return the learner: draw a set of hypotheses, then choose among them by the exponential mechanism.

    Parameters
    ----------
    branches : sequence of (weight, hypotheses), or an object with such ``branches``
        Hypotheses are bit tuples, and so are the outcomes.
    exp_epsilon : number above 1
        The square of a rational, so that all laws are rational.

    Notes
    -----
    Guarantee: ``replace_one`` with ratio ``exp_epsilon``, since the set is drawn independently of the database.

    References
    ----------
    FX15, Theorem 2.5, after KLNRS11.
    """
    sets, ratio = as_branches(branches), as_exp_epsilon(exp_epsilon)
    if ratio == 1:
        raise ValueError("exp_epsilon must be above 1: with epsilon = 0 the sample would not matter")
    base, points = rational_square_root(ratio, "exp_epsilon"), len(sets[0][1][0])
    draw = choice({k: weight for k, (weight, _) in enumerate(sets) if weight})

    def law(database: Any) -> Law:
        check_labelled(database, points)
        return draw.then(lambda k: from_scores({h: -errors(h, database) for h in sets[k][1]}, base))

    return PromisedMechanism(law, Promise(ratio, replace_one), "exponential mechanism over a representation")


def private_rows(first: Number, second: Number, hypotheses: int, exp_epsilon: Number, accuracy: Number,
                 confidence: Number) -> int:
    """Return ``ceil(max(first / epsilon, second) ln(4 K / confidence) / accuracy)``.

    Parameters
    ----------
    first, second : numbers of at least 0
        The constants of the private and of the other part; ``(16, 0)`` for a proper learner, ``(64, 0)`` to double the
        accuracy of a representation.
    hypotheses : int
        K, at least 1.
    exp_epsilon : number above 1
        ``epsilon`` is its natural logarithm.
    accuracy, confidence : numbers in (0, 1)

    Raises
    ------
    Undecided
        If 1024 bits do not settle the ceiling.
    """
    k, r = as_integer(hypotheses, "hypotheses", least=1), as_exp_epsilon(exp_epsilon)
    a, b = as_inner_probability(accuracy, "accuracy"), as_inner_probability(confidence, "confidence")
    if r == 1:
        raise ValueError("exp_epsilon must be above 1: with epsilon = 0 no number of rows is enough")
    for bits in (64, 256, 1024):
        share = as_fraction(first, "first") / log_bracket(r, bits)
        factor = Bracket(max(share.lower, second), max(share.upper, second))
        rows = factor * log_bracket(4 * k / b, bits) / a
        if ceil(rows.lower) == ceil(rows.upper):
            return ceil(rows.upper)
    raise Undecided("cannot decide the ceiling of the number of rows")


def representation_learner_rows(hypotheses: int, exp_epsilon: Number, accuracy: Number, confidence: Number) -> int:
    """Return ``ceil(max(16 / epsilon, 37) ln(4 K / confidence) / accuracy)``, enough for the learner of this module.

    Guarantee: for every (accuracy / 4, confidence / 2)-representation by sets of at most K hypotheses.  The sum of
    :func:`failure_terms` is at most the confidence.
    """
    return private_rows(16, 37, hypotheses, exp_epsilon, accuracy, confidence)


def agnostic_learner_rows(hypotheses: int, exp_epsilon: Number, accuracy: Number, confidence: Number) -> int:
    """Return ``ceil(max(16 / (epsilon accuracy), 32 / accuracy^2) ln(4 K / confidence))``, enough without a target."""
    return private_rows(16, 32 / as_inner_probability(accuracy, "accuracy"), hypotheses, exp_epsilon, accuracy,
                        confidence)


def good_exponent() -> Bracket:
    """Bracket ``(3/2 ln(3/2) - 1/2) / 4``, the exponent with which a good hypothesis looks bad; above 1/37."""
    return (log_bracket(Fraction(3, 2), BITS) * Fraction(3, 2) - Fraction(1, 2)) / 4


def failure_terms(hypotheses: int, exp_epsilon: Number, accuracy: Number, confidence: Number,
                  rows: int) -> tuple[Bracket, Bracket, Bracket, Bracket]:
    """Bracket the four terms of the failure bound (see the module)."""
    k, n = as_integer(hypotheses, "hypotheses", least=1), as_integer(rows, "rows", least=0)
    a, b = as_inner_probability(accuracy, "accuracy"), as_inner_probability(confidence, "confidence")
    epsilon = log_bracket(as_exp_epsilon(exp_epsilon), BITS)
    return (as_bracket(b / 2), exp_bracket(-good_exponent() * (a * n), BITS),
            (k - 1) * exp_bracket(-a * n / BAD, BITS), (k - 1) * exp_bracket(-epsilon * (a * n / CHOICE), BITS))


def representation_failure_bound(branches: Any, target: Concept, distribution: Sequence[Number], rows: int,
                                 exp_epsilon: Number, accuracy: Number) -> Fraction:
    """Return an exact rational upper bound on the learner's failure on one target and one distribution.

    The weight of the branches without a good hypothesis, and for each other branch its
    :func:`~privlearn.learners.occam.moment_bound`, at most 1.  No sample is enumerated.
    """
    root, limit = rational_square_root(as_exp_epsilon(exp_epsilon), "exp_epsilon"), as_fraction(accuracy, "accuracy")
    weights, total = as_distribution(distribution, len(target)), Fraction(0)
    for weight, hypotheses in as_branches(branches):
        lost = Fraction(1)
        if min(error(weights, target, h) for h in hypotheses) <= limit:
            lost = min(lost, moment_bound(hypotheses, target, weights, rows, root, limit))
        total += weight * lost
    return total


def representation_failure(branches: Any, target: Concept, distribution: Sequence[Number], rows: int,
                           exp_epsilon: Number, accuracy: Number, bits: int = BITS) -> Bracket:
    """Bracket the learner's failure on one target and one distribution, to within ``2^-bits`` for each sample.

    Takes the arguments of :func:`representation_failure_bound`.  Every term of the sum over the samples is exact and
    then rounded to multiples of ``2^-bits``, down and up: the exact sum has a denominator of a hundred thousand digits.

    Notes
    -----
    Cost: every multiset of the atoms that ``rows`` draws can give; meant for distributions on two or three points.

    Examples
    --------
    >>> found = representation_failure(((Fraction(1), ((0,), (1,))),), (0,), (1,), 3, 4, Fraction(1, 4))
    >>> found.lower <= Fraction(1, 9) <= found.upper
    True
    """
    base, limit = rational(rational_square_root(as_exp_epsilon(exp_epsilon), "exp_epsilon")), as_fraction(accuracy)
    weights = as_distribution(distribution, len(target))
    atoms = [x for x, weight in enumerate(weights) if weight]
    power = cache(lambda k: base**-k)
    plans = []
    for weight, hypotheses in as_branches(branches):
        misses: dict[tuple[int, ...], int] = {}
        for h in hypotheses:
            missed = tuple(x for x in atoms if h[x] != target[x])
            misses[missed] = misses.get(missed, 0) + 1
        plans.append((rational(weight), [(missed, count, sum(weights[x] for x in missed) > limit)
                                         for missed, count in misses.items()]))
    low = high = 0
    for database, probability in samples(weights, target, rows):
        counts = dict.fromkeys(atoms, 0)
        for x, _ in database:
            counts[x] += 1
        lost = as_fraction(sum((weight * _bad_share(plan, counts, power) for weight, plan in plans), rational(0)))
        top, bottom = (probability.numerator * lost.numerator) << bits, probability.denominator * lost.denominator
        low, high = low + top // bottom, high - (-top // bottom)
    return Bracket(Fraction(low, 1 << bits), Fraction(high, 1 << bits))


def _bad_share(plan: list[tuple[tuple[int, ...], int, bool]], counts: dict[int, int],
               power: Callable[[int], Any]) -> Any:
    bad, everything = rational(0), rational(0)
    for missed, count, wrong in plan:
        mass = count * power(sum(counts[x] for x in missed))
        everything += mass
        bad += mass if wrong else 0
    return bad / everything


def drawn_hypotheses(rows: int, exp_epsilon: Number | Bracket, success: Number, confidence: Number) -> int:
    """Return ``ceil(e^(epsilon n) ln(1 / confidence) / success)``: so many runs on one fixed database represent it.

    Parameters
    ----------
    rows : int
        n, the learner's sample size.
    exp_epsilon : number of at least 1, or a Bracket of one
        The learner's privacy ratio.
    success : number in (0, 1]
        Of the learner, on every target and distribution.
    confidence : number in (0, 1)
        The set misses with at most this probability: each run is good with probability at least
        ``q = e^(-epsilon n) success``, and ``(1 - q)^K <= e^(-q K)``.

    Examples
    --------
    >>> drawn_hypotheses(1, 2, Fraction(2, 3), Fraction(1, 4))
    5
    """
    n, b = as_integer(rows, "rows", least=0), as_inner_probability(confidence, "confidence")
    ends, won = as_bracket(exp_epsilon), as_fraction(success, "success")
    as_exp_epsilon(ends.lower)
    if not 0 < won <= 1:
        raise ValueError(f"success must be above 0 and at most 1, got {won}")
    count = log_bracket(1 / b, BITS) * Bracket(ends.lower**n, ends.upper**n) / won
    if ceil(count.lower) != ceil(count.upper):
        raise Undecided(f"cannot tell whether {ceil(count.lower)} or {ceil(count.upper)} runs are enough")
    return ceil(count.upper)


def representation_lower_rows(hypotheses: int, exp_epsilon: Number | Bracket, success: Number,
                              confidence: Number) -> int:
    """Return the least n for which :func:`drawn_hypotheses` reaches a given size: fewer examples are not enough.

    Parameters
    ----------
    hypotheses : int
        k, the least size of a probabilistic representation of the class with this ``confidence``.
    exp_epsilon, success, confidence : see :func:`drawn_hypotheses`

    Examples
    --------
    >>> representation_lower_rows(100, 2, Fraction(3, 4), Fraction(1, 4))
    6
    """
    k, n = as_integer(hypotheses, "hypotheses", least=1), 0
    if as_bracket(exp_epsilon).lower <= 1:
        raise ValueError("exp_epsilon must be above 1: with epsilon = 0 no number of rows is enough")
    while drawn_hypotheses(n, exp_epsilon, success, confidence) < k:
        n += 1
    return n
