"""BBKN14, Section 5.2: Catalan numbers, the chain of power series, and the bound 4 mu, for every mu in (0, 0.09]."""

from fractions import Fraction
from functools import reduce
from itertools import pairwise
from math import comb, isqrt
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.exact import Bracket, log_bracket, sqrt_bracket
from privlearn.exact.brackets import pi_bracket
from privlearn.exact.formulas import Value, formula, ln, sqrt
from privlearn.exact.signs import sign_boxes
from privlearn.learners.noise import catalan, failure_bounds, root_of_bound
from privlearn.learners.noise.failure_series import SERIES, difference_quotient
from privlearn.papers.bbkn14.reconstructing_intervals import claim

END = Fraction(9, 100)

pi = pi_bracket(256)


@formula("at most", where=("n >= 1",), corners={"n": (1, 2, 10, 1000, 20000)},
         loose={"n >= 1": "at 0 the number is undefined"})
def stirling_bound(n: int) -> Value:
    return 4**n / (n ** (3 / 2) * sqrt(pi))


claim("BBKN14-5.8.catalan", kind="inequality", step_of="BBKN14-5.8.8mu", formulas=(stirling_bound,),
      title="The Catalan number C_n is less than 4^n / (n^(3/2) sqrt(pi)), for every n >= 1", uses=("BBKN14-5.8.dyck",),
      erratum_kind="gap",
      erratum="A small gap: the paper takes Stirling's approximation of C_n as an upper bound. It is one, strictly "
              "and for every n >= 1, because C_n n^(3/2) / 4^n increases to 1 / sqrt(pi).")


@check("BBKN14-5.8.catalan", grade="exact",
       quantifier="all n >= 1: with e = 3, the square of C_n n^(e/2) / 4^n grows from n to n + 1: all coefficients "
                  "of (2n + 1)^2 (n + 1)^e - (2n + 4)^2 n^e are positive",
       says="C_n n^(3/2)/4^n increases with n, all coefficients of the difference being positive")
@sabotage("n in place of n^(3/2)", 2)
def sequence_increases_for_all_n(exponent: int = 3) -> Verdict:
    parts: list[list[Any]] = [[factor] * 2 + [step] * exponent
                              for factor, step in (((2, 1), (1, 1)), ((2, 4), (1, 0)))]
    after, before = (reduce(np.convolve, part) for part in parts)  # coefficients of falling powers
    growth = np.trim_zeros(after - before, "f").tolist()
    return judge("<", ((k, 0, coefficient) for k, coefficient in enumerate(reversed(growth))))

def refutes_sequence_increases_for_all_n(exponent, _):
    squares = [Fraction(catalan(n) ** 2 * n**exponent, 16**n) for n in range(1, 60)]
    return any(after <= before for before, after in pairwise(squares))


@check("BBKN14-5.8.catalan", grade="certified",
       quantifier="n = 2, ..., 400: 1 - 9/(8n) < C_n n^(3/2) sqrt(pi) / 4^n, so that sqrt(pi) is the right constant",
       says="{(1 - 9/(8n))^2} is less than {C_n^2 n^3 pi/16^n}")
@verifier(
    lambda bound, n: bound(n) * 4**n * (n + 1) > comb(2 * n, n) * Fraction(isqrt(n**3 * 31416 * 10**16) + 1, 10**10))
@sabotage("1 - 1/n: closer than the truth", lambda n: 1 - Fraction(1, n))
def constant_is_sharp(bound=lambda n: 1 - Fraction(9, 8 * n)) -> Verdict:
    pi = pi_bracket(96)
    return judge("<", ((n, bound(n) ** 2, catalan(n) ** 2 * n**3 * pi / 16**n) for n in range(2, 401)))


@formula("at most", where=("0 < mu < 1 / 4",), corners={"mu": (Fraction(1, 10**6), Fraction(9, 100), Fraction(6, 25))},
         loose={"0 < mu < 1 / 4": "elsewhere the number is undefined or 0"})
def logarithm_limit(mu: Value) -> Value:
    """Return the last bound of the chain."""
    return mu - ln(1 - 4 * mu) / sqrt(pi)


claim("BBKN14-5.8.eq-stirling", kind="inequality", step_of="BBKN14-5.8.8mu", formulas=(logarithm_limit,),
      title="From the union bound to mu - ln(1 - 4 mu) / sqrt(pi), link by link, for every mu in (0, 0.09]",
      uses=("BBKN14-5.8.eq-union", "BBKN14-5.8.catalan"),
      note="One link more than printed: the series with n^(3/2), which the paper passes over. All links are strict "
           "for mu > 0.")

CHAIN = (("exact", 2), ("union", 2), ("dropped", 1), ("root", 2), ("logarithm", 0))


@check("BBKN14-5.8.eq-stirling", grade="certified",
       quantifier="every mu in (0, 9/100], for each of four links: the difference over mu or mu^2 is positive on [0, "
                  "9/100] in ball arithmetic",
       says="each bound of the chain is strictly below the next")
@sabotage("the middle link reversed: n^(3/2) after the logarithm",
          (("exact", 2), ("union", 2), ("dropped", 1), ("logarithm", 2), ("root", 0)))
@sabotage("1 - mu dropped first, then the union bound",
          (("exact", 2), ("dropped", 2), ("union", 1), ("root", 2), ("logarithm", 0)))
@judged("<")
def every_link_holds_for_every_mu(chain=CHAIN):
    for (smaller, order), (larger, _) in pairwise(chain):
        quotient = difference_quotient(SERIES[smaller], SERIES[larger], order)
        for low, high, value in sign_boxes(quotient, 0, END):
            yield (smaller, larger, low, high), 0, value

def refutes_every_link_holds_for_every_mu(chain, smaller, larger, low, high):
    at, links = failure_bounds((low + high) / 2), pairwise(name for name, _ in chain)
    return (smaller, larger) in links and at[smaller].lower >= at[larger].upper


@formula("at most", where=("0 < mu <= 0.09",), corners={
    "mu": (Fraction(1, 10**6), Fraction(1, 20), END, Fraction(1, 10))})
def line_of_the_logarithm(mu: Value) -> Value:
    """Return the bound on -ln(1 - 4 mu)."""
    return 5 * mu


@formula("at most", where=("0 < mu <= 0.09",), corners={
    "mu": (Fraction(1, 10**6), Fraction(1, 20), END, Fraction(6, 25))})
def line_of_the_chain(mu: Value) -> Value:
    """Return the bound on the last bound of the chain."""
    return 4 * mu


claim("BBKN14-5.8.4mu", kind="inequality", step_of="BBKN14-5.8.8mu",
      formulas=(line_of_the_logarithm, line_of_the_chain),
      title="-ln(1 - 4 mu) < 5 mu for 0 < mu <= 0.09, so a bad point beyond j has probability less than 4 mu",
      uses=("BBKN14-5.8.eq-stirling",), erratum_kind="convention",
      erratum="A convention: printed for every mu <= 0.09; at mu = 0 both sides are 0, so the strict inequality needs "
              "mu > 0.")


def root_pi() -> Bracket:
    pi = pi_bracket()
    return Bracket(sqrt_bracket(pi.lower).lower, sqrt_bracket(pi.upper).upper)


@check("BBKN14-5.8.4mu", grade="certified",
       quantifier="every mu in (0, 6/25]: -ln(1 - 4 mu) = 5 mu, and the logarithm's bound is 4 mu, at a single mu, "
                  "above 9/100, found to 14 digits",
       says="the bounds 5 mu and 4 mu hold below their computed rates, all mu <= 9/100 among them, and fail above")
@sabotage("both crossings at 1/10", lambda name: Bracket(Fraction(1, 10), Fraction(1, 10)))
@judged("<")
def bounds_hold_up_to_these_rates(root=root_of_bound):
    for name in ("linear", "four"):
        found = root(name)
        yield (name, END, END), END, found.lower
        quotient = difference_quotient(SERIES["logarithm"], SERIES[name], 1, 400)
        for low, high, value in sign_boxes(quotient, 0, found.lower):
            yield (name, low, high), 0, value
        for low, high, value in sign_boxes(quotient, found.upper, Fraction(6, 25)):
            yield (name, low, high), 0, -value

def refutes_bounds_hold_up_to_these_rates(root, name, low, high):
    mu, found = (low + high) / 2, root(name)
    excess = 5 * mu + log_bracket(1 - 4 * mu) if name == "linear" else 3 * mu + log_bracket(1 - 4 * mu) / root_pi()
    return (mu < found.lower and excess.upper <= 0) or (mu > found.upper and excess.lower >= 0)
