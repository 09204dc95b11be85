"""How much noise an independent noise learner can add, and how many rows a learner of intervals then needs.

Definitions
-----------
*Noise and accuracy.*  Let the target, and the inner concept, be the same on n equally likely points, and let K of
them be flipped, K ~ Bin(n, noise).  Given that the error K/n is at most alpha, the expected error is below the noise
rate: :func:`noise_given_accuracy`.

*Clean points.*  On ``n < 1/alpha`` equally likely points an error of at most alpha is no error at all.  So a learner
that succeeds with probability s leaves these n points clean with probability at least s, and its noise rate q
satisfies ``(1 - q)^n >= s``: :func:`clean_points`, :func:`noise_rate_bound`.

*Rows.*  Noise of rate q < 1/2 on an interval is removed with probability at least ``(1 - 2 q)^2``, which makes a
private proper learner; and those need many rows: :func:`proper_success`, :func:`proper_interval_rows`.

>>> noise_given_accuracy(16, Fraction(1, 5), Fraction(1, 8))[1]
Fraction(19, 200)
>>> clean_points(Fraction(1, 10)), noise_rate_bound(1, Fraction(3, 4)).upper
(9, Fraction(1, 4))
"""

from fractions import Fraction
from math import ceil, floor

from privlearn.exact import (Bracket, as_fraction, as_integer, as_probability, binomial_probabilities, exp_bracket,
                             log_bracket, round_up)
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.learners.proper_points.packings import minimal_m_packing


def largest_noise_rate(alpha: Number, beta: Number, size: int) -> Fraction:
    """Return the largest noise rate of a learner of intervals that succeeds, by :func:`noise_rate_bound`.

    Parameters
    ----------
    alpha, beta : numbers in (0, 1)
        Error and failure of the learner.
    size : int, at least 1
        Points of the domain: no more than these can be clean.

    Returns
    -------
    Fraction
        Rounded up at 40 bits.

    References
    ----------
    BBKN14, Theorem 5.8, whose proof is repaired here.

    Examples
    --------
    >>> largest_noise_rate(Fraction(1, 10), Fraction(1, 4), size=1)
    Fraction(1, 4)
    """
    points = min(clean_points(alpha), as_integer(size, "size", least=1))
    return round_up(noise_rate_bound(points, 1 - as_inner_probability(beta, "beta")).upper, 40)


def success_at_largest_noise(alpha: Number, beta: Number, size: int) -> Fraction:
    """Return the proper learner's success with :func:`largest_noise_rate`, which takes the same arguments.

    Examples
    --------
    >>> success_at_largest_noise(Fraction(1, 10), Fraction(1, 4), size=1)  # 3/4 (1 - 2/4)^2
    Fraction(3, 16)
    """
    return proper_success(beta, largest_noise_rate(alpha, beta, size))


def noise_given_accuracy(points: int, noise: Number, alpha: Number) -> tuple[Fraction, Fraction]:
    """Return ``Pr[E]`` and ``E[error | E]`` where E says that at most ``alpha * points`` of ``points`` are flipped.

    Parameters
    ----------
    points : int
        n, at least 1; they are equally likely.
    noise : number in [0, 1)
        Rate.
    alpha : number in [0, 1]

    References
    ----------
    BBKN14, (8) in the proof of Theorem 5.8, which takes the second value to be ``noise``.

    Examples
    --------
    >>> noise_given_accuracy(1, Fraction(1, 5), Fraction(1, 2))
    (Fraction(4, 5), Fraction(0, 1))
    """
    n, q = as_integer(points, "points", least=1), as_probability(noise, "noise")
    if q == 1:
        raise ValueError("noise must be below 1: the event would be empty")
    weights = binomial_probabilities(n, q)[: floor(n * as_probability(alpha, "alpha")) + 1]
    likely = sum(weights, Fraction(0))
    return likely, sum((k * weight for k, weight in enumerate(weights)), Fraction(0)) / n / likely


def clean_points(alpha: Number) -> int:
    """Return the largest n with ``alpha < 1/n``, for ``0 < alpha < 1``.

    Examples
    --------
    >>> clean_points(Fraction(1, 4)), clean_points(Fraction(26, 100)), clean_points(Fraction(99, 100))
    (3, 3, 1)
    """
    a = as_fraction(alpha, "alpha")
    if not 0 < a < 1:
        raise ValueError(f"alpha must lie strictly between 0 and 1, got {a}")
    return ceil(1 / a) - 1


def noise_rate_bound(points: int, success: Number, *, bits: int = 96) -> Bracket:
    """Bracket ``1 - s^(1/n)``: the largest rate at which n points all stay clean with probability s.

    Parameters
    ----------
    points : int
        n, at least 1.
    success : number in (0, 1]
        s.
    bits : int
        Precision; for n = 1 the bracket is exact.

    Examples
    --------
    >>> bound = noise_rate_bound(3, Fraction(1, 2))
    >>> (1 - bound.upper) ** 3 <= Fraction(1, 2) <= (1 - bound.lower) ** 3
    True
    """
    n, s = as_integer(points, "points", least=1), as_probability(success, "success")
    if s == 0:
        raise ValueError("success must be above 0: otherwise every rate is possible")
    if n == 1 or s == 1:
        return Bracket(1 - s, 1 - s)
    return 1 - exp_bracket(log_bracket(s, bits) / n, bits)


@formula("at least", where=("0 <= beta <= 1", "0 <= noise <= 1 / 2"), tex={"beta": r"\beta'", "noise": r"\mu"},
         corners={"beta": (Fraction(0), Fraction(1, 3), Fraction(2)), "noise": (
             Fraction(0), Fraction(1, 50), Fraction(2, 5), Fraction(9, 10))},
         loose={"0 <= beta <= 1": "no probability is above 1"})
def proper_success(beta: Value, noise: Value) -> Value:
    """Return ``(1 - beta)(1 - 2 noise)^2``: the inner learner succeeds and its interval is reconstructed.

    Parameters
    ----------
    beta : number in [0, 1]
        Failure of the inner learner.
    noise : number in [0, 1/2]

    Notes
    -----
    Guarantee: a lower bound on the probability, for every number of points, since the noise does not depend on the
    inner learner.

    Examples
    --------
    >>> proper_success(Fraction(1, 4), Fraction(1, 4))
    Fraction(3, 16)
    """
    return (1 - beta) * (1 - 2 * noise) ** 2


def proper_interval_rows(size: int, exp_epsilon: Number, success: Number) -> int:
    """Return the least m with ``e^{epsilon m} (1 - s) >= T s``, rows of any private proper learner of intervals.

    Parameters
    ----------
    size : int
        T, at least 1.
    exp_epsilon : number above 1
    success : number in (0, 1)
        s, with which the learner names the target on each of the T + 1 packed families of databases.

    References
    ----------
    BBKN14, Lemma 5.2 and Theorem 5.8.

    Examples
    --------
    >>> proper_interval_rows(2**10, 2, Fraction(1, 2)), proper_interval_rows(2**20, 2, Fraction(1, 2))
    (10, 20)
    """
    s = as_fraction(success, "success")
    if not 0 < s < 1:
        raise ValueError(f"success must lie strictly between 0 and 1, got {s}")
    return minimal_m_packing(as_integer(size, "size", least=1) + 1, 1 - s, exp_epsilon)
