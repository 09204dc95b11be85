"""Efficient learners of points: the noise comes from a keyed family, the hypothesis is a key.

Definitions
-----------
A4, :func:`keyed_point_learner`, finds the concept of the rows as A1 does. Instead of flipping all its values it draws a
function of a :class:`~privlearn.learners.pseudorandom.families.KeyedFamily`: any one for the zero function, one that is
1 at j for the point j. A5, :func:`private_keyed_point_learner`, is A4 on a random subset of the rows, as A2 is A1. The
outcome is a key, ``None`` for "no hypothesis".

Few numbers of the family matter.  *Privacy*: if every point is 1 for a share of at least q of the keys, no key's
probability changes by more than ``1 + keep / ((1 - keep) q)``, and that of "no hypothesis" by no more than
``1 + (1 - abort) keep / abort``.  *Error*: only ``Pr[h(x) = 1 | h(j) = 1]`` enters, for pairs of points.

>>> from privlearn.learners.pseudorandom.short_keys import AffineFamily
>>> family = AffineFamily(bits=2, zeros=2)
>>> sorted(keyed_point_learner([(3, 1)], family=family).exact())  # the four keys (a, b) with 3 a + b = 0
[(0, 0), (1, 3), (2, 1), (3, 2)]
"""

from collections.abc import Sequence
from fractions import Fraction
from math import floor, lcm

from privlearn.exact import Bracket, as_distribution, as_fraction, as_integer, as_probability
from privlearn.exact.formulas import Value, formula
from privlearn.exact.intervals import ball, bracket_of
from privlearn.exact.rationals import Number
from privlearn.laws import Law, pure
from privlearn.learners.points.inner_concept import ZERO, Concept, Row, as_concept, consistent_point, subsampled_point
from privlearn.learners.points.noisy import as_alpha
from privlearn.learners.pseudorandom.families import KeyedFamily


def hypothesis_key(concept: Concept, *, family: KeyedFamily) -> Law:
    """Return the law of the key for a concept: any key for ``ZERO``, one whose function is 1 at j for the point j.

    Parameters
    ----------
    concept : int or None
        A point, ``ZERO``, or ``None``, which stays ``None``.
    family : KeyedFamily

    Notes
    -----
    Source: BBKN14, step (3)' of Section 4.2.1.
    """
    chosen = as_concept(concept, family.size)
    if chosen is None:
        return pure(None)
    return family.keys() if chosen == ZERO else family.keys_through(chosen)


def keyed_point_learner(database: Sequence[Row], *, family: KeyedFamily) -> Law:
    """Return the law of algorithm A4: the concept of the rows, hidden in a random function of the family.

    Parameters
    ----------
    database : sequence of (x, y) or None
        Points in ``0..family.size-1``.
    family : KeyedFamily
        Of bias ``alpha/4`` in the source.

    Returns
    -------
    Law
        Keys of the family, or ``None`` for rows that contradict each other.

    Notes
    -----
    With ``2 ln(4) / alpha`` rows labelled by a point function, and values that are pairwise independent and 1 with
    probability ``alpha/4``, the error exceeds alpha with probability at most 11/32.  Source: BBKN14, Section 4.2.1.
    """
    return hypothesis_key(consistent_point(database, size=family.size), family=family)


def private_keyed_point_learner_at(database: Sequence[Row], *, family: KeyedFamily, keep: Number,
                                   abort: Number) -> Law:
    """Return the law of algorithm A5 with free rates: ``subsampled_point``, then :func:`hypothesis_key`."""
    concept = subsampled_point(database, size=family.size, keep=keep, abort=abort)
    return concept.then(lambda chosen: hypothesis_key(chosen, family=family))


def private_keyed_point_learner(database: Sequence[Row], *, family: KeyedFamily, alpha: Number) -> Law:
    """Return the law of algorithm A5, the efficient private improper learner of points.

    Parameters
    ----------
    database : sequence of (x, y) or None
        Labelled examples and stars in any order.
    family : KeyedFamily
        Each point must be 1 for at least a share ``alpha/8`` of the keys: this is what privacy rests on.
    alpha : number, 0 < alpha <= 1/2

    Returns
    -------
    Law
        Keys of the family, or ``None`` for "no hypothesis".  Under ``replace_one`` (stars are rows) its ratio is below
        4; with the affine family at ``2^-zeros = alpha/4`` it is at most ``3 - alpha/4``, and only
        ``(8 - alpha) / (4 - alpha)`` at a key.

    Notes
    -----
    ``sample`` takes one coin for each row and one key: nothing of size ``2^d``.  Source: BBKN14, Section 4.2.1.

    Examples
    --------
    >>> from privlearn.learners.pseudorandom.short_keys import AffineFamily
    >>> law = private_keyed_point_learner([(0, 1), None], family=AffineFamily(3, 3), alpha=Fraction(1, 2)).exact()
    >>> law[None], len(law)
    (Fraction(1, 16), 65)
    """
    a = as_alpha(alpha)
    return private_keyed_point_learner_at(database, family=family, keep=a / 4, abort=a / 8)


@formula("equals", where=("0 < bias <= 1", "0 <= keep < 1"), tex={"bias": "q", "keep": "p"},
         corners={"bias": (Fraction(1, 16), Fraction(1)), "keep": (Fraction(1, 8), Fraction(2, 3))},
         loose={"0 < bias <= 1": "without it no key is 1 at some point, and the number is undefined",
                "0 <= keep < 1": "at 1 the number is undefined"})
def keyed_privacy_ratio(bias: Value, keep: Value) -> Value:
    """Return ``1 + keep / ((1 - keep) bias)``, the ratio of A5 at a key.

    Parameters
    ----------
    bias : number in (0, 1]
        The least share of keys whose function is 1 at a point.
    keep : number in [0, 1)

    Examples
    --------
    >>> keyed_privacy_ratio(Fraction(1, 8), Fraction(1, 8))
    Fraction(15, 7)
    """
    return 1 + keep / ((1 - keep) * bias)


def _sums(parts: Sequence[int], bias: Fraction) -> dict[int, int]:
    """Return sum -> weight over ``bias.denominator^len(parts)``, each part kept independently with chance ``bias``."""
    hit, miss = bias.numerator, bias.denominator - bias.numerator
    sums = {0: 1}
    for part in parts:
        grown = {total: weight * miss for total, weight in sums.items()}
        for total, weight in sums.items():
            grown[total + part] = grown.get(total + part, 0) + weight * hit
        sums = grown
    return sums


def random_function_failure(distribution: Sequence[Number], target: int, *, bias: Number, missed: Number,
                            alpha: Number) -> Fraction:
    """Return the exact failure of A4 with truly random functions, when the target is missed with a given probability.

    With probability ``missed`` the learner takes the zero function for the target, else it knows the target j and its
    hypothesis is 1 there; all other values are 1 independently with probability ``bias``.

    Parameters
    ----------
    distribution : sequence of numbers that sum to 1
    target : int
        The point j.
    bias, missed : numbers in [0, 1]
        ``missed`` is ``(1 - D(j))^n`` for n rows.
    alpha : number in [0, 1]
        Failure is an error of more than alpha.

    Notes
    -----
    Cost: points times distinct subset sums.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> random_function_failure((half, half), 0, bias=Fraction(1, 8), missed=0, alpha=Fraction(1, 4))
    Fraction(1, 8)
    """
    weights = as_distribution(distribution)
    j = as_integer(target, "target", least=0, most=len(weights) - 1)
    q, w, limit = as_probability(bias, "bias"), as_probability(missed, "missed"), as_fraction(alpha, "alpha")
    unit = lcm(*(weight.denominator for weight in weights))
    parts = [int(weight * unit) for x, weight in enumerate(weights) if x != j and weight]
    mass, sums, whole = int(weights[j] * unit), _sums(parts, q), q.denominator ** len(parts)
    most = floor(limit * unit)  # errors are whole numbers of units
    known = Fraction(sum(share for total, share in sums.items() if total > most), whole)
    unknown = Fraction(sum(share for total, share in sums.items() if total + mass > most), whole)
    return w * (q * known + (1 - q) * unknown) + (1 - w) * known


def keyed_failure_bound(mass: Number, *, rate: Number = Fraction(1, 4), exponent: Number = 2) -> Bracket:
    """Bracket ``w min(1, rate / (1 - t)) + (1 - w) rate`` with ``w = 4^(-exponent t)``, an upper bound on the failure.

    Parameters
    ----------
    mass : number, at least 0
        ``t = D(j) / alpha``, the target's mass in units of the accuracy.
    rate : number in (0, 1)
        The bias of the family, in units of alpha.
    exponent : number above 0
        The target is missed with probability at most ``4^(-exponent t)``: 2 for A4 with ``2 ln(4) / alpha`` rows,
        8 for A5 with ``32 ln(4) / alpha^2`` rows.

    Notes
    -----
    If the target is known, the error is the mass of the other points with value 1, of mean at most ``rate alpha``; if
    it is missed, at most ``alpha t`` plus that.  Both lines are Markov's inequality.

    Examples
    --------
    >>> keyed_failure_bound(Fraction(3, 4))
    Bracket(lower=Fraction(11, 32), upper=Fraction(11, 32))
    """
    t, r, e = as_fraction(mass, "mass"), as_probability(rate, "rate"), as_fraction(exponent, "exponent")
    if t < 0:
        raise ValueError(f"mass must not be negative, got {t}")
    excess = 1 - r if t >= 1 - r else r * t / (1 - t)
    return r + _power_of_four(-e * t) * excess


def _power_of_four(exponent: Fraction) -> Bracket:
    if (2 * exponent).denominator == 1:
        exact = Fraction(2) ** int(2 * exponent)
        return Bracket(exact, exact)
    return bracket_of(lambda: (ball(4).log() * ball(exponent)).exp())


def keyed_failure_supremum(*, rate: Number = Fraction(1, 4), exponent: Number = 2, cells: int = 64) -> Bracket:
    """Bracket the supremum of :func:`keyed_failure_bound` over all masses, hence over all targets and distributions.

    From ``1 - rate`` on the bound decreases.  Below, its derivative has the sign of ``1 - exponent ln(4) t (1 - t)``,
    which is decided on each of ``cells`` cells; where it changes sign both factors are bounded separately.

    Examples
    --------
    >>> keyed_failure_supremum()
    Bracket(lower=Fraction(11, 32), upper=Fraction(11, 32))
    """
    r, e = as_probability(rate, "rate"), as_fraction(exponent, "exponent")
    ends = [(1 - r) * k / as_integer(cells, "cells", least=1) for k in range(cells + 1)]
    values = [keyed_failure_bound(t, rate=r, exponent=e) for t in ends]
    highest = values[-1].upper
    for k, (a, b) in enumerate(zip(ends, ends[1:], strict=False)):
        slope = bracket_of(lambda a=a, b=b: 1 - ball(e) * ball(4).log() * ball(a, b) * (1 - ball(a, b)))  # type: ignore[misc]
        if slope.lower >= 0:
            highest = max(highest, values[k + 1].upper)
        elif slope.upper <= 0:
            highest = max(highest, values[k].upper)
        else:
            highest = max(highest, r + _power_of_four(-e * a).upper * (r * b / (1 - b)))
    return Bracket(max(value.lower for value in values), highest)
