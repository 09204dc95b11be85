"""The exact failure of the noisy learners of points, for any distribution and any number of rows.

Definitions
-----------
The target is the point ``j``, the rows are ``(x, [x = j])`` with ``x`` drawn from a distribution D.  A learner that
keeps each row with probability ``keep`` (A1: all) has the concept ``ZERO`` with probability
``w = (1 - keep D(j))^rows`` and ``j`` otherwise, whatever else it saw.  Then each value is flipped with probability
``noise``, so the error is a sum of independent terms: ``D(x)`` if the bit at ``x`` ends up wrong.

>>> half = Fraction(1, 2)
>>> error_tail((half, half), wrong=(1, 0), rate=Fraction(1, 4), threshold=half)  # 1 - 1/4 * 3/4
Fraction(13, 16)
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm

from privlearn.concepts import Concept
from privlearn.exact import as_distribution, as_fraction, as_integer, as_probability, binomial_tail, log_bracket
from privlearn.exact.formulas import Value, ceil, formula, ln
from privlearn.exact.rationals import Number
from privlearn.laws import choice
from privlearn.learners.points.inner_concept import ZERO
from privlearn.learners.points.noisy import flipped


def error_tail(distribution: Sequence[Number], *, wrong: Sequence[int], rate: Number, threshold: Number,
               inclusive: bool = True) -> Fraction:
    """Return the probability that the error is at least ``threshold`` after independent flips.

    Parameters
    ----------
    distribution : sequence of numbers that sum to 1
    wrong : sequence of bits, one for each point
        Where the concept is wrong before the flips.
    rate : number in [0, 1]
        Probability of each flip.
    threshold : number
    inclusive : bool
        If false, the probability that the error is *more than* ``threshold``.

    Notes
    -----
    Points are added one by one and equal sums merged: at most ``min(2^T, common denominator of D + 1)`` sums.
    """
    weights, p = as_distribution(distribution, len(wrong)), as_probability(rate, "rate")
    unit, limit = lcm(*(w.denominator for w in weights)), as_fraction(threshold, "threshold")
    flip, stay = p.numerator, p.denominator - p.numerator
    sums = {0: 1}
    for weight, bit in zip(weights, wrong, strict=True):
        step, chance = int(weight * unit), (flip, stay) if bit else (stay, flip)
        grown: dict[int, int] = {}
        for total, count in sums.items():
            for end, share in ((total, chance[0]), (total + step, chance[1])):
                grown[end] = grown.get(end, 0) + count * share
        sums = grown
    bound = limit * unit
    hit = sum(count for total, count in sums.items() if total > bound or (inclusive and total == bound))
    return Fraction(hit, p.denominator ** len(weights))


@lru_cache(maxsize=1 << 10)
def _power(base: Fraction, exponent: int) -> Fraction:
    return base**exponent


def miss_probability(mass: Number, rows: int, keep: Number = 1) -> Fraction:
    """Return ``(1 - keep mass)^rows``, the probability that no row at a point of this mass is kept.

    Examples
    --------
    >>> miss_probability(Fraction(1, 2), 3)
    Fraction(1, 8)
    """
    unseen = 1 - as_probability(keep, "keep") * as_probability(mass, "mass")
    return _power(unseen, as_integer(rows, "rows", least=0))


def point_failure(distribution: Sequence[Number], target: int, *, rows: int, alpha: Number, noise: Number,
                  keep: Number = 1, abort: Number = 0, inclusive: bool = False) -> Fraction:
    """Return the probability that the noisy learner's error is more than ``alpha``, or that it has no hypothesis.

    Parameters
    ----------
    distribution : sequence of numbers that sum to 1
    target : int
        The point that is labelled 1.
    rows : int
        Number of labelled rows.
    alpha : number
    noise, keep, abort : numbers in [0, 1]
        The rates of A2; with the defaults of ``keep`` and ``abort`` it is A1.
    inclusive : bool
        Count an error of exactly ``alpha`` as failure, too.

    Examples
    --------
    >>> point_failure((Fraction(1, 2), Fraction(1, 2)), 0, rows=1, alpha=Fraction(1, 4), noise=0)
    Fraction(1, 2)
    """
    weights = as_distribution(distribution)
    j = as_integer(target, "target", least=0, most=len(weights) - 1)
    give_up = as_probability(abort, "abort")
    miss = miss_probability(weights[j], rows, keep)
    tails = [error_tail(weights, wrong=[int(bit and x == j) for x in range(len(weights))], rate=noise,
                        threshold=alpha, inclusive=inclusive) for bit in (0, 1)]
    seen = give_up + (1 - give_up) * tails[0]
    return seen + miss * ((1 - give_up) * (tails[1] - tails[0]))  # one product with the long fraction, for speed


def noise_tail_uniform(points: int, *, rate: Number, threshold: Number) -> Fraction:
    """Return the probability that flips at ``rate`` hit at least the share ``threshold`` of ``points`` equal points."""
    n = as_integer(points, "points", least=1)
    return binomial_tail(n, rate, at_least=as_fraction(threshold, "threshold") * n)


def ceil_of_log4(factor: Number) -> int:
    """Return the least integer that is at least ``factor * ln 4``, decided with certified digits.

    Examples
    --------
    >>> ceil_of_log4(8)
    12
    """
    scale = as_fraction(factor, "factor")
    if scale <= 0:
        raise ValueError(f"factor must be positive, got {scale}")
    return _ceil_of_log4(scale)


@lru_cache(maxsize=1 << 10)
def _ceil_of_log4(scale: Fraction) -> int:
    bits = 64
    while True:  # ln 4 is irrational: more digits always decide
        value = log_bracket(4, bits=bits) * scale
        low, high = -(-value.lower // 1), -(-value.upper // 1)
        if low == high:
            return int(low)
        bits *= 2


@formula("rows", where=("alpha > 0",), tex={"2 * ln(4) / alpha": r"2\ln 4/\alpha"},
         corners={"alpha": (Fraction(-1), Fraction(1, 1000), Fraction(1, 2))},
         loose=dict.fromkeys(("2 * ln(4) / alpha -> 1 / alpha", "2 * ln(4)", "2", "ln(4)", "4"),
                             "a quarter of missing needs it; for failure 1/2 in all, 1/alpha rows pass"))
def noisy_sample_size(alpha: Value) -> Value:
    """Return ``ceil(2 ln 4 / alpha)``, the rows of A1."""
    return ceil(2 * ln(4) / alpha)


@formula("rows", where=("alpha > 0",), tex={"32 * ln(4) / alpha ** 2": r"32 \ln 4/\alpha^2"},
         corners={"alpha": (Fraction(1, 40), Fraction(1, 8), Fraction(49, 100))},
         loose={"alpha > 0": "an error is not negative, and at 0 the number is not defined"})
def improper_sample_size(alpha: Value) -> Value:
    """Return ``ceil(32 ln 4 / alpha^2)``, the labelled rows of A2, whatever the size of the domain.

    Examples
    --------
    >>> improper_sample_size(Fraction(1, 4))
    710
    """
    return ceil(32 * ln(4) / alpha**2)


def noisy_point_hypotheses(size: int, point: int, distribution: Sequence[Number], rows: int,
                           alpha: Number) -> dict[Concept, Fraction]:
    """Return the law of the hypothesis of BBKN14's Algorithm A1 on ``rows`` random examples of one point function.

    A1 starts from the target if its point was seen, else from the constant 0, and flips every value independently with
    probability ``alpha / 8``.

    Parameters
    ----------
    size, point : int
        The target is 1 at ``point`` only, among ``size`` points.
    distribution : sequence of numbers that sum to 1
    rows : int
    alpha : number in [0, 1]

    Examples
    --------
    >>> law = noisy_point_hypotheses(2, 0, (Fraction(1, 2), Fraction(1, 2)), 1, Fraction(4, 5))
    >>> law[1, 0] == Fraction(1, 2) * Fraction(81, 100) + Fraction(1, 2) * Fraction(9, 100)
    True
    """
    n = as_integer(size, "size", least=1)
    j = as_integer(point, "point", least=0, most=n - 1)
    unseen = (1 - as_distribution(distribution, n)[j]) ** as_integer(rows, "rows", least=0)
    flip = as_probability(alpha, "alpha") / 8
    return choice({j: 1 - unseen, ZERO: unseen}).then(lambda concept: flipped(concept, size=n, rate=flip)).exact()
