"""The generic private learner: how many rows are enough, and its exact privacy ratio on points.

Definitions
-----------
The learner is the exponential mechanism over a class of N hypotheses, scored by minus the number of errors
(:func:`~privlearn.learners.generic.exponential.exponential_learner`).  If some hypothesis has true error at most
alpha/2, then with m rows it fails to return one of error at most alpha with probability at most

    e^(-alpha m / 96)  +  N e^(-alpha m / 128)  +  N e^(-epsilon alpha m / 8):

the good hypothesis errs on 5/4 of its share (at least ``5 alpha m / 8`` rows), some bad one errs on at most 7/8 of its
share (``7 alpha m / 8`` rows), or both behave, their scores are ``alpha m / 4`` apart, and a bad one is drawn all the
same.  Each term is at most beta/3 as soon as ``m >= max(128 / alpha, 8 / (epsilon alpha)) ln(3 N / beta)``.

>>> occam_sample_size(4, 4, Fraction(1, 2), Fraction(1, 10))
1226
>>> exact_point_ratio(4, 2, Fraction(9, 4))
Fraction(31, 16)
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm

from privlearn.concepts import Concept
from privlearn.exact import (Bracket, as_distribution, as_exp_epsilon, as_fraction, as_integer, exp_bracket,
                             log_bracket, round_up)
from privlearn.exact.formulas import Value, ceil, formula, ln, sqrt
from privlearn.exact.rationals import Number, as_inner_probability

GOOD, BAD, SCORE = 96, 128, 8  # the constants of the three terms
BITS = 96


def three_terms(hypotheses: int, exp_epsilon: Number, alpha: Number, rows: int) -> tuple[Bracket, Bracket, Bracket]:
    """Bracket ``e^(-alpha m / 96)``, ``N e^(-alpha m / 128)`` and ``N e^(-epsilon alpha m / 8)``.

    Parameters
    ----------
    hypotheses : int
        N, at least 1.
    exp_epsilon : number of at least 1
    alpha : number in (0, 1)
    rows : int
        m, at least 0.
    """
    n, m = as_integer(hypotheses, "hypotheses", least=1), as_integer(rows, "rows", least=0)
    a, epsilon = as_inner_probability(alpha, "alpha"), log_bracket(as_exp_epsilon(exp_epsilon), BITS)
    return (exp_bracket(-a * m / GOOD, BITS), n * exp_bracket(-a * m / BAD, BITS),
            n * exp_bracket(-epsilon * (a * m / SCORE), BITS))


def occam_failure_bound(hypotheses: int, exp_epsilon: Number, alpha: Number, rows: int) -> Bracket:
    """Bracket the sum of the three terms: an upper bound on the failure, whatever target and distribution.

    Guarantee: for every class of N hypotheses that alpha/2-represents the target's class.

    Examples
    --------
    >>> bound = occam_failure_bound(4, 4, Fraction(1, 2), 1226)
    >>> Fraction(3, 100) < bound.lower and bound.upper < Fraction(4, 100)
    True
    """
    first, second, third = three_terms(hypotheses, exp_epsilon, alpha, rows)
    return first + second + third


@formula("rows", where=("hypotheses >= 1", "exp_epsilon > 1", "0 < alpha < 1", "0 < beta < 1"),
         tex={"ln(exp_epsilon)": r"\eps", "hypotheses": r"|\mathcal H|"},
         corners={"hypotheses": (2, 10**40), "exp_epsilon": (Fraction(1, 2), Fraction(1001, 1000), Fraction(2**1000)),
                  "alpha": (Fraction(-1, 2), Fraction(1, 10**4), Fraction(9, 10)),
                  "beta": (Fraction(1, 4), Fraction(1, 10**12), Fraction(2))},
         loose=dict.fromkeys(("128", "128 / alpha", "8", "3", "3 * hypotheses"), "the constants are not sharp")
         | {"hypotheses >= 1": "no class that represents another is empty",
            "0 < beta < 1": "no probability is above 1; at 0 the number is not defined"})
def occam_sample_size(hypotheses: int, exp_epsilon: Value, alpha: Value, beta: Value) -> Value:
    """Return ``ceil(max(128 / alpha, 8 / (epsilon alpha)) ln(3 N / beta))``, enough rows for the generic learner.

    Parameters
    ----------
    hypotheses : int
        N, at least 1; ``2**4096`` is fine.
    exp_epsilon : number above 1
        ``e^epsilon``.
    alpha, beta : numbers in (0, 1)
        Accuracy and failure probability.

    Notes
    -----
    Both terms of the maximum are needed: for large epsilon the learner is hardly private, but it must still see the
    distribution.  The constants are explicit, not sharp.

    References
    ----------
    BBKN14, Theorem 3.2 (there in O-notation, with the second term only).

    Examples
    --------
    >>> occam_sample_size(2, 2**1000, Fraction(1, 2), Fraction(1, 2))
    637
    """
    return ceil(max(128 / alpha, 8 / (ln(exp_epsilon) * alpha)) * ln(3 * hypotheses / beta))


def moment_bound(hypotheses: Sequence[Concept], target: Concept, distribution: Sequence[Number], rows: int,
                 root: Number, alpha: Number) -> Fraction:
    """Return an exact rational upper bound on the failure for one target and one distribution.

    With g the rows by which a bad hypothesis errs more than a best one, the mechanism returns the bad one with
    probability at most ``min(1, root^-g) <= t^-g`` for every t between 1 and ``root = e^(epsilon/2)``; the expectation
    of ``t^-g`` is the m-th power of that of one row.  The bound is the sum over the bad hypotheses of the least such
    power for t on a grid of 8 steps, powers rounded up to 96 bits.

    Parameters
    ----------
    hypotheses : sequence of bit tuples
    target : tuple of bits
    distribution : sequence of numbers that sum to 1
    rows : int
    root : number of at least 1
    alpha : number in [0, 1]

    Notes
    -----
    No sample is enumerated, so thousands of rows cost as much as one.  It may exceed 1.

    Examples
    --------
    >>> third = Fraction(1, 3)
    >>> bound = moment_bound([(1, 0), (0, 1)], (1, 0), (1 - third, third), 10, Fraction(3, 2), third)
    >>> exact = (1 - third) ** 10  # the bad hypothesis errs in every row, which multiplies its weight by 2/3
    >>> exact <= bound <= exact * (1 + Fraction(1, 2**90))
    True
    """
    weights = as_distribution(distribution, len(target))
    m, limit, r = as_integer(rows, "rows", least=0), as_fraction(alpha, "alpha"), as_exp_epsilon(root, "root")
    support = [x for x, weight in enumerate(weights) if weight]
    looks = Counter(zip(*([h[x] for h in hypotheses] for x in support), strict=True))  # equal ones are counted
    missed = {tuple(x for x, bit in zip(support, look, strict=True) if bit != target[x]): count
              for look, count in looks.items()}
    unit = lcm(*(weight.denominator for weight in weights))
    whole = [int(weight * unit) for weight in weights]
    errors = {misses: sum(whole[x] for x in misses) for misses in missed}
    best = min(errors, key=lambda misses: errors[misses])
    allowed, chances = limit * unit // 1, Counter[tuple[int, int]]()
    for misses, count in missed.items():
        if errors[misses] > allowed:
            shared = sum(whole[x] for x in misses if x in best)
            chances[errors[misses] - shared, errors[best] - shared] += count
    return sum((count * _least_moment(*both, unit, r, m) for both, count in chances.items()), Fraction(0))


@lru_cache(maxsize=4096)
def _least_moment(more: int, less: int, unit: int, root: Fraction, rows: int) -> Fraction:
    """Return the least ``(E t^-g) ** rows``, rounded up; g is 1 and -1 with chances ``more/unit`` and ``less/unit``."""
    tilts = [1 + (root - 1) * k / 8 for k in range(1, 9)] if less else [root]  # no drawback: the largest t is best
    return _power_up(min(1 - more * (1 - 1 / t) / unit + less * (t - 1) / unit for t in tilts), rows)


def _power_up(base: Fraction, exponent: int) -> Fraction:
    """Return ``base ** exponent`` rounded up to BITS significant bits."""
    result, square = Fraction(1), base
    while exponent:
        if exponent & 1:
            result = round_up(result * square, BITS)
        square, exponent = round_up(square * square, BITS), exponent >> 1
    return result


@formula("equals", corners={"size": (1, 4, 8), "rows": (1, 2, 3), "exp_epsilon": (Fraction(9, 4), Fraction(4))},
         tex={"(size - 1) * sqrt(exp_epsilon) ** rows": "A", "exp_epsilon": r"e^\eps"})
def exact_point_ratio(size: int, rows: int, exp_epsilon: Value) -> Value:
    """Return the exact privacy ratio of the exponential mechanism over ``size`` points with ``rows`` rows.

    ``r (A + 1) / (A + r)`` with ``A = (T - 1) r^(m/2)``: attained where all rows are ``(j, 0)`` and one of them turns
    into ``(j, 1)``.  It tends to r from below.

    Examples
    --------
    >>> exact_point_ratio(4, 3, Fraction(9, 4))
    Fraction(89, 44)
    """
    return exp_epsilon * (((size - 1) * sqrt(exp_epsilon) ** rows + 1) / (
        (size - 1) * sqrt(exp_epsilon) ** rows + exp_epsilon))
