"""Instances on which mechanisms fail: bounds from below on a failure, in closed form, for any number of rows."""

from fractions import Fraction
from math import log

from privlearn.exact.intervals import ball, bracket_of

TOO_MUCH = 700  # an exponent from which on the exponential of its negative counts as nothing


def crowd_failure(others: int, exp_epsilon: Fraction, alpha: Fraction, rows: int) -> Fraction:
    """Return a bound from below on the failure of the exponential mechanism when a crowd looks good.

    One hypothesis is the target, the others err on one region of mass just above alpha.  Either no row lies there, or,
    with probability at least 1/2, no more rows than the mean and one.
    """
    m, p = max(0, rows), alpha * (1 + Fraction(1, 10**6))
    if p <= 0:
        return Fraction(1)  # every error is above alpha

    def least(k: int, chance_log: float) -> Fraction:
        if (log(exp_epsilon.numerator) - log(exp_epsilon.denominator)) * k / 2 - log(others) - chance_log > TOO_MUCH:
            return Fraction(0)
        return bracket_of(lambda: (ball(1 - p) ** m if k == 0 else ball(Fraction(1, 2)))
                          / (1 + (ball(exp_epsilon).log() * k / 2).exp() / others), 192).lower

    return max(least(0, m * log(1 - p)), least(int(m * p) + 1, 0))
