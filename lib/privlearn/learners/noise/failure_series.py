"""A chain of bounds on the one-sided failure of the reconstruction, as power series and in closed form.

Definitions
-----------
Each bound is a power series ``sum of a_n mu^n over n >= 1`` with ``|a_n| <= 4 * 4^n``, given by its coefficients, so
that two bounds can be compared for *all* mu of an interval down to 0, where they meet:

===============  =============================  ==========================================
name             coefficients, n >= 2           closed form
===============  =============================  ==========================================
exact            0                              ``2 mu``
union            1                              ``mu + mu / (1 - mu)``
dropped          ``C_n``                        ``mu + (1 - sqrt(1 - 4 mu)) / (2 mu) - 1``
root             ``4^n / (n^(3/2) sqrt(pi))``   ``mu + Li_{3/2}(4 mu) / sqrt(pi)``
logarithm        ``4^n / (n sqrt(pi))``         ``mu - ln(1 - 4 mu) / sqrt(pi)``
linear           0                              ``mu + 5 mu / sqrt(pi)``
four             0                              ``4 mu``
===============  =============================  ==========================================

(BBKN14, proof of Theorem 5.8; "exact" and "root" are ours.)  The series hold for ``0 <= mu < 1/4``.

>>> [name for name, value in failure_bounds(Fraction(1, 100)).items() if value.upper < Fraction(1, 40)]
['exact', 'union', 'dropped']
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from privlearn.exact import Bracket, as_fraction, as_integer, is_at_most
from privlearn.exact.balls import arb
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.learners.noise.words import catalan

Coefficients = Callable[[int], Ball]  # n >= 1 -> a ball around a_n
TERMS = 60


def _with_mu(tail: Coefficients) -> Coefficients:
    """Return the coefficients of mu plus a series."""
    return lambda n: tail(n) + int(n == 1)


def _only_first(first: Callable[[], Ball]) -> Coefficients:
    return lambda n: first() if n == 1 else arb(0)


SERIES: Mapping[str, Coefficients] = MappingProxyType({
    "exact": _only_first(lambda: arb(2)),
    "union": _with_mu(lambda n: arb(1)),
    "dropped": _with_mu(lambda n: arb(catalan(n))),
    "root": _with_mu(lambda n: arb(4**n) / (arb(n**3) * arb.pi()).sqrt()),
    "logarithm": _with_mu(lambda n: arb(4**n) / (n * arb.pi().sqrt())),
    "linear": _with_mu(_only_first(lambda: 5 / arb.pi().sqrt())),
    "four": _only_first(lambda: arb(4)),
})


def failure_bounds(mu: Any, bits: int = 96) -> dict[str, Bracket]:
    """Return all bounds at ``mu`` by their closed forms, the smallest first.

    Parameters
    ----------
    mu : exact number
        ``0 < mu < 1/4``.
    bits : int
        Working precision.
    """
    x = as_fraction(mu, "mu")
    if not 0 < x < Fraction(1, 4):
        raise ValueError(f"mu must lie strictly between 0 and 1/4, got {x}")

    def logarithm() -> Ball:
        return -(1 - 4 * ball(x)).log()

    closed: dict[str, Callable[[], Ball]] = {
        "exact": lambda: 2 * ball(x),
        "union": lambda: ball(x + x / (1 - x)),
        "dropped": lambda: ball(x) + (1 - (1 - 4 * ball(x)).sqrt()) / (2 * ball(x)) - 1,
        "root": lambda: ball(x) + (4 * ball(x)).polylog(ball(Fraction(3, 2))) / arb.pi().sqrt(),
        "logarithm": lambda: ball(x) + logarithm() / arb.pi().sqrt(),
        "linear": lambda: ball(x) + 5 * ball(x) / arb.pi().sqrt(),
        "four": lambda: 4 * ball(x),
    }
    return {name: bracket_of(expression, bits) for name, expression in closed.items()}


def difference_quotient(smaller: Coefficients, larger: Coefficients, order: int,
                        terms: int = TERMS) -> Callable[[Ball], Ball]:
    """Return ``mu -> (larger - smaller)(mu) / mu^order`` as a function of balls, also at 0.

    Parameters
    ----------
    smaller, larger : callable
        Coefficients with ``|a_n| <= 4 * 4^n``.
    order : int
        At least 1.  The coefficients below ``order`` are taken to be equal (the caller has to know).
    terms : int
        The series is cut after ``mu^terms``.

    Returns
    -------
    callable
        For a ball within [0, 1/4): encloses all values, the remainder ``8 (4 mu)^(terms+1) / (1 - 4 mu)`` included.
    """
    order = as_integer(order, "order", least=1)
    terms = as_integer(terms, "terms", least=order)
    differences = [larger(n) - smaller(n) for n in range(order, terms + 1)]

    def quotient(mu: Ball) -> Ball:
        value = arb(0)
        for difference in reversed(differences):
            value = value * mu + difference
        remainder = 8 * 4**order * (4 * mu) ** (terms + 1 - order) / (1 - 4 * mu)
        return value + remainder * arb(0, 1)

    return quotient


def series_value(coefficients: Coefficients, mu: Any, terms: int = TERMS, bits: int = 96) -> Bracket:
    """Return the value at ``mu`` of a series with ``|a_n| <= 4 * 4^n``, with its remainder: a second route.

    Examples
    --------
    >>> value = series_value(SERIES["union"], Fraction(1, 20))
    >>> value.lower < Fraction(1, 20) + Fraction(1, 19) < value.upper
    True
    """
    quotient = difference_quotient(lambda n: arb(0), coefficients, 1, terms)
    return bracket_of(lambda: ball(as_fraction(mu, "mu")) * quotient(ball(as_fraction(mu, "mu"))), bits)


def root_of_bound(name: str, bits: int = 48) -> Bracket:
    """Return a bracket of the rate at which the logarithm's bound meets a straight line.

    Parameters
    ----------
    name : {"linear", "four"}
        The line ``mu + 5 mu / sqrt(pi)`` or ``4 mu``.
    bits : int
        The bracket has width ``2**-bits``.

    Notes
    -----
    The logarithm's bound is convex and 0 at 0, so it is below the line before this rate and above it afterwards.
    Bisection, every sign certified.

    Examples
    --------
    >>> root = root_of_bound("four", bits=20)
    >>> root.lower < Fraction(112687, 10**6) < root.upper
    True
    """
    if name not in ("linear", "four"):
        raise ValueError(f"name must be 'linear' or 'four', got {name!r}")
    low, high = Fraction(1, 16), Fraction(3, 16)
    while high - low > Fraction(1, 2 ** as_integer(bits, "bits", least=4)):
        middle = (low + high) / 2
        at = failure_bounds(middle, bits=2 * bits + 32)
        low, high = (middle, high) if is_at_most(at["logarithm"], at[name]) else (low, middle)
    return Bracket(low, high)
