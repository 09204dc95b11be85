"""BBKN14, Section 2.4: the three concentration bounds of (2), against exact binomial tails."""

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import factorial

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.exact import binomial_tail
from privlearn.exact.concentration import (chernoff_lower, chernoff_upper, hoeffding, hoeffding_exponent,
                                           hoeffding_of_mean, lower_tail, mean_exponent, two_sided_tail, upper_tail)
from privlearn.papers.bbkn14.concentration import claim

TRIALS = (1, 5, 20, 60)
PROBABILITIES = (Fraction(1, 10), Fraction(1, 3), Fraction(1, 2), Fraction(9, 10))
DEVIATIONS = (Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1))
LARGE = ((2000, Fraction(1, 20)), (10000, Fraction(1, 20)), (10000, Fraction(1, 2)))
GRID = [(n, p, delta) for n, p in (*product(TRIALS, PROBABILITIES), *LARGE) for delta in DEVIATIONS]
QUANTIFIER = ("n = 1, 5, 20, 60 with p = 1/10, 1/3, 1/2, 9/10; n = 2000 and 10000 with p = 1/20; n = 10000 with "
              "p = 1/2; each with delta = 1/10, 1/4, 1/2, 3/4, 1; exact tail, divided by the bracketed bound")
exact_upper = cache(upper_tail)
exact_lower = cache(lower_tail)


def above_exponential(value: Fraction, exponent: Fraction) -> bool:
    """Tell whether ``value > e^-exponent``, from a partial sum of the series of ``e^exponent``: never wrongly True."""
    terms = range(int(3 * exponent) + 20)
    return value * sum((exponent**k / factorial(k) for k in terms), Fraction(0)) > 1


def exponential(exponent: Fraction) -> Fraction:
    """Return ``e^-exponent`` to 40 digits, in decimal arithmetic."""
    with localcontext(prec=40):
        return Fraction((-Decimal(exponent.numerator) / exponent.denominator).exp())


CLOSE = 1 + Fraction(1, 10**15)
HALF = Fraction(1, 2)

claim("BBKN14-2.eq2.upper", kind="inequality",
      title="Multiplicative Chernoff bound, upper tail: at most exp(-p n delta^2 / 3) for 0 < delta <= 1")


@check("BBKN14-2.eq2.upper", grade="certified", quantifier=f"{QUANTIFIER}; the bound by another exponential",
       says="the upper tail is at most the bound, and the bound at most e^(-p n delta^2/3), to 15 digits")
@sabotage("2 in place of 3", partial(chernoff_upper, constant=2))
@sabotage("4 in place of 3: true and weaker", partial(chernoff_upper, constant=4))
@judged("<=")
def upper_tail_is_at_most_exp_of_minus_p_n_delta_squared_over_three(bound=chernoff_upper):
    for n, p, delta in GRID:
        yield (n, p, delta), exact_upper(n, p, delta) / bound(n, p, delta), 1
        yield (n, p, delta), bound(n, p, delta), exponential(p * n * delta**2 / 3) * CLOSE

def refutes_upper_tail_is_at_most_exp_of_minus_p_n_delta_squared_over_three(bound, n, p, delta):
    claimed = bound(n, p, delta)
    return binomial_tail(n, p, at_least=(1 + delta) * p * n) > claimed.upper or above_exponential(
        claimed.lower / CLOSE, p * n * delta**2 / 3)


claim("BBKN14-2.eq2.lower", kind="inequality",
      title="Multiplicative Chernoff bound, lower tail: at most exp(-p n delta^2 / 2) for 0 < delta <= 1")


@check("BBKN14-2.eq2.lower", grade="certified", quantifier=f"{QUANTIFIER}; the bound by another exponential",
       says="the lower tail is at most the bound, and the bound at most e^(-p n delta^2/2), to 15 digits")
@sabotage("1 in place of 2", partial(chernoff_lower, constant=1))
@sabotage("3 in place of 2: true and weaker", partial(chernoff_lower, constant=3))
@judged("<=")
def lower_tail_is_at_most_exp_of_minus_p_n_delta_squared_over_two(bound=chernoff_lower):
    for n, p, delta in GRID:
        yield (n, p, delta), exact_lower(n, p, delta) / bound(n, p, delta), 1
        yield (n, p, delta), bound(n, p, delta), exponential(p * n * delta**2 / 2) * CLOSE

def refutes_lower_tail_is_at_most_exp_of_minus_p_n_delta_squared_over_two(bound, n, p, delta):
    claimed = bound(n, p, delta)
    return binomial_tail(n, p, at_most=(1 - delta) * p * n) > claimed.upper or above_exponential(
        claimed.lower / CLOSE, p * n * delta**2 / 2)


claim("BBKN14-2.eq2.hoeffding", kind="inequality",
      title="Chernoff-Hoeffding bound: the sum deviates by delta with probability at most 2 exp(-2 delta^2 / n), any "
            "delta > 0", erratum_kind="misprint",
      erratum="The display is introduced for 0 < delta <= 1. The third line holds for every delta > 0, and is needed "
              "there: Theorem 5.4 applies it with delta = s alpha' > 1, and with delta <= 1 it says nothing from three "
              "trials on. So its range should read delta > 0; nothing else changes.")

SUM_GRID = [(n, p, delta) for n, p in product(range(1, 61), PROBABILITIES)
            for delta in (Fraction(1, 2), Fraction(1), Fraction(3), Fraction(7), Fraction(n, 4))]


@check("BBKN14-2.eq2.hoeffding", grade="certified",
       quantifier="n = 1..60, p = 1/10, 1/3, 1/2, 9/10, delta = 1/2, 1, 3, 7, n/4; exact two-sided tail against the "
                  "lower end",
       says="the two-sided tail is at most the bound, and the bound at most 2 e^(-2 delta^2/n), to 15 digits")
@sabotage("2 exp(-2 n delta^2), which is for the mean", hoeffding_of_mean)
@sabotage("one side only: the factor 2 is dropped", lambda n, delta: hoeffding(n, delta) / 2)
@sabotage("a hundredth more: true and weaker", lambda n, delta: hoeffding(n, delta) * Fraction(101, 100))
@judged("<=")
def two_sided_tail_is_at_most_the_bound_for_every_delta(bound=hoeffding):
    for n, p, delta in SUM_GRID:
        yield (n, p, delta), two_sided_tail(n, p, delta) / bound(n, delta), 1
        yield (n, p, delta), bound(n, delta), 2 * exponential(2 * delta**2 / n) * CLOSE

def refutes_two_sided_tail_is_at_most_the_bound_for_every_delta(bound, n, p, delta):
    inside = [k for k in range(n + 1) if abs(k - p * n) < delta]
    tail = 1 - sum((binomial_tail(n, p, at_least=k, at_most=k) for k in inside), Fraction(0))
    return tail > bound(n, delta).upper or above_exponential(bound(n, delta).lower / 2 / CLOSE, 2 * delta**2 / n)


@check("BBKN14-2.eq2.hoeffding", grade="exact",
       quantifier="s = 1..400, a = 1/100, 1/20, 1/8, 1/4, 1/2: exponents of the two forms, delta = s a",
       says="{the exponent of the mean form} equals {the exponent of the sum form at s a}")
@verifier(lambda exponent, s, a: exponent(s, a) != 2 * (s * a) * (s * a) / s)
@sabotage("delta read as a deviation of the mean: 2 a^2 / s, true and useless", hoeffding_exponent)
def mean_form_is_the_sum_form_at_s_times_a(exponent=mean_exponent) -> Verdict:
    grid = product(range(1, 401), (Fraction(1, a) for a in (100, 20, 8, 4, 2)))
    return judge("==", (((s, a), exponent(s, a), hoeffding_exponent(s, s * a)) for s, a in grid))


@check("BBKN14-2.eq2.hoeffding", grade="certified",
       quantifier="s = 1, 10, 50, 100, 200, 400, p = 1/10, 1/3, 1/2, 9/10, a = 1/20, 1/8, 1/4; exact two-sided tail "
                  "of the mean",
       says="the tail of the mean is at most the bound, and the bound at most 2 e^(-2 s a^2), to 15 digits")
@sabotage("8 for 2 in the exponent", lambda s, a: hoeffding_of_mean(s, 2 * a))
@judged("<=")
def mean_deviates_with_at_most_two_exp_of_minus_two_s_a_squared(bound=hoeffding_of_mean):
    means = (Fraction(1, 20), Fraction(1, 8), Fraction(1, 4))
    for s, p, a in product((1, 10, 50, 100, 200, 400), PROBABILITIES, means):
        yield (s, p, a), two_sided_tail(s, p, s * a) / bound(s, a), 1
        yield (s, p, a), bound(s, a), 2 * exponential(2 * s * a**2) * CLOSE

def refutes_mean_deviates_with_at_most_two_exp_of_minus_two_s_a_squared(bound, s, p, a):
    inside = [k for k in range(s + 1) if abs(Fraction(k, s) - p) < a]
    tail = 1 - sum((binomial_tail(s, p, at_least=k, at_most=k) for k in inside), Fraction(0))
    return tail > bound(s, a).upper or above_exponential(bound(s, a).lower / 2 / CLOSE, 2 * s * a**2)


@check("BBKN14-2.eq2.hoeffding", grade="certified",
       quantifier="delta = 1, the largest of the printed range; n = 1..400",
       says="Hoeffding's bound is below 1 exactly for n <= 2")
@sabotage("also for three trials", 3)
def printed_range_says_something_only_for_n_up_to(last: int = 2) -> Verdict:
    return judge("==", ((n, hoeffding(n, Fraction(1)).upper < 1, n <= last) for n in range(1, 401)))

def refutes_printed_range_says_something_only_for_n_up_to(last, witness):
    below_one = above_exponential(Fraction(1, 2), Fraction(2, witness))  # e^(-2/n) < 1/2
    return below_one != (witness <= last)
