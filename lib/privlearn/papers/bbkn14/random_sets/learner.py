"""BBKN14, Section 4: Theorem 4.2, the learner with the small class, and the first separation from proper learning."""

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, comb, e, factorial
from typing import Any

import numpy as np

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.concepts.sets import unpack
from privlearn.dimensions.representation.points import representing_sets
from privlearn.exact import log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, exp, formula
from privlearn.exact.fractions import HALF, QUARTER, TENTH
from privlearn.learners.generic import moment_bound, occam_failure_bound, occam_sample_size
from privlearn.learners.points.side_by_side import (improper_private_rows, least_d_with_fewer_hypotheses, least_factor,
                                                    small_class_size)
from privlearn.learners.proper_points import smallest_rows_any_learner
from privlearn.learners.selection import small_class_learner, small_class_rows
from privlearn.learning import grid_distributions
from privlearn.mechanisms import audit_pure, multiset_databases, refutes_pure, replace_one_unordered
from privlearn.papers.bbkn14.preliminaries.instances import GAMMAS
from privlearn.papers.bbkn14.random_sets import claim
from privlearn.papers.bbkn14.random_sets.instances import (first_crossover, least_proper_failure, rows_at,
                                                           second_crossover, separation_rows)


@formula("at most", tex={"72 * exp(1) * d / alpha ** 2": r"72\,e\,d/\alpha^2"}, where=("0 < alpha < 1",), corners={
    "d": (7, 16, 2**20), "alpha": (Fraction(10**6 - 1, 10**6), Fraction(2, 3), Fraction(1, 100))},
    loose={"0 < alpha < 1": "every hypothesis errs with at most 1"})
def most_hypotheses(d: int, alpha: Value) -> Value:
    """Return a bound on the number of hypotheses of the learner."""
    return 72 * exp(1) * d / alpha**2 + 1


claim("BBKN14-4.2", kind="theorem", formulas=(most_hypotheses,),
      uses=("BBKN14-2.5", "BBKN14-3.2", "BBKN14-3.3", "BBKN14-4.1"),
      title="An improper private learner of points with O((log d + log(1/alpha) + log(1/beta)) / (epsilon alpha)) rows",
      note="The bound on the failure covers all targets and distributions; the listed distributions show how loose "
           "it is.  As in Theorem 3.2, epsilon is at most a constant.")


@check("BBKN14-4.2", grade="certified",
       quantifier="d = 7, 16, 2^20; alpha = 1 - 10^-6, 2/3, 1/100: the number of sets for alpha/2",
       says="{the number of sets of the learner} is at most {72 e d/alpha^2 + 1}")
@judged("<=")
def class_has_at_most(bound=most_hypotheses):
    for d, alpha in bound.instances():
        yield (d, alpha), small_class_size(d, alpha), bound(d, alpha)

def refutes_class_has_at_most(bound, d, alpha):
    euler = sum(Fraction(1, factorial(n)) for n in range(40))
    return ceil(8 * euler * d * (1 + int(2 / alpha)) ** 2) > as_bracket(bound(d, alpha)).lower


CASE = (13, HALF, 4, TENTH)  # d, alpha, e^epsilon, beta: 7068 sets for 8192 points


def theorem_rows(d: int) -> int:
    return small_class_rows(d, 4, HALF, TENTH)


def values_at(x: int) -> np.ndarray:
    """Return the values of the 7068 sets at one point of the class for d = 13."""
    return representing_sets(13, QUARTER, 0).words[:, x // 64] >> np.uint64(x % 64) & np.uint64(1)


@cache
def value_patterns(points: tuple[int, ...]) -> Counter[tuple[int, ...]]:
    """Return how many of the 7068 sets take which values on the given points of the class for d = 13."""
    return Counter(zip(*(values_at(x).tolist() for x in points), strict=True))


def companions(j: int) -> list[tuple[int, int]]:
    """Return two pairs of other points: the two that share most sets with j, and the first of them with a fixed one."""
    drawn = representing_sets(13, QUARTER, 0)
    shared = unpack(drawn.words[values_at(j) == 1], drawn.points).sum(axis=0, dtype=np.int64)
    shared[j] = -1
    a, b = (int(x) for x in np.argsort(-shared, kind="stable")[:2])
    return [(a, b), (a, 4000)]


@check("BBKN14-4.2", grade="certified",
       quantifier="d = 13, alpha = 1/2, beta = 1/10, e^epsilon = 4, the 7068 sets of seed 0: the three-term bound "
                  "(all targets and distributions), and at 3 targets, 2 pairs of other points, all 45 distributions "
                  "in eighths on target and pair, a rational bound on the exact failure",
       says="{an upper bound on the failure} is at most {beta}",
       reason="Upper bounds by exact moments instead of multinomial sums in floating point.")
@sabotage("two rows, whatever d", lambda d: 2)
@sabotage("half of the rows", lambda d: theorem_rows(d) // 2)
def failure_is_at_most_beta(rows=theorem_rows) -> Verdict:
    d, alpha, ratio, beta = CASE
    m = rows(d)

    def listed() -> Iterator[Any]:
        for j in (0, 1000, 5000):
            for pair in companions(j):
                patterns = sorted(value_patterns((j, *pair)).elements())
                for weights in reversed(grid_distributions(3, 8)):
                    yield (j, pair, weights), moment_bound(patterns, (1, 0, 0), weights, m, 2, alpha), beta

    bound = occam_failure_bound(small_class_size(d, alpha), ratio, alpha, m)
    return all_hold(judge("<=", listed()), judge("<=", [(("all distributions",), bound, beta)]))

def refutes_failure_is_at_most_beta(rows, j, pair=None, weights=None):
    if pair is None:  # the three terms for all distributions, in decimals: alpha = 1/2, e^epsilon = 4, 7068 sets
        return e ** (-rows(13) / 192) + 7068 * (e ** (-rows(13) / 256) + 4 ** (-rows(13) / 16)) > 0.1
    patterns, m, failure = value_patterns((j, *pair)), rows(13), Fraction(0)
    for sample in product(range(3), repeat=m):  # every sample: the exact failure
        chance = Fraction(1)
        for x in sample:
            chance *= weights[x]
        score = {h: count * Fraction(1, 2) ** sum(h[x] != (x == 0) for x in sample) for h, count in patterns.items()}
        bad = sum(s for h, s in score.items() if sum(w for x, w in enumerate(weights) if h[x] != (x == 0)) > HALF)
        failure += chance * bad / sum(score.values())
    return failure > TENTH


@check("BBKN14-4.2", grade="certified",
       quantifier="d = 1, 2, 4, ..., 2^10: rows at 2^10 d less rows at d, against max(128/alpha, 8/(epsilon alpha)) "
                  "ln 2^10; alpha = 1/4, beta = 1/10, e^epsilon = 2; 2 rows for rounding",
       says="multiplying d by 2^10 adds (128/alpha) ln 2^10 rows, give or take two rows")
@sabotage("the points themselves as hypotheses", lambda d: 2**d)
@judged("<=")
def rows_grow_with_the_logarithm_of_d(number=lambda d: small_class_size(d, QUARTER)):
    growth = 512 * 10 * log_bracket(2)
    for d in (1 << b for b in range(11)):
        more = occam_sample_size(number(1024 * d), 2, QUARTER, TENTH) - occam_sample_size(
            number(d), 2, QUARTER, TENTH)
        yield (d, "at most"), more, growth + 2
        yield (d, "at least"), growth - 2, more

def refutes_rows_grow_with_the_logarithm_of_d(number, d, _):
    more = 512 * (Decimal(number(1024 * d)) / number(d)).ln()  # the rows, before rounding up
    return abs(more - 512 * Decimal(1024).ln()) > 1


@check("BBKN14-4.2", grade="exhaustive",
       quantifier="d = 7, alpha = 99/100 (1371 sets for 128 points: more than points, a test of the program), "
                  "e^epsilon = 9/4: all multisets of 1 and 2 labelled rows over three points, all outcomes",
       says="{the learner's largest ratio} is at most {e^epsilon}")
@verifier(lambda make, witness: refutes_pure(witness, make(Fraction(9, 4)), Fraction(9, 4)))
@sabotage("weights e^{epsilon q} without the 1/2", lambda ratio: small_class_learner(7, Fraction(99, 100), ratio**2))
@judged("<=")
def learner_is_private(make=lambda ratio: small_class_learner(7, Fraction(99, 100), ratio)):
    rows = [(x, y) for x in (0, 50, 127) for y in (0, 1)]
    for m in (1, 2):
        found = audit_pure(make(Fraction(9, 4)), multiset_databases(rows, m), replace_one_unordered)
        yield found.witness, found.exp_epsilon, Fraction(9, 4), found.pairs


claim("BBKN14-4.2.smaller", kind="remark", status="checked",
      reason="a comparison of two numbers of hypotheses, computed", uses=("BBKN14-4.2", "BBKN14-3.3"),
      title="Improper learning with fewer hypotheses than concepts")


@check("BBKN14-4.2.smaller", grade="exact",
       quantifier="alpha = 1/4, 1/2, 9/10, 1/10: |H| < 2^d from the stated d to 128, and one less is too small",
       says="the class has fewer than 2^d hypotheses from the stated d on, and not at one bit less")
@sabotage("d = 14 at alpha = 1/4", lambda alpha: least_d_with_fewer_hypotheses(alpha) - (alpha == QUARTER))
@judged("<=")
def class_is_smaller_than_the_concepts_from(first=least_d_with_fewer_hypotheses):
    for alpha in (QUARTER, HALF, Fraction(9, 10), TENTH):
        least = first(alpha)
        yield from (((alpha, d), small_class_size(d, alpha), 2**d - 1) for d in range(least, 129))
        yield (alpha, least - 1), 2 ** (least - 1), small_class_size(least - 1, alpha)

def refutes_class_is_smaller_than_the_concepts_from(first, alpha, d):
    each = 1 + 2 * alpha.denominator // alpha.numerator
    larger = Fraction(27182818, 10**7) * 8 * d * each**2 > 2**d
    return larger if d >= first(alpha) else not larger


claim("BBKN14-4.0.separation-log", kind="remark", status="checked",
      reason="a summary of theorems of the book in orders of growth; the crossovers are computed for one choice of "
             "parameters", section="4 Proper private learning vs. improper private learning",
      uses=("BBKN14-3.2", "BBKN14-3.9", "BBKN14-3.10", "BBKN14-4.1", "BBKN14-4.2", "BBKN14-4.5"),
      title="First separation: proper learning needs Omega(d) rows, improper learning O(log d)",
      note="Lemma 3.9 enters through its exact closed form, Claim 4.5 through the number of rows its proof takes.")

FAR = 2800  # from here on the closed argument of `markov_margin`


def markov_margin(rows: int, d: int) -> Fraction:
    """Return a lower bound on that failure: ``3/4 (1 - rows / (4 (d - 1)))``.

    At most d - 2 hits, which by Markov's inequality has the probability in brackets at least, leave a failure of
    ``(T - 2) / (T/4 + T - 2) >= 3/4``.
    """
    return Fraction(3, 4) * (1 - Fraction(rows, 4 * (d - 1)))


@check("BBKN14-4.0.separation-log", grade="certified",
       quantifier="d = 3, 9, 101, twelve numbers of rows up to 6 (d - 1); from 4 (d - 1) on the bound says nothing",
       says="{Markov's bound} is at most {the least failure of a proper private learner}")
@sabotage("as if half as many rows showed the target", lambda rows, d: markov_margin(rows, 2 * d - 1))
@judged("<=")
def markov_bounds_the_least_failure(margin=markov_margin):
    for d in (3, 9, 101):
        for rows in ((d - 1) * k // 2 for k in range(1, 13)):
            yield (rows, d), margin(rows, d), least_proper_failure(d, rows)

def refutes_markov_bounds_the_least_failure(margin, rows, d):
    shown = (comb(rows, k) * 0.25**k * 0.75 ** (rows - k) for k in range(rows + 1))
    return margin(rows, d) > sum(p / (1 + 2.0**k / (2.0**d - 2)) for k, p in enumerate(shown)) + 1e-9


@check("BBKN14-4.0.separation-log", grade="certified",
       quantifier="alpha = 1/4, beta = 1/10, e^epsilon = 2: d = crossover - 1 and every d from the crossover to 2800 "
                  "in blocks of 8 (rows of the last, d of the first), and all d >= 2800 by Markov's inequality",
       says="with Theorem 4.2's rows, the least proper failure exceeds beta from the crossover on, not one d earlier")
@sabotage("log2(d) / (epsilon alpha) rows, without constants",
          lambda: first_crossover(lambda d: int(6 * d.bit_length())))
def proper_learning_is_dearer_from(first=first_crossover) -> Verdict:
    d = first()

    def dearer() -> Iterator[Any]:
        exact_until = min(d + 24, FAR)
        for here in range(d, exact_until):
            yield (here, "exact"), TENTH, least_proper_failure(here, separation_rows(here))
        for here in range(exact_until, FAR, 8):
            yield (here, "block"), TENTH, least_proper_failure(here, separation_rows(here + 7))
        yield (FAR, "Markov"), TENTH, markov_margin(separation_rows(FAR) + 2, FAR)
        # rows(d) <= rows(FAR) + 2 + 512 ln(d / FAR) grows by at most 512 / FAR a step, so rows(d) / (d - 1) falls
        yield (FAR, "growth"), Fraction(512, FAR), Fraction(separation_rows(FAR), FAR - 1)

    before = judge("<=", [((d - 1, "before"), least_proper_failure(d - 1, separation_rows(d - 1)), TENTH)])
    return all_hold(before, judge("<", dearer()))

def refutes_proper_learning_is_dearer_from(first, d, _):
    left_open = smallest_rows_any_learner(d, 2, QUARTER, TENTH) <= separation_rows(d)
    return left_open if d >= first() else not left_open


@check("BBKN14-4.0.separation-log", grade="certified",
       quantifier="alpha = 1/4, beta = 1/10, e^epsilon = 2, d a power of two: rows of Theorem 4.2, which never fall "
                  "with d, against those of Claim 4.5, at the crossover and one doubling before",
       says="Theorem 4.2 takes more rows than Claim 4.5 at the crossover, but not one doubling before")
@sabotage("one doubling earlier", lambda: second_crossover() - 1)
def constant_count_is_cheaper_from_two_to_the(second=second_crossover) -> Verdict:
    b, limit = second(), improper_private_rows(2, QUARTER, TENTH)
    return judge("<=", [((b - 1,), separation_rows(1 << (b - 1)), limit), ((b,), limit + 1, separation_rows(1 << b))])

def refutes_constant_count_is_cheaper_from_two_to_the(second, witness):
    b = witness[0]
    rows = 512 * (log_bracket(30 * 648) + 1 + b * log_bracket(2))  # ln(3 |H| / beta), |H| = 648 e 2^b
    dearer = rows.lower > improper_private_rows(2, QUARTER, TENTH)
    return dearer if b < second() else not dearer


claim("BBKN14-fn6", kind="remark", status="checked",
      reason="a convention on notation, tried on the numbers of rows of two results",
      section="4 Proper private learning vs. improper private learning",
      uses=("BBKN14-2.notation",), title="Footnote 6: what O and Omega with parameters as indices mean",
      note="The same test as for the notation of Section 2, here on the rows of Theorem 4.2 and of Lemma 3.9; a "
           "table can refute O and Omega with parameters, not prove them.")


@check("BBKN14-fn6", grade="certified",
       quantifier="27 triples (alpha, beta, e^epsilon), d = 2^1..2^16, 2^32, 2^64, 2^128 against d = 2^1..2^4: the "
                  "least h with rows <= h growth",
       says="{the least h for d up to 2^128} equals {the least h for d up to 2^4}")
@sabotage("O(1) with the parameters as indices", lambda d: 1)
def theorem_4_2_is_of_the_order_of(growth=lambda d: d.bit_length() - 1) -> Verdict:
    """The least h(gamma) for d up to 2^128 is already the least for d up to 16: h does not depend on d."""
    far, near = [[2**b for b in exponents] for exponents in ((*range(1, 17), 32, 64, 128), range(1, 5))]
    return judge("==", ((gamma, least_factor(rows_at, growth, far, gamma), least_factor(rows_at, growth, near, gamma))
                        for gamma in GAMMAS))

def refutes_theorem_4_2_is_of_the_order_of(growth, gamma):
    return all(rows_at(2**128, *gamma) * growth(2**b) > rows_at(2**b, *gamma) * growth(2**128) for b in range(1, 5))


@check("BBKN14-fn6", grade="certified",
       quantifier="d = 4..32 and 64, alpha, beta = 1/4, 1/10, 1/2 and 1/10, 1/4, 1/2, e^epsilon = 2: h(alpha, beta) "
                  "(d - 1) against the exact threshold of Lemma 3.9, h = (1 - 9 beta / 7) / alpha",
       says="{h(alpha, beta) (d - 1)} is at most {the least rows that Lemma 3.9 allows}")
@sabotage("Omega(d^2)", lambda d, alpha, beta: (1 - 9 * beta / 7) / alpha * (d - 1) ** 2)
def proper_threshold_is_at_least(below=lambda d, alpha, beta: (1 - 9 * beta / 7) / alpha * (d - 1)) -> Verdict:
    return judge("<=", (((d, alpha, beta), below(d, alpha, beta), smallest_rows_any_learner(d, 2, alpha, beta))
                        for d in (*range(4, 33), 64) for alpha in (QUARTER, TENTH, HALF)
                        for beta in (TENTH, QUARTER, HALF)))

def refutes_proper_threshold_is_at_least(below, d, alpha, beta):
    rows, weight = int(below(d, alpha, beta)), (1 - alpha) ** int(below(d, alpha, beta))
    failure = Fraction(0)
    for k in range(rows + 1):  # with so many rows the family does not refute a proper learner
        failure += weight * Fraction(2**d - 2, 2**k + 2**d - 2)
        weight *= Fraction(rows - k, k + 1) * alpha / (1 - alpha)
    return failure <= beta
