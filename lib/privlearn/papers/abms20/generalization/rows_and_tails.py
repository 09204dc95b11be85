"""ABMS20, Section 3.2: the numbers of rows of Theorems 3.8 and 3.9, and the tails that they bound, to the last row."""

from fractions import Fraction
from itertools import product
from math import comb

import privlearn.papers.abms20.generalization.uniform_convergence  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage, verifier
from privlearn.exact.fractions import HALF
from privlearn.learning.generalization import (agnostic_bad_event, fair_coin_deviation, realizable_bad_event,
                                               realizable_bad_probability)

ALPHA = Fraction(3, 10)


@check("ABMS20-3.8", grade="exact",
       quantifier="one region of mass 1/10, ..., 9/10, alpha = 3/10 and 2/5 (also equal to a mass), m = 1..20 (alpha "
                  "m/2 an integer among them): both ends of the bracket, and the probability by count vectors, are the "
                  "chance of fewer than alpha m/2 points in the region, or 0 unless its mass is above alpha",
       says="the bracket and the count give the chance of under alpha m/2 points, or 0 for a mass of at most alpha")
@sabotage("at most alpha/2 instead of below", lambda regions, weights, alpha, m: realizable_bad_event(
    regions, weights, alpha * Fraction(21, 20), m))
@sabotage("a region of mass alpha counts", lambda regions, weights, alpha, m: realizable_bad_event(
    regions, weights, alpha * Fraction(999, 1000), m))
@judged("==")
def one_region_has_its_binomial_tail(event=realizable_bad_event):
    for tenths, alpha, m in product(range(1, 10), (ALPHA, Fraction(2, 5)), range(1, 21)):
        p = Fraction(tenths, 10)
        tail = sum((comb(m, k) * p**k * (1 - p) ** (m - k) for k in range(m + 1) if 2 * k < alpha * m), Fraction(0))
        found = event([(1, 0)], (p, 1 - p), alpha, m)
        expected = tail if p > alpha else Fraction(0)
        yield ((tenths, alpha, m), (found.lower, found.upper, realizable_bad_probability(
            [(1, 0)], (p, 1 - p), alpha, m)), (expected,) * 3)

def refutes_one_region_has_its_binomial_tail(event, tenths, alpha, m):
    ways = {0: 1}  # numbers of points in the region -> words, one draw after another, in tenths
    for _ in range(m):
        ways = {k: ways.get(k, 0) * (10 - tenths) + ways.get(k - 1, 0) * tenths for k in range(len(ways) + 1)}
    few = sum(n for k, n in ways.items() if k < alpha * m / 2) if tenths > 10 * alpha else 0
    found = event([(1, 0)], (Fraction(tenths, 10), Fraction(10 - tenths, 10)), alpha, m)
    return found.lower * 10**m != few or found.upper * 10**m != few


@check("ABMS20-3.9", grade="exact",
       quantifier="m = 1..20, alpha = 1/10, 1/8, 1/4, 3/10, 1/2 (attained by a mean among them): the chance that a "
                  "fair coin, and that one hypothesis of error 1/2 or 3/10, strays by at least alpha, term by term",
       says="the chances to stray by at least alpha are the two-sided binomial tails")
@verifier(lambda strays, m, alpha:
          strays(m, alpha) * 2**m != 2 * sum(comb(m, k) for k in range(m) if m - 2 * k >= 2 * alpha * m))
@sabotage("by more than alpha", lambda m, alpha: fair_coin_deviation(m, alpha + Fraction(1, 1000)))
@judged("==")
def deviations_are_two_sided_tails(strays=fair_coin_deviation):
    for m, alpha in product(range(1, 21), (Fraction(1, 10), Fraction(1, 8), Fraction(1, 4), ALPHA, HALF)):
        coin, biased = (sum((comb(m, k) * p**k * (1 - p) ** (m - k) for k in range(m + 1)
                             if abs(Fraction(k, m) - p) >= alpha), Fraction(0)) for p in (HALF, ALPHA))
        events = [agnostic_bad_event([p], alpha, m) for p in (HALF, ALPHA)]
        yield ((m, alpha), (strays(m, alpha), *((event.lower, event.upper) for event in events)),
               (coin, (coin, coin), (biased, biased)))
