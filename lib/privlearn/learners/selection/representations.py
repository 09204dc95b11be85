"""From a probabilistic representation to a private learner and back, with explicit constants.

Definitions
-----------
A probabilistic representation is a law over sets of hypotheses, written as *branches* ``(weight, hypotheses)``.  The
learner draws a set, independently of the sample, and runs the exponential mechanism over it: privacy is that of each
branch, whatever the weights.  If for every target and distribution some drawn hypothesis has error at most
alpha / 4 with probability 1 - beta / 2, and no set has more than K members, it fails on n examples with
probability at most

    beta / 2  +  e^(-c alpha n)  +  (K-1) e^(-alpha n / 8)  +  (K-1) e^(-epsilon alpha n / 16)

with ``c = (3/2 ln(3/2) - 1/2) / 4``, about 1/36.97: no good hypothesis was drawn; the good one errs on 3/8 alpha n
rows or more; a bad one errs on at most 1/2 alpha n; all behave, their scores are alpha n / 8 apart, and a bad one
is drawn all the same.  How many rows make the sum small: :mod:`~privlearn.learners.selection.representation_rows`.

Back: K independent runs of a private learner on *one fixed* database are a representation, because a change of all n
rows costs a factor ``e^(-epsilon n)`` and no more.

>>> halves = ((Fraction(1, 2), ((0,),)), (Fraction(1, 2), ((0,), (1,))))
>>> representation_learner(halves, 4)(((0, 1),)).exact()
{(0,): Fraction(2, 3), (1,): Fraction(1, 3)}
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from privlearn.concepts import Concept
from privlearn.exact import Bracket, as_distribution, as_exp_epsilon, as_fraction, as_integer, as_probability, rational
from privlearn.exact.rationals import Number, numerator_denominator, rational_square_root
from privlearn.laws import Law, choice
from privlearn.learners.generic.occam import moment_bound
from privlearn.learners.selection.boosting import row_counts
from privlearn.learning import error
from privlearn.learning.labelled import check_labelled, errors
from privlearn.mechanisms import Promise, PromisedMechanism, from_scores, replace_one


def success_on_every_database(rows: int, exp_epsilon: Number, success: Number, real: Number = 1) -> Fraction:
    """Return ``success / (1 + real (e^epsilon - 1))^rows``: what a private learner keeps of its success elsewhere.

    Parameters
    ----------
    rows : int, at least 0
    exp_epsilon : number of at least 1
    success : number in [0, 1]
        On a sample.
    real : number in [0, 1]
        The probability that a row of the sample is another one than that of the fixed database; if that holds
        whatever the learner can rely on, all rows are replaced.

    Notes
    -----
    Guarantee: on ``m`` replaced rows a factor ``e^(epsilon m)`` is lost at most, and m is binomial, so the success is
    at most the mean of that factor times what is left.

    Examples
    --------
    >>> success_on_every_database(2, 3, Fraction(1, 2)), success_on_every_database(2, 3, Fraction(1, 2), Fraction(1, 2))
    (Fraction(1, 18), Fraction(1, 8))
    """
    lost = 1 + as_probability(real, "real") * (as_exp_epsilon(exp_epsilon) - 1)
    return as_probability(success, "success") / lost ** as_integer(rows, "rows", least=0)


Branches = Sequence[tuple[Fraction, Sequence[Concept]]]

BITS = 96


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


def representation_failure_bound(branches: Any, target: Concept, distribution: Sequence[Number], rows: int,
                                 exp_epsilon: Number, alpha: Number) -> Fraction:
    """Return an exact rational upper bound on the learner's failure on one target and one distribution.

    The weight of the branches without a good hypothesis, and for each other branch its
    :func:`~privlearn.learners.generic.occam.moment_bound`, at most 1.  No sample is enumerated.
    """
    root, limit = rational_square_root(as_exp_epsilon(exp_epsilon), "exp_epsilon"), as_fraction(alpha, "alpha")
    weights, total = as_distribution(distribution, len(target)), Fraction(0)
    for weight, hypotheses in as_branches(branches):
        lost = Fraction(1)
        if min(error(weights, target, h) for h in hypotheses) <= limit:
            lost = min(lost, moment_bound(hypotheses, target, weights, rows, root, limit))
        total += weight * lost
    return total


def representation_failure(branches: Any, target: Concept, distribution: Sequence[Number], rows: int,
                           exp_epsilon: Number, alpha: Number, bits: int = BITS) -> Bracket:
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
    base, limit = rational(rational_square_root(as_exp_epsilon(exp_epsilon), "exp_epsilon")), as_fraction(alpha)
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
    for times, probability in row_counts([rational(weights[x]) for x in atoms], rows):
        counts = dict(zip(atoms, times, strict=True))
        lost = sum((weight * _bad_share(plan, counts, power) for weight, plan in plans), rational(0))
        top, bottom = numerator_denominator(probability * lost)
        low, high = low + (top << bits) // bottom, high - (-(top << bits) // bottom)
    return Bracket(Fraction(low, 1 << bits), Fraction(high, 1 << bits))


def _bad_share(plan: list[tuple[tuple[int, ...], int, bool]], counts: dict[int, int],
               power: Callable[[int], Any]) -> Any:
    bad, everything = rational(0), rational(0)
    for missed, count, wrong in plan:
        mass = count * power(sum(counts[x] for x in missed))
        everything += mass
        bad += mass if wrong else 0
    return bad / everything
