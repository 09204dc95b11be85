"""BBKN14, Section 2.4: the three concentration bounds of (2), against exact binomial tails."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, factorial, floor
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import Bracket, is_at_most
from privlearn.exact.balls import arb
from privlearn.exact.concentration import chernoff_lower, chernoff_upper, hoeffding, hoeffding_of_mean, sum_between
from privlearn.exact.fractions import HALF
from privlearn.exact.intervals import ball, bracket_of
from privlearn.exact.tails import lower_tail_bracket, upper_tail_bracket
from privlearn.papers.bbkn14.concentration import claim

INSTANCES = ("n = 1, 20, 2000 and 100000, p = 1/2, 1/20, 1/200 and 9/10, delta = 1/10, 1/2 and 1; n = 1, 5, 20, 60, "
             "10000, p = 1/10, 1/3, 1/2, 9/10, delta = 1/10, 1/4, 1/2, 3/4, 1: certified tails")
GRID = tuple(product((1, 5, 20, 60, 10000), (Fraction(1, 10), Fraction(1, 3), HALF, Fraction(9, 10)), (
    Fraction(1, 10), Fraction(1, 4), HALF, Fraction(3, 4), Fraction(1))))
exact_upper = cache(upper_tail_bracket)
exact_lower = cache(lower_tail_bracket)


def some_terms(n: int, p: Fraction, low: int, high: int) -> Bracket:
    """Bracket the probability that a sum lies in an interval, cut off after 60 terms from either end."""
    listed = {k for k in range(max(0, low), min(n, high) + 1) if min(k - low, high - k) < 60}
    return bracket_of(lambda: sum((arb.bin_uiui(n, k) * ball(p) ** k * ball(1 - p) ** (n - k) for k in listed),
                                  ball(0)))


claim("BBKN14-2.eq2.upper", kind="inequality", formulas=(chernoff_upper,),
      title="Multiplicative Chernoff bound, upper tail: at most exp(-p n delta^2 / 3) for 0 < delta <= 1")


@check("BBKN14-2.eq2.upper", grade="certified", quantifier=INSTANCES, says="{the upper tail} is at most {the bound}")
@judged("<=")
def upper_tail_is_at_most_exp_of_minus_p_n_delta_squared_over_three(bound=chernoff_upper) -> Iterator[Any]:
    for n, p, delta in (*bound.instances(), *GRID):
        if p <= 1:
            yield (n, p, delta), exact_upper(n, p, ceil((1 + delta) * p * n)), bound(n, p, delta)

def refutes_upper_tail_is_at_most_exp_of_minus_p_n_delta_squared_over_three(bound, n, p, delta):
    return not is_at_most(some_terms(n, p, ceil((1 + delta) * p * n), n), bound(n, p, delta))


claim("BBKN14-2.eq2.lower", kind="inequality", formulas=(chernoff_lower,),
      title="Multiplicative Chernoff bound, lower tail: at most exp(-p n delta^2 / 2) for 0 < delta <= 1")


@check("BBKN14-2.eq2.lower", grade="certified", quantifier=INSTANCES, says="{the lower tail} is at most {the bound}")
@judged("<=")
def lower_tail_is_at_most_exp_of_minus_p_n_delta_squared_over_two(bound=chernoff_lower) -> Iterator[Any]:
    for n, p, delta in (*bound.instances(), *GRID):
        if p <= 1:
            yield (n, p, delta), exact_lower(n, p, floor((1 - delta) * p * n)), bound(n, p, delta)

def refutes_lower_tail_is_at_most_exp_of_minus_p_n_delta_squared_over_two(bound, n, p, delta):
    return not is_at_most(some_terms(n, p, 0, floor((1 - delta) * p * n)), bound(n, p, delta))


claim("BBKN14-2.eq2.hoeffding", kind="inequality", formulas=(hoeffding, hoeffding_of_mean),
      title="Chernoff-Hoeffding bound: the sum deviates by delta with probability at most 2 exp(-2 delta^2 / n), any "
            "delta > 0", erratum_kind="misprint",
      erratum="The display is introduced for 0 < delta <= 1. The third line holds for every delta > 0, and is needed "
              "there: Theorem 5.4 applies it with delta = s alpha' > 1, and with delta <= 1 it says nothing from three "
              "trials on. So its range should read delta > 0; nothing else changes.")

PROBABILITIES = (HALF, Fraction(1, 10), Fraction(1, 3), Fraction(9, 10))


@cache
def two_sided(n: int, p: Fraction, deviation: Fraction) -> Fraction:
    """Return the probability that a sum strays from its mean by so much, by the probabilities of the other sums."""
    return 1 - sum_between(n, p, floor(p * n - deviation) + 1, ceil(p * n + deviation) - 1)


@check("BBKN14-2.eq2.hoeffding", grade="exact", quantifier="n = 1, 2, 60 and 2000, p = 1/10, 1/3, 1/2, 9/10, delta = "
       "1/2, 1, 15 and 100; n = 1..60, delta = 1/2, 1, 3, 7, n/4; exact two-sided tail",
       says="{the two-sided tail} is at most {the bound}")
@judged("<=")
def two_sided_tail_is_at_most_the_bound_for_every_delta(bound=hoeffding) -> Iterator[Any]:
    small = ((n, delta) for n in range(1, 61) for delta in (HALF, 1, 3, 7, Fraction(n, 4)))
    for (n, delta), p in product((*bound.instances(), *small), PROBABILITIES):
        yield (n, p, delta), two_sided(n, p, delta), bound(n, delta)

def refutes_two_sided_tail_is_at_most_the_bound_for_every_delta(bound, n, p, delta):
    return not is_at_most(stray(n, p, delta), bound(n, delta))


def stray(n: int, p: Fraction, deviation: Fraction) -> Bracket:
    """Bracket what some sums beyond a deviation weigh together."""
    if deviation <= 0:
        return Bracket(Fraction(1), Fraction(1))
    ends = some_terms(n, p, ceil(p * n + deviation), n), some_terms(n, p, 0, floor(p * n - deviation))
    return ends[0] + ends[1]


@check("BBKN14-2.eq2.hoeffding", grade="exact", quantifier="n = 1, 2, 60 and 2000, p = 1/10, 1/3, 1/2, 9/10, a = "
       "1/20, 1/4, 1/2; n = 1, 10, 50, 100, 200, 400, a = 1/20, 1/8, 1/4; exact two-sided tail of the mean",
       says="{the tail of the mean} is at most {the bound}")
@judged("<=")
def mean_deviates_with_at_most_two_exp_of_minus_two_s_a_squared(bound=hoeffding_of_mean) -> Iterator[Any]:
    more = product((1, 10, 50, 100, 200, 400), (Fraction(1, 20), Fraction(1, 8), Fraction(1, 4)))
    for (n, a), p in product((*bound.instances(), *more), PROBABILITIES):
        yield (n, p, a), two_sided(n, p, n * a), bound(n, a)

def refutes_mean_deviates_with_at_most_two_exp_of_minus_two_s_a_squared(bound, n, p, a):
    return not is_at_most(stray(n, p, n * a), bound(n, a))


@check("BBKN14-2.eq2.hoeffding", grade="certified",
       quantifier="delta = 1, the largest of the printed range; n = 1..400",
       says="Hoeffding's bound is below 1 exactly for n <= 2")
@sabotage("also for three trials", 3)
def printed_range_says_something_only_for_n_up_to(last: int = 2) -> Verdict:
    return judge("==", ((n, hoeffding(n, Fraction(1)).upper < 1, n <= last) for n in range(1, 401)))

def refutes_printed_range_says_something_only_for_n_up_to(last, witness):
    power = sum((Fraction(2, witness) ** k / factorial(k) for k in range(20)), Fraction(0))  # below e^(2/n)
    below_one = power > 2
    return below_one != (witness <= last)
