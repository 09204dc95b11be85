"""BBKN14, Section 4.1: Theorem 4.2, the learner with the small class, and how few hypotheses it has."""

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, exp, factorial, log
from typing import Any

import numpy as np

from privlearn.checking import Verdict, all_hold, check, counted, judge, judged, sabotage, verifier
from privlearn.concepts.sets import unpack
from privlearn.dimensions.representation.points import random_sets_shape, representing_sets
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.exact.fractions import HALF, QUARTER, TENTH
from privlearn.learners.generic import moment_bound, occam_failure_bound, occam_sample_size
from privlearn.learners.points.side_by_side import least_d_with_fewer_hypotheses, small_class_size
from privlearn.learners.selection import small_class_learner, small_class_rows
from privlearn.learning import grid_distributions
from privlearn.mechanisms import audit_pure, multiset_databases, refutes_pure, replace_one_unordered
from privlearn.papers.bbkn14.random_sets import claim

E = exp_bracket(1, 128)

claim("BBKN14-4.2", kind="theorem", uses=("BBKN14-2.5", "BBKN14-3.2", "BBKN14-3.3", "BBKN14-4.1"),
      title="An improper private learner of points with O((log d + log(1/alpha) + log(1/beta)) / (epsilon alpha)) rows",
      note="The bound on the failure covers all targets and distributions; the listed distributions show how loose "
           "it is.  As in Theorem 3.2, epsilon is at most a constant.")


def size_limit(d: int, alpha: Fraction) -> Bracket:
    """Bracket ``72 e d / alpha^2 + 1``."""
    return 72 * E * d / alpha**2 + 1


@check("BBKN14-4.2", grade="certified",
       quantifier="d = 1..16, 2^5, 2^6, 2^10, 2^20, 2^40; alpha = a/b < 1 with b <= 12, and 1/16, 1/64, 99/100: the "
                  "size of the class for alpha/2",
       says="the class has at most 72 e d/alpha^2 + 1 hypotheses and at least 8 e d (1 + floor(2/alpha))^2")
@verifier(lambda size, d, alpha: size(d, alpha) != ceil(
    8 * sum(Fraction(1, factorial(n)) for n in range(40)) * d * (1 + int(2 / alpha)) ** 2))
@sabotage("the class for alpha/4", lambda d, alpha: small_class_size(d, alpha / 2))
@sabotage("the class for alpha", lambda d, alpha: random_sets_shape(d, alpha).sets)
@judged("<=")
def class_has_at_most(size=small_class_size):
    """``72 e d / alpha^2 + 1`` hypotheses; and no fewer than ``8 e d (1 + floor(2/alpha))^2``."""
    grid = sorted({Fraction(a, b) for b in range(2, 13) for a in range(1, b)}
                  | {Fraction(1, 16), Fraction(1, 64), Fraction(99, 100)})
    sizes = (*range(1, 17), 32, 64, 1 << 10, 1 << 20, 1 << 40)
    for d, alpha in product(sizes, grid):
        sets = size(d, alpha)
        yield (d, alpha), sets, size_limit(d, alpha)
        yield (d, alpha), 8 * E * d * (1 + 2 * alpha.denominator // alpha.numerator) ** 2, sets


CASE = (13, HALF, 4, TENTH)  # d, alpha, e^epsilon, beta: 7068 sets for 8192 points


def theorem_rows(d: int) -> int:
    """Return the rows of the theorem at alpha = 1/2, e^epsilon = 4, beta = 1/10."""
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
        return exp(-rows(13) / 192) + 7068 * (exp(-rows(13) / 256) + exp(-log(4) * rows(13) / 16)) > 0.1
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
def learner_is_private(make=lambda ratio: small_class_learner(7, Fraction(99, 100), ratio)) -> Verdict:
    rows = [(x, y) for x in (0, 50, 127) for y in (0, 1)]
    audits = [audit_pure(make(Fraction(9, 4)), multiset_databases(rows, m), replace_one_unordered) for m in (1, 2)]
    verdict = judge("<=", ((found.witness, found.exp_epsilon, Fraction(9, 4)) for found in audits))
    return counted(verdict, sum(found.pairs for found in audits))


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
