"""Releasing a stable hypothesis: the test with Laplace noise as a coin of rational probability.

Definitions
-----------
*Laplace noise* of scale 1/alpha has the density ``alpha/2 e^{-alpha |x|}``.  The stability c is released to a test:
the hypothesis is published if ``c + noise > ln(1/(2 beta))/alpha + 1``.  Only this comparison is ever seen, and its
probability has a closed form: with ``u = e^{alpha (c - 1)}`` it is ``beta u`` while ``u <= 1/(2 beta)``, and
``1 - 1/(4 beta u)`` from there on.  If ``e^alpha`` is rational, so is it.  Hence the noise, although continuous, need
not be drawn: a coin decides, and no rounding does.

>>> [str(release_probability(c, Fraction(3, 2), Fraction(1, 4))) for c in (1, 2, 3, 4)]
['1/4', '3/8', '5/9', '19/27']
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from privlearn.exact import Bracket, Undecided, as_exp_epsilon, as_fraction, as_integer, exp_bracket, is_at_most
from privlearn.exact.brackets import round_down
from privlearn.exact.rationals import Number, as_inner_probability

RATIO_BITS = 64


def laplace_tail(ratio: Number) -> Fraction:
    """Return ``Pr[noise > ln(ratio) / alpha]`` for Laplace noise of scale ``1/alpha``, whatever alpha.

    Parameters
    ----------
    ratio : number above 0
        ``u``: the threshold is ``ln(u)/alpha``, so the density there is proportional to ``1/u`` or to ``u``.

    Examples
    --------
    >>> laplace_tail(4), laplace_tail(Fraction(1, 4))
    (Fraction(1, 8), Fraction(7, 8))
    """
    u = as_fraction(ratio, "ratio")
    if u <= 0:
        raise ValueError(f"ratio must be positive, got {u}")
    return 1 / (2 * u) if u >= 1 else 1 - u / 2


def release_probability(changes: int, exp_epsilon: Number, beta: Number) -> Fraction:
    """Return the probability that a hypothesis of stability ``changes`` passes the test.

    Parameters
    ----------
    changes : int
        The stability c, at least 1.
    exp_epsilon : number above 1
        ``e^alpha``, rational.
    beta : number in (0, 1/2)

    Notes
    -----
    Guarantee: ``beta`` at c = 1; from c to c + 1 neither this probability nor its complement changes by a factor of
    more than ``e^alpha``.  Source: FX15, proof of Lemma 6.2, step 3, with the continuous noise itself.
    """
    r, b = as_release_ratio(exp_epsilon), as_test_beta(beta)
    return laplace_tail(1 / (2 * b * r ** (as_integer(changes, "changes", least=1) - 1)))


def release_bracket(changes: int, alpha: Number, beta: Number, bits: int = 128) -> Bracket:
    """Bracket the probability of :func:`release_probability` for a rational ``alpha``; exact at ``changes = 1``.

    Examples
    --------
    >>> release_bracket(1, Fraction(2, 5), Fraction(1, 10)).upper
    Fraction(1, 10)
    """
    a, b = as_fraction(alpha, "alpha"), as_test_beta(beta)
    if a <= 0:
        raise ValueError(f"alpha must be positive, got {a}")
    power = exp_bracket(a * (as_integer(changes, "changes", least=1) - 1), bits)
    low, high = (laplace_tail(1 / (2 * b * end)) for end in (power.lower, power.upper))
    return Bracket(low, high)


@lru_cache(maxsize=256)
def ratio_for(alpha: Number) -> Fraction:
    """Return a rational just below ``e^alpha``, for use as ``exp_epsilon``: never more privacy loss than alpha.

    Examples
    --------
    >>> 0 < 1 - ratio_for(Fraction(1, 2))**2 / exp_bracket(1).upper < Fraction(1, 10**15)
    True
    """
    a = as_fraction(alpha, "alpha")
    if a <= 0:
        raise ValueError(f"alpha must be positive, got {a}")
    ratio = round_down(exp_bracket(a, RATIO_BITS + 8).lower, RATIO_BITS)
    if ratio <= 1:
        raise Undecided(f"alpha = {a} is too small for {RATIO_BITS} bits: e^alpha cannot be told from 1")
    return ratio


def least_passing(exp_epsilon: Number, beta: Number, miss: Number) -> int:
    """Return the least stability c that the test lets pass with probability at least ``1 - miss``.

    Examples
    --------
    >>> least_passing(Fraction(3, 2), Fraction(1, 100), Fraction(1, 8))
    15
    """
    r, b, most = as_release_ratio(exp_epsilon), as_test_beta(beta), as_inner_probability(miss, "miss")
    changes, power = 1, Fraction(1)
    while not is_at_most(1 - laplace_tail(1 / (2 * b * power)), most):
        changes, power = changes + 1, power * r
    return changes


def as_release_ratio(exp_epsilon: Number) -> Fraction:
    """Return ``e^alpha`` as a ``Fraction`` above 1, else raise a ``ValueError``."""
    r = as_exp_epsilon(exp_epsilon)
    if r == 1:
        raise ValueError("exp_epsilon must be above 1: at alpha = 0 the noise has no scale")
    return r


def as_test_beta(beta: Number) -> Fraction:
    """Return ``beta`` as a ``Fraction`` strictly between 0 and 1/2, else raise a ``ValueError``."""
    b = as_fraction(beta, "beta")
    if not 0 < b < Fraction(1, 2):
        raise ValueError(f"beta must lie strictly between 0 and 1/2, got {b}")
    return b
