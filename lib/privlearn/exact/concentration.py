"""Concentration of a binomial sum: exact tails and the classical bounds on them.

Definitions
-----------
``S`` is the sum of ``n`` independent bits, each 1 with probability ``p``.  Its tails are rationals; the three bounds
are brackets of real numbers (BBKN14, Section 2.4):

* ``Pr[S >= (1 + delta) p n] <= exp(-p n delta^2 / 3)`` for ``0 < delta <= 1`` (:func:`chernoff_upper`);
* ``Pr[S <= (1 - delta) p n] <= exp(-p n delta^2 / 2)`` for ``0 < delta <= 1`` (:func:`chernoff_lower`);
* ``Pr[|S - p n| >= delta] <= 2 exp(-2 delta^2 / n)`` for every ``delta > 0`` (:func:`hoeffding`).

The first two measure the deviation in units of the expectation, the third in units of the sum; for the deviation ``a``
of the *mean* put ``delta = n a`` (:func:`hoeffding_of_mean`).

>>> upper_tail(5, Fraction(1, 2), 1)
Fraction(1, 32)
>>> upper_tail(5, Fraction(1, 2), 1) <= chernoff_upper(5, Fraction(1, 2), 1).lower
True
"""

from fractions import Fraction
from functools import lru_cache
from math import ceil, comb, floor

from privlearn.exact.brackets import Bracket, log_bracket
from privlearn.exact.formulas import Value, exp, formula
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.exact.rationals import Number, as_fraction, as_inner_probability, as_integer, as_probability


def sum_between(trials: int, probability: Number, low: int, high: int) -> Fraction:
    """Return ``Pr[low <= S <= high]`` exactly.

    Parameters
    ----------
    trials : int
        ``n``, at least 0.
    probability : number in [0, 1]
    low, high : int
        Ends of the range, included; an empty range has probability 0.

    Notes
    -----
    One big integer is carried from term to term, ``term(k + 1) = term(k) (n - k) hit / ((k + 1) miss)``, so ten
    thousand trials take a fraction of a second.

    Examples
    --------
    >>> sum_between(3, Fraction(1, 3), 2, 3)
    Fraction(7, 27)
    """
    n, p = as_integer(trials, "trials", least=0), as_probability(probability)
    first, last = max(0, as_integer(low, "low")), min(n, as_integer(high, "high"))
    if first > last:
        return Fraction(0)
    hit, miss = p.numerator, p.denominator - p.numerator
    if not hit or not miss:
        certain = n if hit else 0
        return Fraction(int(first <= certain <= last))
    term = total = comb(n, first) * hit**first * miss ** (n - first)
    for k in range(first, last):
        term = term * ((n - k) * hit) // ((k + 1) * miss)
        total += term
    return Fraction(total, p.denominator**n)


def upper_tail(trials: int, probability: Number, deviation: Number) -> Fraction:
    """Return ``Pr[S >= (1 + deviation) p n]`` exactly."""
    bound = (1 + as_fraction(deviation, "deviation")) * as_probability(probability) * trials
    return sum_between(trials, probability, ceil(bound), trials)


def lower_tail(trials: int, probability: Number, deviation: Number) -> Fraction:
    """Return ``Pr[S <= (1 - deviation) p n]`` exactly."""
    bound = (1 - as_fraction(deviation, "deviation")) * as_probability(probability) * trials
    return sum_between(trials, probability, 0, floor(bound))


def two_sided_tail(trials: int, probability: Number, deviation: Number) -> Fraction:
    """Return ``Pr[|S - p n| >= deviation]`` exactly, for a deviation above 0."""
    delta, mean = as_fraction(deviation, "deviation"), as_probability(probability) * trials
    if delta <= 0:
        raise ValueError(f"deviation must be positive, got {delta}")
    below = sum_between(trials, probability, 0, floor(mean - delta))
    return below + sum_between(trials, probability, ceil(mean + delta), trials)


RELATIVE = {"n": (1, 20, 2000, 10**5), "p": (HALF, Fraction(1, 20), Fraction(1, 200), Fraction(9, 10), Fraction(2)),
            "delta": (Fraction(1, 10), HALF, Fraction(1), Fraction(4), -HALF)}
LAWFUL = {"0 <= p <= 1": "there is no such bit"}


@formula("at most", where=("0 <= p <= 1", "0 < delta <= 1"), corners=RELATIVE, loose=LAWFUL)
def chernoff_upper(n: int, p: Value, delta: Value) -> Value:
    """Bracket the bound on the upper tail: n trials of probability p, a deviation of delta times the expectation.

    References
    ----------
    BBKN14, Section 2.4, first line of (2).
    """
    return exp(-p * n * delta**2 / 3)


@formula("at most", where=("0 <= p <= 1", "0 < delta <= 1"), corners=RELATIVE, loose=LAWFUL)
def chernoff_lower(n: int, p: Value, delta: Value) -> Value:
    """Bracket the bound on the lower tail (second line of (2))."""
    return exp(-p * n * delta**2 / 2)


@formula("at most", where=("n >= 1", "delta > 0"), loose={"n >= 1": "without trials there is no deviation"},
         corners={"n": (1, 2, 60, 2000, 0), "delta": (HALF, Fraction(1), Fraction(15), Fraction(100), Fraction(-1))})
def hoeffding(n: int, delta: Value) -> Value:
    """Bracket the bound on a deviation of the *sum* by ``delta``.

    Parameters
    ----------
    n : int
        Trials, at least 1.
    delta : number above 0
        Not only up to 1: at most 1 the bound says nothing from three trials on.

    References
    ----------
    BBKN14, Section 2.4, third line of (2).

    Examples
    --------
    >>> hoeffding(3, 1).lower > 1
    True
    """
    return 2 * exp(-2 * delta**2 / n)


@formula("at most", where=("a > 0",), corners={"n": (1, 2, 60, 2000), "a": (Fraction(1, 20), QUARTER, HALF, -HALF)})
def hoeffding_of_mean(n: int, a: Value) -> Value:
    """Bracket the bound on a deviation of the *mean* by ``a``: :func:`hoeffding` at ``n a``."""
    return 2 * exp(-2 * n * a**2)


@lru_cache(maxsize=1 << 12)  # plans ask for the same few rates again and again
def relative_entropy(first: Number, second: Number, bits: int = 96) -> Bracket:
    """Bracket ``a ln(a/b) + (1 - a) ln((1 - a)/(1 - b))``, from logarithms of ``bits`` bits.

    A binomial sum of m trials of probability b reaches ``a m``, or goes beyond it on a's side of b, with probability
    at most ``exp(-m`` times this ``)`` (Chernoff's bound before it is simplified).

    Parameters
    ----------
    first, second : numbers in (0, 1)
        a and b.

    Raises
    ------
    ValueError
        If one of them is outside.

    Examples
    --------
    >>> relative_entropy(Fraction(1, 2), Fraction(1, 2)).upper
    Fraction(0, 1)
    """
    a, b = as_inner_probability(first, "first"), as_inner_probability(second, "second")
    return a * log_bracket(a / b, bits) + (1 - a) * log_bracket((1 - a) / (1 - b), bits)
