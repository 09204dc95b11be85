"""How many rows a private learner of points needs: thresholds, each certified for every smaller number of rows.

Definitions
-----------
The domain has ``T = 2^d`` points.  *Any learner* of the points with hypotheses from the same class fails on the
two-point family of BBKN14, Lemma 3.9, with probability at least ``E (T - 2) / (r^K + T - 2)``, ``K ~ Bin(m, alpha)``
and ``r = e^epsilon`` (:func:`~privlearn.mechanisms.optima.packing.two_point_failure`; the target's point has a mass
above alpha, and the bound is the limit at alpha). The *exponential mechanism* of Lemma 3.4 fails on it with probability
``1 - E 1 / (1 + r^(-m/2) + (T - 2) r^(-K/2))``.  Without the tiny middle term this is the first expression at ``epsilon
/ 2``: the mechanism pays a factor of about 2 in rows.

Thresholds are *least* numbers of rows: every smaller number is refuted by a rational lower bound above beta, and the
number itself is accepted by a rational upper bound of at most beta.

>>> smallest_rows_any_learner(8, 2, Fraction(1, 10), Fraction(1, 10))
135
>>> smallest_rows_exponential(8, 2, Fraction(1, 10), Fraction(1, 10))
248
"""

import math
from fractions import Fraction
from functools import lru_cache

from privlearn.exact import Bracket, Undecided, as_fraction, as_integer, as_probability, is_at_most, sqrt_bracket
from privlearn.exact.binomial import fixed_point_expectations
from privlearn.exact.brackets import as_bracket
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.mechanisms.optima import failures_by_hits, two_point_failure

BITS = 160  # working precision of powers and balls


def smallest_rows_any_learner(d: int, exp_epsilon: Number | Bracket, alpha: Number, beta: Number) -> int:
    """Return the least m at which the two-point family does not refute every private proper learner of ``POINT_d``.

    Parameters
    ----------
    d : int
        At least 2; the class has ``2^d`` points.
    exp_epsilon : number above 1, or a Bracket of one
        ``e^epsilon``; ``exp_bracket(Fraction(1, 2), 128)`` for epsilon = 1/2.
    alpha : number in (0, 1]
        Accuracy, with a denominator below 2^20.
    beta : number in (0, 1)
        Failure probability.

    Returns
    -------
    int
        m such that every (alpha, beta)-learner with this privacy needs at least m rows.

    Raises
    ------
    Undecided
        If an expectation cannot be told from ``beta`` (with a rational ``exp_epsilon`` it is then computed exactly).

    Notes
    -----
    Guarantee: the closed form is above ``beta`` at every smaller number of rows and at most ``beta`` at m, both by
    rational brackets.  Cost: O(m d / epsilon) vectorised integer steps, a second at d = 512.

    References
    ----------
    BBKN14, Lemma 3.9.
    """
    size, p, b = as_point_goal(d, alpha, beta)
    return _first_below(size, as_ratio_above_one(exp_epsilon), p, b)


def smallest_rows_exponential(d: int, exp_epsilon: Number | Bracket, mass: Number, beta: Number) -> int:
    """Return the least m at which the exponential mechanism of Lemma 3.4 fails on the family with at most beta.

    Parameters
    ----------
    d, exp_epsilon, beta
        As in :func:`smallest_rows_any_learner`; the root of ``exp_epsilon`` need not be rational.
    mass : number in (0, 1]
        Probability of the target's point.

    Notes
    -----
    Guarantee: the exact failure is above ``beta`` at every smaller number of rows (the bound without the term
    ``e^{-epsilon m / 2}`` shows it, or ball arithmetic near the end) and at most ``beta`` at m.

    References
    ----------
    BBKN14, after Definition 3.3, and Lemma 3.9.
    """
    size, p, b = as_point_goal(d, mass, beta)
    ratio = as_ratio_above_one(exp_epsilon)
    root = Bracket(sqrt_bracket(ratio.lower, BITS).lower, sqrt_bracket(ratio.upper, BITS).upper)
    rows = _first_below(size, root, p, b)
    while not is_at_most(exponential_point_failure(size, rows, root, p), b):
        rows += 1
    return rows


def exponential_point_failure(size: int, rows: int, root: Number | Bracket, mass: Number) -> Bracket:
    """Bracket the failure of the exponential mechanism over ``size`` points on the two-point family by ball arithmetic.

    ``root`` is ``e^{epsilon/2}``.  Cost: O(rows) balls.

    Examples
    --------
    >>> exact = 1 - Fraction(3, 10) / (1 + Fraction(2, 3) + Fraction(2, 3) * 2) - Fraction(7, 10) / (Fraction(5, 3) + 2)
    >>> bound = exponential_point_failure(4, 1, Fraction(3, 2), Fraction(3, 10))
    >>> bound.lower <= exact <= bound.upper and bound.upper - bound.lower < Fraction(1, 2**100)
    True
    """
    from privlearn.exact.intervals import Ball, ball, bracket_of

    ends, p, m = as_bracket(root), as_probability(mass), as_integer(rows, "rows", least=0)

    def success() -> Ball:
        step = 1 / ball(ends.lower, ends.upper)
        if p == 1:
            return 1 / (1 + (size - 1) * step**m)
        weight, odds, first = ball(1 - p) ** m, ball(p / (1 - p)), step**m
        total, power = ball(0), ball(1)
        for k in range(m + 1):
            total += weight / (1 + first + (size - 2) * power)
            weight, power = weight * odds * (m - k) / (k + 1), power * step
        return total

    return 1 - bracket_of(success, BITS)


def is_smallest_rows(rows: int, d: int, exp_epsilon: Number | Bracket, alpha: Number, beta: Number) -> bool:
    """Verify :func:`smallest_rows_any_learner` by another route: the sum in balls at ``rows`` and ``rows - 1``.

    The failure decreases with the rows, because its terms decrease with the hits and one row more can only add hits;
    so these two values settle all others.
    """
    from privlearn.exact.intervals import Ball, ball, bracket_of

    ends, p = as_bracket(exp_epsilon), as_fraction(alpha)

    def failure(m: int) -> Bracket:
        def expression() -> Ball:
            r, total = ball(ends.lower, ends.upper), ball(0)
            weights = [ball(p) ** m] if p == 1 else [ball(1 - p) ** m]
            for k in range(m):
                weights.append(weights[-1] * ball(p / (1 - p)) * (m - k) / (k + 1) if p < 1 else ball(0))
            for k, weight in enumerate(weights):
                total += weight * (2**d - 2) / (r ** (m if p == 1 else k) + 2**d - 2)
            return total
        return bracket_of(expression, BITS)

    return is_at_most(failure(rows), beta) and (rows == 0 or not is_at_most(failure(rows - 1), beta))


def as_point_goal(d: int, alpha: Number, beta: Number) -> tuple[int, Fraction, Fraction]:
    p = as_probability(alpha, "alpha")
    if p == 0:
        raise ValueError("alpha must be above 0: with mass 0 no row shows the target")
    return 1 << as_integer(d, "d", least=2), p, as_inner_probability(beta, "beta")


def as_ratio_above_one(exp_epsilon: Number | Bracket) -> Bracket:
    ends = as_bracket(exp_epsilon)
    if ends.lower <= 1:
        raise ValueError(f"exp_epsilon must be above 1, got {exp_epsilon}: at 1 no number of rows is enough")
    return ends


@lru_cache(maxsize=256)  # tables and figures ask for the same numbers
def _first_below(size: int, ratio: Bracket, mass: Fraction, beta: Fraction) -> int:
    """Return the least m with ``E (T - 2) / (r^K + T - 2) <= beta``, every smaller m refuted by brackets."""
    # from here on the failure is below about 2^-60; the estimate decides the width of the brackets, not their truth
    most = math.ceil((math.log(size) + 60 * math.log(2)) / math.log(float(ratio.lower)))
    values = failures_by_hits(size, most, ratio, bits=BITS)
    rest = Bracket(Fraction(0), values[-1].upper)  # the failure decreases with the hits
    for rows, (low, high, scale) in enumerate(fixed_point_expectations(values, mass, beyond=rest)):
        if low * beta.denominator > beta.numerator * scale:
            continue
        if high * beta.denominator <= beta.numerator * scale or _at_most_exactly(beta, size, rows, ratio, mass):
            return rows
    raise AssertionError("the brackets never end")


def _at_most_exactly(beta: Fraction, size: int, rows: int, ratio: Bracket, mass: Fraction) -> bool:
    """Compare the failure with beta where its bracket is too wide."""
    if ratio.lower < ratio.upper:
        raise Undecided(f"cannot tell the failure with {rows} rows from {beta}")
    return two_point_failure(size, rows, ratio.lower, mass) <= beta
