"""ABMS20, Section 3.2: differential privacy implies generalization (Theorem 3.14), over all mechanisms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import exp, log
from typing import Any

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.exact import Bracket, log_bracket
from privlearn.mechanisms.generalization_programs import best_overfit

claim("ABMS20-3.14", kind="theorem", section="3.2 Preliminaries on private learning", page="closure/generalization",
      title="A private algorithm's chosen test has a mean of at most e^(2 epsilon) times its empirical mean plus tau, "
            "mostly", uses=("ABMS20-3.3",),
      erratum="The sample is drawn from P^n (printed: uniformly from X^n), and 0 < epsilon delta n < 1 is needed. No "
              "contradiction found.",
      note="The constant in the failure probability is not given, so no finite check decides the statement: checked is "
           "the worst failure of all mechanisms on small instances, with the constant 1. On them the printed tau is "
           "above 1/e^(2 epsilon), which makes the event impossible; smaller values of tau are shown beside it. The "
           "simulation of a large domain is left out.")
Tau = Callable[[int, Fraction, Fraction], Bracket]
INSTANCES = ((2, 4, Fraction(0)), (3, 4, Fraction(0)), (2, 4, Fraction(1, 100)))
RATIO = Fraction(2)


def printed_tau(rows: int, epsilon: Fraction, delta: Fraction, factor: int = 10) -> Bracket:
    """Return ``factor/(epsilon n) ln(1/(epsilon delta n))``."""
    return log_bracket(1 / (epsilon * delta * rows)) * (Fraction(factor) / (epsilon * rows))


@check("ABMS20-3.14", grade="certified",
       quantifier="all private mechanisms (LP with dual verified in rationals): K = 2, 3 even points, n = 4, delta "
                  "= 0, and "
                  "K = 2 with delta = 1/100; e^epsilon = 2: the failure with factor e^(2 epsilon) and tau = 1/4 is "
                  "at most delta (10^-6 allowed)", fingerprint=lambda worst: worst(2, 4, RATIO, Fraction(0), 4, 0))
def at_tau_a_quarter_no_mechanism_fails_more_often_than_delta(worst: Callable[..., Bracket] = best_overfit) -> Verdict:
    """With tau = 1/4 the bound is at least 1: the theorem's event is empty, for every mechanism."""
    return judge("<=", (((size, n, delta), worst(size, n, RATIO, delta, RATIO**2, Fraction(1, 4)),
                         delta + Fraction(1, 10**6)) for size, n, delta in INSTANCES))


@at_tau_a_quarter_no_mechanism_fails_more_often_than_delta.verifier
def _(worst: Callable[..., Bracket], witness: Any) -> bool:
    """No mechanism overfits an impossible event: any positive value is refuted by the bound 4/4 = 1 on a mean."""
    size, n, delta = witness
    return worst(size, n, RATIO, delta, RATIO**2, Fraction(1, 4)).lower > delta + Fraction(1, 10**6)


@at_tau_a_quarter_no_mechanism_fails_more_often_than_delta.sabotage("factor 1 and tau = 0")
def _() -> Callable[..., Bracket]:
    return lambda size, n, ratio, delta, factor, tau: best_overfit(size, n, ratio, delta, Fraction(1), Fraction(0))


@check("ABMS20-3.14", grade="certified",
       quantifier="the same instances, tau = 0, 1/20, 1/10: the worst failure of all private mechanisms is strictly "
                  "below that "
                  "without privacy, computed sample by sample",
       fingerprint=lambda worst: worst(2, 4, RATIO, Fraction(0), 4, 0))
def privacy_forces_some_generalization(worst: Callable[..., Bracket] = best_overfit) -> Verdict:
    return judge("<", (((size, n, delta, tau), worst(size, n, RATIO, delta, RATIO**2, tau),
                        without_privacy(size, n, RATIO**2, tau))
                       for size, n, delta in INSTANCES for tau in (Fraction(0), Fraction(1, 20), Fraction(1, 10))))


def without_privacy(size: int, rows: int, factor: Fraction, tau: Fraction) -> Fraction:
    """Return the probability that some test overfits its sample: all words of points, all tests."""
    tests = list(product((0, 1), repeat=size))
    hits = 0
    for word in product(range(size), repeat=rows):
        seen = Counter(word)
        hits += any(Fraction(sum(t), size) > factor * (Fraction(sum(seen[x] for x in range(size) if t[x]), rows) + tau)
                    for t in tests)
    return Fraction(hits, size**rows)


@privacy_forces_some_generalization.verifier
def _(worst: Callable[..., Bracket], witness: Any) -> bool:
    size, n, delta, tau = witness
    return worst(size, n, RATIO, delta, RATIO**2, tau).lower >= without_privacy(size, n, RATIO**2, tau)


@privacy_forces_some_generalization.sabotage("the privacy rows dropped")
def _() -> Callable[..., Bracket]:
    return lambda size, n, ratio, delta, factor, tau: best_overfit(size, n, None, delta, factor, tau)


Vacuous = Callable[[int], bool]


def says_something(rows: int, factor: int = 10) -> bool:
    """Tell whether ``e^2 tau < 1`` for epsilon = 1, delta = 10^-6."""
    tau = printed_tau(rows, Fraction(1), Fraction(1, 10**6), factor)
    return bool((tau * Fraction(738906, 100000)).upper < 1)


@check("ABMS20-3.14", grade="certified", quantifier="epsilon = 1, delta = 10^-6, n = 1..800: the statement says "
       "something exactly from the least n that a search by halving finds",
       fingerprint=lambda says: [says(n) for n in (5, 100, 700)])
def statement_says_something_from_one_size_on(says: Vacuous = says_something) -> Verdict:
    low, high = 1, 800
    while low < high:
        middle = (low + high) // 2
        if 738906 * 10 * log_bracket(Fraction(10**6, middle)).upper < 100000 * middle:
            high = middle
        else:
            low = middle + 1
    return judge("==", ((n, says(n), n >= low) for n in range(1, 801)))


@statement_says_something_from_one_size_on.verifier
def _(says: Vacuous, n: int) -> bool:
    return says(n) != (exp(2) * 10 / n * log(10**6 / n) < 1)


@statement_says_something_from_one_size_on.sabotage("1 in place of 10")
def _() -> Vacuous:
    return lambda rows: says_something(rows, 1)


Leak = Callable[[int, Fraction], Fraction]


def leak_failure(rows: int, delta: Fraction) -> Fraction:
    """Return how often "publish the complement of the sample with probability delta, else nothing" overfits.

    The domain has ``n^2`` even points, so the complement has mass at least ``1 - 1/n`` and empirical mean 0.
    """
    tau = printed_tau(rows, Fraction(1), delta)
    overfits = (tau * Fraction(738906, 100000)).upper < 1 - Fraction(1, rows)
    return delta if overfits else Fraction(0)


@check("ABMS20-3.14", grade="certified", quantifier="delta = 10^-6, epsilon = 1, n = 600..3000 in steps of 25, n^2 "
       "even "
       "points: the leaking mechanism fails with probability delta, at most n delta / ln(1/(n delta))",
       fingerprint=lambda leak: leak(1000, Fraction(1, 10**6)))
def leak_stays_within_the_bound(leak: Leak = leak_failure) -> Verdict:
    delta = Fraction(1, 10**6)
    return judge("<=", ((n, leak(n, delta) * log_bracket(1 / (n * delta)), n * delta) for n in range(600, 3001, 25)))


@leak_stays_within_the_bound.verifier
def _(leak: Leak, n: int) -> bool:
    return leak(n, Fraction(1, 10**6)) * log_bracket(Fraction(10**6, n)).lower * 10**6 > n


@leak_stays_within_the_bound.sabotage("the leak with probability 1/2")
def _() -> Leak:
    return lambda n, delta: Fraction(1, 2)
