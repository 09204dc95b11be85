"""BBKN14, Section 4.2: how many rows algorithm A2 keeps, and its three ways to fail together."""

from fractions import Fraction
from functools import partial
from math import ceil, comb
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.exact import exp_bracket, log_bracket
from privlearn.exact.concentration import sum_between
from privlearn.exact.fractions import EIGHTH, HALF, QUARTER
from privlearn.exact.intervals import ball, bracket_of
from privlearn.learners.points import improper_sample_size
from privlearn.learners.points.utility import ceil_of_log4, noisy_sample_size
from privlearn.papers.bbkn14.constant_sample_learner import claim
from privlearn.papers.bbkn14.constant_sample_learner.instances import TWO_FIFTHS

claim("BBKN14-4.3.chernoff", kind="inequality", step_of="BBKN14-4.3",
      title="The random subset has 4 ln(4)/alpha rows except with probability below 1/16",
      uses=("BBKN14-A2", "BBKN14-2.eq2.lower"))

CHERNOFF_ALPHAS = (Fraction(49, 100), TWO_FIFTHS, QUARTER, EIGHTH, Fraction(1, 20))


def power_of_four(exponent: Fraction):
    """Bracket ``4^exponent``."""
    return exp_bracket(log_bracket(4) * exponent)


@check("BBKN14-4.3.chernoff", grade="certified",
       quantifier="alpha in {49/100, 2/5, 1/4, 1/8, 1/20}: the exact tail Pr[Bin(ceil(32 ln 4/alpha^2), alpha/4) < 4 "
                  "ln 4/alpha] against 4^(-1/alpha)",
       says="{the chance of too small a subset} is at most {4^(-1/alpha)}")
@sabotage("half the rows", lambda alpha: ceil_of_log4(16 / alpha**2))
def subset_is_large_enough(rows=improper_sample_size) -> Verdict:
    return judge("<=", ((alpha, sum_between(rows(alpha), alpha / 4, 0, ceil_of_log4(4 / alpha) - 1),
                         power_of_four(-1 / alpha)) for alpha in CHERNOFF_ALPHAS))

def refutes_subset_is_large_enough(rows, alpha):
    n, p = rows(alpha), alpha / 4
    most = int(4 * Fraction(138629, 10**5) / alpha)  # at most ceil(4 ln 4 / alpha) - 1
    tail = sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(most + 1))
    return tail > Fraction(1, 4 ** int(1 / alpha))


@check("BBKN14-4.3.chernoff", grade="certified",
       quantifier="alpha in {49/100, 2/5, 1/4, 1/8, 1/20}; for all alpha < 1/2, as 4^(-1/alpha) < 4^(-2)",
       says="{4^(-1/alpha)} is less than {one sixteenth}")
@verifier(lambda alphas, alpha: alpha in alphas and 4 ** (2 * alpha.numerator) > 4**alpha.denominator)
@sabotage("alpha = 3/4", make=lambda: (*CHERNOFF_ALPHAS, Fraction(3, 4)))
def failure_is_below_a_sixteenth(alphas: tuple[Fraction, ...] = CHERNOFF_ALPHAS) -> Verdict:
    return judge("<", ((alpha, power_of_four(-1 / alpha), Fraction(1, 16)) for alpha in alphas))


claim("BBKN14-4.3.utility", kind="inequality", step_of="BBKN14-4.3", title="1/16 + 1/2 + alpha/8 is at most 3/4",
      uses=("BBKN14-4.3.chernoff", "BBKN14-A1.total"))


@check("BBKN14-4.3.utility", grade="exact",
       quantifier="both ends of [0, 1/2], so all alpha between (linear): at most 5/8, attained at 1/2; 5/8 < 3/4",
       says="1/16 + 1/2 + alpha/8 is 5/8 at the largest alpha and less at 0, and so less than 3/4")
@verifier(lambda largest_alpha, alpha: alpha == largest_alpha and 9 + 2 * alpha != 10)
@sabotage("alpha up to 2", Fraction(2))
@sabotage("alpha up to 1/4", Fraction(1, 4))
def three_failures_together(largest_alpha: Fraction = HALF) -> Verdict:
    ends = [(alpha, Fraction(1, 16) + HALF + alpha / 8) for alpha in (largest_alpha, Fraction(0))]
    return all_hold(judge("==", [(*ends[0], Fraction(5, 8))]),
                    judge("<", [(*ends[1], Fraction(5, 8)), (HALF, Fraction(5, 8), Fraction(3, 4))]))


SIZES = tuple(Fraction(k, 40) for k in range(1, 21))


def multiple_of_log4(scale: Fraction) -> Any:
    """Return the ball of ``scale ln 4``."""
    return ball(scale) * ball(4).log()


@check("BBKN14-4.3.chernoff", grade="certified",
       quantifier="alpha = k/40, k = 1..20: the labelled rows of A2 are 32 ln 4/alpha^2 rounded up, and those of A1 "
                  "are 2 ln 4/alpha rounded up",
       says="A1 takes 2 ln 4/alpha rows and A2 takes 32 ln 4/alpha^2 rows, each rounded up")
@sabotage("31 for 32", (noisy_sample_size, lambda alpha: ceil_of_log4(31 / alpha**2)))
@judged("==")
def numbers_of_rows_are_those_printed(sizes=(noisy_sample_size, improper_sample_size)):
    for alpha in SIZES:
        needs = [bracket_of(partial(multiple_of_log4, scale), 128) for scale in (2 / alpha, 32 / alpha**2)]
        found = tuple(size(alpha) for size in sizes)
        yield alpha, (found, found), tuple(tuple(ceil(end) for end in ends) for ends in (
            [need.lower for need in needs], [need.upper for need in needs]))

def refutes_numbers_of_rows_are_those_printed(sizes, alpha):
    log = log_bracket(4, 128)
    return any(rows < scale * log.lower or rows - 1 > scale * log.upper
               for rows, scale in zip((size(alpha) for size in sizes), (2 / alpha, 32 / alpha**2), strict=True))
