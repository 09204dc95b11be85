"""Releasing a stable hypothesis: the test with Laplace noise as a coin of rational probability.

Definitions
-----------
*Laplace noise* of scale 1/epsilon has the density ``epsilon/2 e^{-epsilon |x|}``.  The stability c is released to a
test: the hypothesis is published if ``c + noise > ln(1/(2 delta))/epsilon + 1``.  Only this comparison is ever seen,
and its probability has a closed form: with ``u = e^{epsilon (c - 1)}`` it is ``delta u`` while ``u <= 1/(2 delta)``,
and ``1 - 1/(4 delta u)`` from there on.  If ``e^epsilon`` is rational, so is it.  Hence the noise, although continuous,
need not be drawn: a coin decides, and no rounding does.

>>> [str(release_probability(c, Fraction(3, 2), Fraction(1, 4))) for c in (1, 2, 3, 4)]
['1/4', '3/8', '5/9', '19/27']
"""

from fractions import Fraction
from functools import lru_cache

from privlearn.exact import Bracket, Undecided, as_exp_epsilon, as_fraction, as_integer, exp_bracket, is_at_most
from privlearn.exact.brackets import round_down
from privlearn.exact.rationals import Number, as_inner_probability

RATIO_BITS = 64


def laplace_tail(ratio: Number) -> Fraction:
    """Return ``Pr[noise > ln(ratio) / epsilon]`` for Laplace noise of scale ``1/epsilon``, whatever epsilon.

    Parameters
    ----------
    ratio : number above 0
        ``u``: the threshold is ``ln(u)/epsilon``, so the density there is proportional to ``1/u`` or to ``u``.

    Examples
    --------
    >>> laplace_tail(4), laplace_tail(Fraction(1, 4))
    (Fraction(1, 8), Fraction(7, 8))
    """
    u = as_fraction(ratio, "ratio")
    if u <= 0:
        raise ValueError(f"ratio must be positive, got {u}")
    return 1 / (2 * u) if u >= 1 else 1 - u / 2


def release_probability(changes: int, exp_epsilon: Number, delta: Number) -> Fraction:
    """Return the probability that a hypothesis of stability ``changes`` passes the test.

    Parameters
    ----------
    changes : int
        The stability c, at least 1.
    exp_epsilon : number above 1
        ``e^epsilon``, rational.
    delta : number in (0, 1/2)

    Notes
    -----
    Guarantee: ``delta`` at c = 1; from c to c + 1 neither this probability nor its complement changes by a factor of
    more than ``e^epsilon``.  Source: FX15, proof of Lemma 6.2, step 3, with the continuous noise itself.
    """
    r, d = as_release_ratio(exp_epsilon), as_test_delta(delta)
    return laplace_tail(1 / (2 * d * r ** (as_integer(changes, "changes", least=1) - 1)))


def release_bracket(changes: int, epsilon: Number, delta: Number, bits: int = 128) -> Bracket:
    """Bracket the probability of :func:`release_probability` for a rational ``epsilon``; exact at ``changes = 1``.

    Examples
    --------
    >>> release_bracket(1, Fraction(2, 5), Fraction(1, 10)).upper
    Fraction(1, 10)
    """
    e, d = as_fraction(epsilon, "epsilon"), as_test_delta(delta)
    if e <= 0:
        raise ValueError(f"epsilon must be positive, got {e}")
    power = exp_bracket(e * (as_integer(changes, "changes", least=1) - 1), bits)
    low, high = (laplace_tail(1 / (2 * d * end)) for end in (power.lower, power.upper))
    return Bracket(low, high)


@lru_cache(maxsize=256)
def ratio_for(epsilon: Number) -> Fraction:
    """Return a rational just below ``e^epsilon``, for use as ``exp_epsilon``: never more privacy loss than epsilon.

    Examples
    --------
    >>> 0 < 1 - ratio_for(Fraction(1, 2))**2 / exp_bracket(1).upper < Fraction(1, 10**15)
    True
    """
    e = as_fraction(epsilon, "epsilon")
    if e <= 0:
        raise ValueError(f"epsilon must be positive, got {e}")
    ratio = round_down(exp_bracket(e, RATIO_BITS + 8).lower, RATIO_BITS)
    if ratio <= 1:
        raise Undecided(f"epsilon = {e} is too small for {RATIO_BITS} bits: e^epsilon cannot be told from 1")
    return ratio


def least_passing(exp_epsilon: Number, delta: Number, miss: Number) -> int:
    """Return the least stability c that the test lets pass with probability at least ``1 - miss``.

    Examples
    --------
    >>> least_passing(Fraction(3, 2), Fraction(1, 100), Fraction(1, 8))
    15
    """
    r, d, most = as_release_ratio(exp_epsilon), as_test_delta(delta), as_inner_probability(miss, "miss")
    changes, power = 1, Fraction(1)
    while not is_at_most(1 - laplace_tail(1 / (2 * d * power)), most):
        changes, power = changes + 1, power * r
    return changes


def as_release_ratio(exp_epsilon: Number) -> Fraction:
    """Return ``e^epsilon`` as a ``Fraction`` above 1, else raise a ``ValueError``."""
    r = as_exp_epsilon(exp_epsilon)
    if r == 1:
        raise ValueError("exp_epsilon must be above 1: at epsilon = 0 the noise has no scale")
    return r


def as_test_delta(delta: Number) -> Fraction:
    """Return ``delta`` as a ``Fraction`` strictly between 0 and 1/2, else raise a ``ValueError``."""
    d = as_fraction(delta, "delta")
    if not 0 < d < Fraction(1, 2):
        raise ValueError(f"delta must lie strictly between 0 and 1/2, got {d}")
    return d
