"""How many rows learning from a probabilistic representation takes, and how large a one every learner gives back.

Definitions
-----------
The learner draws a set of at most K hypotheses from an (alpha / 4, beta / 2)-representation and runs the
exponential mechanism over it; its failure has the four terms of :mod:`~privlearn.learners.selection.representations`,
whose sum is at most the beta with ``max(16 / epsilon, 37) ln(4 K / beta) / alpha`` rows.  Back: ``K``
runs of a private learner on one fixed database are a representation, ``K`` as in :func:`drawn_hypotheses`; so a class
that has no representation by fewer than K hypotheses needs :func:`representation_lower_rows`.

>>> representation_learner_rows(3, Fraction(9, 4), Fraction(1, 4), Fraction(1, 4))
573
"""

from fractions import Fraction
from math import ceil, floor

from privlearn.exact import Bracket, Undecided, as_exp_epsilon, as_fraction, as_integer, exp_bracket, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.learners.selection.representations import BITS

BAD, CHOICE = 8, 16  # the constants of the last two terms


def private_rows(first: Number, second: Number, hypotheses: int, exp_epsilon: Number, alpha: Number,
                 beta: Number) -> int:
    """Return ``ceil(max(first / epsilon, second) ln(4 K / beta) / alpha)``.

    Parameters
    ----------
    first, second : numbers of at least 0
        The constants of the private and of the other part; ``(16, 0)`` for a proper learner, ``(64, 0)`` to double the
        error of a representation.
    hypotheses : int
        K, at least 1.
    exp_epsilon : number above 1
        ``epsilon`` is its natural logarithm.
    alpha, beta : numbers in (0, 1)

    Raises
    ------
    Undecided
        If 1024 bits do not settle the ceiling.
    """
    k, r = as_integer(hypotheses, "hypotheses", least=1), as_exp_epsilon(exp_epsilon)
    a, b = as_inner_probability(alpha, "alpha"), as_inner_probability(beta, "beta")
    if r == 1:
        raise ValueError("exp_epsilon must be above 1: with epsilon = 0 no number of rows is enough")
    for bits in (64, 256, 1024):
        share = as_fraction(first, "first") / log_bracket(r, bits)
        factor = Bracket(max(share.lower, second), max(share.upper, second))
        rows = factor * log_bracket(4 * k / b, bits) / a
        if ceil(rows.lower) == ceil(rows.upper):
            return ceil(rows.upper)
    raise Undecided("cannot decide the ceiling of the number of rows")


def representation_learner_rows(hypotheses: int, exp_epsilon: Number, alpha: Number, beta: Number) -> int:
    """Return ``ceil(max(16 / epsilon, 37) ln(4 K / beta) / alpha)``, enough for that learner.

    Guarantee: for every (alpha / 4, beta / 2)-representation by sets of at most K hypotheses.  The sum of
    :func:`representation_failure_terms` is at most ``beta``.
    """
    return private_rows(16, 37, hypotheses, exp_epsilon, alpha, beta)


def agnostic_learner_rows(hypotheses: int, exp_epsilon: Number, alpha: Number, beta: Number) -> int:
    """Return ``ceil(max(16 / (epsilon alpha), 32 / alpha^2) ln(4 K / beta))``, enough without a target."""
    return private_rows(16, 32 / as_inner_probability(alpha, "alpha"), hypotheses, exp_epsilon, alpha,
                        beta)


def good_exponent() -> Bracket:
    """Bracket ``(3/2 ln(3/2) - 1/2) / 4``, the exponent with which a good hypothesis looks bad; above 1/37."""
    return (log_bracket(Fraction(3, 2), BITS) * Fraction(3, 2) - Fraction(1, 2)) / 4


def representation_failure_terms(hypotheses: int, exp_epsilon: Number, alpha: Number, beta: Number,
                  rows: int) -> tuple[Bracket, Bracket, Bracket, Bracket]:
    """Bracket the four terms of the failure bound (see the module)."""
    k, n = as_integer(hypotheses, "hypotheses", least=1), as_integer(rows, "rows", least=0)
    a, b = as_inner_probability(alpha, "alpha"), as_inner_probability(beta, "beta")
    epsilon = log_bracket(as_exp_epsilon(exp_epsilon), BITS)
    return (as_bracket(b / 2), exp_bracket(-good_exponent() * (a * n), BITS),
            (k - 1) * exp_bracket(-a * n / BAD, BITS), (k - 1) * exp_bracket(-epsilon * (a * n / CHOICE), BITS))


def drawn_hypotheses(rows: int, exp_epsilon: Number | Bracket, success: Number, beta: Number) -> int:
    """Return ``ceil(e^(epsilon n) ln(1 / beta) / success)``: so many runs on one fixed database represent it.

    Parameters
    ----------
    rows : int
        n, the learner's sample size.
    exp_epsilon : number of at least 1, or a Bracket of one
        The learner's privacy ratio.
    success : number in (0, 1]
        Of the learner, on every target and distribution.
    beta : number in (0, 1)
        The set misses with at most this probability: each run is good with probability at least
        ``q = e^(-epsilon n) success``, and ``(1 - q)^K <= e^(-q K)``.

    Examples
    --------
    >>> drawn_hypotheses(1, 2, Fraction(2, 3), Fraction(1, 4))
    5
    """
    n, b = as_integer(rows, "rows", least=0), as_inner_probability(beta, "beta")
    ends, won = as_bracket(exp_epsilon), as_fraction(success, "success")
    as_exp_epsilon(ends.lower)
    if not 0 < won <= 1:
        raise ValueError(f"success must be above 0 and at most 1, got {won}")
    count = log_bracket(1 / b, BITS) * Bracket(ends.lower**n, ends.upper**n) / won
    if ceil(count.lower) != ceil(count.upper):
        raise Undecided(f"cannot tell whether {ceil(count.lower)} or {ceil(count.upper)} runs are enough")
    return ceil(count.upper)


def representation_lower_rows(hypotheses: int, exp_epsilon: Number | Bracket, success: Number,
                              beta: Number) -> int:
    """Return the least n for which :func:`drawn_hypotheses` reaches a given size: fewer examples are not enough.

    Parameters
    ----------
    hypotheses : int
        k, the least size of a probabilistic representation of the class with this ``beta``.
    exp_epsilon, success, beta : see :func:`drawn_hypotheses`

    Examples
    --------
    >>> representation_lower_rows(100, 2, Fraction(3, 4), Fraction(1, 4))
    6
    """
    k, b = as_integer(hypotheses, "hypotheses", least=1), as_inner_probability(beta, "beta")
    ends, won = as_bracket(exp_epsilon), as_fraction(success, "success")
    if ends.lower <= 1:
        raise ValueError("exp_epsilon must be above 1: with epsilon = 0 no number of rows is enough")
    if not 0 < won <= 1:
        raise ValueError(f"success must be above 0 and at most 1, got {won}")
    if k == 1:
        return 0
    # the ceiling reaches k iff the number inside is above k - 1
    least = (log_bracket((k - 1) * won, BITS) - log_bracket(log_bracket(1 / b, BITS), BITS)) / log_bracket(ends, BITS)
    if floor(least.lower) != floor(least.upper):
        raise Undecided(f"cannot tell whether {floor(least.lower) + 1} or {floor(least.upper) + 1} rows are needed")
    return max(0, floor(least.lower) + 1)
