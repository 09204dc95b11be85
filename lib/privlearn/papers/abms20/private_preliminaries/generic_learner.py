"""ABMS20, Section 3.2: the exponential mechanism as a generic learner."""

import math
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, log, log1p

import numpy as np

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.exact import Bracket, log_bracket
from privlearn.exact.formulas import Value, ceil, formula, ln
from privlearn.exact.fractions import QUARTER
from privlearn.exact.intervals import ball, bracket_of
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learning import exact_failure, grid_distributions
from privlearn.papers.abms20.private_preliminaries import claim
from privlearn.papers.abms20.private_preliminaries.privacy import SEGMENTS
from privlearn.papers.hard_instances import no_less_than


@formula("rows", where=("0 < epsilon", "0 < alpha < 1", "0 < beta < 1"), tex={"epsilon": r"\eps", "number": "|H|"},
         corners={"epsilon": (Fraction(-1), Fraction(1, 1000), QUARTER, Fraction(4), Fraction(40)),
                  "number": (2, 2**1000), "alpha": (Fraction(-1), Fraction(1, 1000), QUARTER),
                  "beta": (Fraction(2, 5), Fraction(1, 10**10), Fraction(1, 10**20), 2)},
         loose=dict.fromkeys(("4 -> 3", "8", "2", "2 * number -> number"), "the constants are not sharp")
         | {"0 < beta < 1": "no probability is above 1"})
def generic_rows(epsilon: Value, alpha: Value, beta: Value, number: int) -> Value:
    """Return the least number of rows for a class of so many concepts."""
    return ceil(max(4 / (epsilon * alpha), 8 / alpha) * ln(2 * number / beta))


claim("ABMS20-3.13.generic", kind="remark", uses=("ABMS20-3.13", "ABMS20-3.10", "BBKN14-3.2"),
      title="The exponential mechanism is a generic private proper learner with O(log |H|) rows",
      note="The sample size is the explicit one of the two-part argument: half of alpha for the mechanism, half for "
           "the sample. Judged are the initial segments of three points exactly, on which 14 of the 111 rows would do, "
           "and the classes of all functions, which need both terms and |H|; the constants 4 and 8 are not sharp.",
      formulas=(generic_rows,))


claim("ABMS20-1.kasi", kind="remark", section="1 Introduction", uses=("ABMS20-3.13.generic",),
      title="Every finite class is privately learnable with O(log |H|) rows",
      note="For every class by the remark above, whose number of rows is judged here as one that is logarithmic and "
           "enough. Executed are the classes of all functions, for which no smaller order is enough.")


def failure_below(epsilon: Fraction, alpha: Fraction, number: int, rows: int) -> Fraction:
    """Return, rounded down, how often the learner fails: the largest of three chances, 1 for an alpha below 0.

    One function is right, the others are wrong on a set of mass just above alpha.  With j rows there one of them is
    named with at least (1 - 1/|H|) e^(-epsilon j/2), whose mean is a power; and half of the samples have no more than
    the mean and 1.  Or half of the unseen points are more than alpha: all functions.
    """
    m, p, points = max(rows, 0), alpha + (1 - alpha) / 10**6, number.bit_length() - 1
    if alpha < 0 or points - m >= 2 * alpha * points + 1:
        return Fraction(1, 1 + (alpha >= 0))
    seen, others = int(m * p) + 1, number - 1
    step = max(epsilon, Fraction(0)) / 2
    mean = no_less_than(lambda: (1 - ball(p) * (1 - ball(-step).exp())) ** m * others / number)
    return max(mean, no_less_than(lambda: 1 / (1 + (ball(epsilon) * seen / 2).exp() / others) / 2))


def failure_above(target, weights: tuple[Fraction, ...], rows: int) -> Fraction:
    """Return an upper bound, within 2^-50, of the failure at alpha = 1/4 on 3 points with e^epsilon = 64/25 < e."""
    whole = [int(6 * w) for w in weights]
    bad = tuple(4 * sum(w for w, a, b in zip(whole, target, h, strict=True) if a != b) > 6 for h in SEGMENTS.rows())
    powers = [[w**k for k in range(rows + 1)] for w in whole]
    total = sum(ways * powers[0][i] * powers[1][j] * powers[2][k] * lost_mass(bad, errors) for (i, j, k), ways,
                errors in count_vectors(target, rows) if powers[0][i] and powers[1][j] and powers[2][k])
    return Fraction(total, 6**rows << 60)


@cache
def count_vectors(target, rows: int) -> list[tuple[tuple[int, int, int], int, tuple[int, ...]]]:
    """Return all counts of three points, their multinomial coefficients, and the errors of each concept."""
    counts = [(i, j, rows - i - j) for i in range(rows + 1) for j in range(rows - i + 1)]
    wrong = [[x for x in range(3) if h[x] != target[x]] for h in SEGMENTS.rows()]
    return [(c, comb(rows, c[0]) * comb(rows - c[0], c[1]), tuple(sum(c[x] for x in places) for places in wrong))
            for c in counts]


@cache
def power(errors: int) -> int:
    """Return (5/8)^errors in units of 2^-100, rounded down."""
    return (5**errors << 100) // 8**errors


@cache
def lost_mass(bad: tuple[bool, ...], errors: tuple[int, ...]) -> int:
    """Return the mass of the bad concepts in units of 2^-60, rounded up twice."""
    heavy = sum(power(e) + 1 for e, b in zip(errors, bad, strict=True) if b)
    return -(-(heavy << 60) // sum(power(e) for e in errors)) if heavy else 0


@check("ABMS20-3.13.generic", grade="certified",
       quantifier="initial segments of 3 points, epsilon = 2 ln(8/5) < 1 (less private mechanisms do better), alpha "
                  "= beta = 1/4, all distributions with denominator 6, two targets (the others are mirror images)",
       says="{the failure probability, bounded from above} is at most {beta}")
def failure_is_at_most_beta(rows=generic_rows) -> Verdict:
    m = rows(Fraction(1), QUARTER, QUARTER, 4)
    return judge("<=", (((target, weights), failure_above(target, weights, m), QUARTER)
                        for target in SEGMENTS.rows()[:2] for weights in grid_distributions(3, 6)))

def refutes_failure_is_at_most_beta(rows, target, weights):
    return exact_failure(exponential_learner(SEGMENTS, Fraction(64, 25)), SEGMENTS, target, weights,
                         rows(Fraction(1), QUARTER, QUARTER, 4), QUARTER) > QUARTER


@check("ABMS20-3.13.generic", grade="certified",
       quantifier="the instances of the formula: one right function beside others that are wrong on the same points, "
                  "and all functions of 1000 equally likely points",
       says="{the failure probability, bounded from below} is at most {beta}")
@judged("<=")
def hard_classes_are_learned_with_these_rows(rows=generic_rows):
    for epsilon, alpha, beta, number in rows.instances():
        yield (epsilon, alpha, beta, number), failure_below(epsilon, alpha, number, rows(
            epsilon, alpha, beta, number)), beta

def refutes_hard_classes_are_learned_with_these_rows(rows, epsilon, alpha, beta, number):
    """The three chances as logarithms; with 1000 points, 600 of them unseen, a run has 250 wrong labels or more."""
    m = max(rows(epsilon, alpha, beta, number), 0)
    if alpha < 0 or number > 2 and m < 400:
        return beta < 1 / 2
    p, others = float(alpha + (1 - alpha) / 10**6), log(number - 1)
    gap = float(epsilon) * (int(m * p) + 1) / 2 - others
    mean = m * log1p(-p * (1 - math.exp(-max(float(epsilon), 0) / 2)))
    return log(beta) < max(mean + others - log(number), -max(gap, 0) - log1p(math.exp(-abs(gap))) - log(2))


@check("ABMS20-3.13.generic", grade="certified",
       quantifier="the same class, parameters, distributions and targets: 14 rows are enough, 13 are not",
       says="with 14 rows the failure is at most beta, and with 13 rows it is larger for some distribution",
       reason="The bound asks for 111 rows, eight times as many.")
@sabotage("15 rows, of which one is spare", 15)
@sabotage("13 rows", 13)
def fewest_rows_that_are_enough(least: int = 14) -> Verdict:
    games = list(product(SEGMENTS.rows()[:2], grid_distributions(3, 6)))
    worst = max(games, key=lambda game: failure_above(game[0], game[1], least - 1))
    failure = exact_failure(exponential_learner(SEGMENTS, Fraction(64, 25)), SEGMENTS, *worst, least - 1, QUARTER)
    return all_hold(judge("<=", (((*game, "enough"), failure_above(*game, least), QUARTER) for game in games)),
                    judge("<", [((*worst, "fewer"), QUARTER, failure)]))

def refutes_fewest_rows_that_are_enough(least, target, weights, side):
    m, total = least - (side == "fewer"), Fraction(0)
    for i in range(m + 1):
        for j in range(m + 1 - i):
            counts = (i, j, m - i - j)
            odds = [Fraction(5, 8) ** sum(n for n, a, b in zip(counts, h, target, strict=True) if a != b)
                    for h in SEGMENTS.rows()]
            bad = sum((w for w, h in zip(odds, SEGMENTS.rows(), strict=True) if sum(
                p for p, a, b in zip(weights, h, target, strict=True) if a != b) > QUARTER), Fraction(0))
            chance = Fraction(comb(m, i) * comb(m - i, j))
            for n, p in zip(counts, weights, strict=True):
                chance *= p**n
            total += chance * bad / sum(odds)
    return total <= QUARTER if side == "fewer" else total > QUARTER


EPSILONS = (Fraction(1, 100), Fraction(1), Fraction(2), Fraction(64))


def function_failure(points: int, epsilon: Fraction, rows: int) -> Bracket:
    """Return an upper bound of the failure at alpha = 1/4 for all functions, with uniform points.

    A point with n rows gets its wrong label with probability u^n / (1 + u^n), u = e^(-epsilon/2), independently of the
    others.  The mean is at most that of u^n, ``(1 - (1 - u) / points)^rows``; the rest is Markov's inequality.
    """
    return bracket_of(lambda: 4 * (1 - (1 - ball(-epsilon / 2).exp()) / points) ** rows)


def often_fails(points: int, epsilon: Fraction, rows: int) -> bool:
    """Decide by 2,000 runs whether the learner of all functions fails, at alpha = 1/4, with probability above 1/4."""
    rng = np.random.default_rng(points)
    counts = rng.multinomial(rows, np.full(points, 1 / points), size=2000)
    wrong = rng.random(counts.shape) < 1 / (1 + np.exp(counts * float(epsilon) / 2))
    return bool((wrong.mean(axis=1) > 0.25).mean() > 0.3)


@check("ABMS20-3.13.generic", grade="certified",
       quantifier="all functions on N points, N = 1, 64, 128, 256, 512, uniform points, alpha = beta = 1/4, epsilon = "
                  "1/100, 1, 2, 64: an upper bound from the exact law of the wrong labels",
       says="{the failure probability, bounded from above} is at most {beta}")
@verifier(lambda rows, points, epsilon: often_fails(points, epsilon, rows(epsilon, QUARTER, QUARTER, 2**points)))
@judged("<=")
def all_functions_are_learned_with_these_rows(rows=generic_rows):
    for points, epsilon in product((1, 64, 128, 256, 512), EPSILONS):
        yield (points, epsilon), function_failure(points, epsilon, rows(
            epsilon, QUARTER, QUARTER, 2**points)), QUARTER


@check("ABMS20-1.kasi", grade="certified", quantifier="all functions on k points, |H| = 2^k, k = 1..64, 128, 256, 512, "
       "epsilon = 1, 1/10, 3/4, alpha = beta = 1/4; c = max(16/epsilon, 32)",
       says="at most 4 c ln |H| + 1 rows are asked for, and with them the failure is at most beta")
@sabotage("rows linear in |H|", lambda epsilon, alpha, beta, number: number * generic_rows(epsilon, alpha, beta, 1))
@judged("<=")
def logarithmically_many_rows_are_enough(rows=generic_rows):
    for k, eps in product((*range(1, 65), 128, 256, 512), (Fraction(1), Fraction(1, 10), Fraction(3, 4))):
        m, c = rows(eps, QUARTER, QUARTER, 2**k), max(16 / eps, Fraction(32))
        yield (k, eps, "few"), m - 1, log_bracket(2) * (4 * c * k)
        yield (k, eps, "enough"), function_failure(k, eps, m), QUARTER

def refutes_logarithmically_many_rows_are_enough(rows, k, eps, side):
    m = rows(eps, QUARTER, QUARTER, 2**k)
    return often_fails(k, eps, m) if side == "enough" else m - 1 > 4 * max(16 / eps, 32) * k * log(2)
