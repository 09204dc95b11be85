"""BBKN14, Section 4.1: Theorem 4.2, the first separation of proper and improper learning, and its two remarks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from privlearn.claims.bbkn14.section2_notation import GRID, least_factor
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, all_hold, counted, judge
from privlearn.concepts.sets import unpack
from privlearn.dimensions.random_sets import representing_sets
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.exact.search import least_integer
from privlearn.learners.crossover import failure_at
from privlearn.learners.lower_bounds import smallest_rows_any_learner
from privlearn.learners.occam import moment_bound, occam_failure_bound, occam_sample_size
from privlearn.learners.pac import grid_distributions
from privlearn.learners.sample_complexity import improper_private_rows, small_class_size
from privlearn.learners.small_class import small_class_learner, small_class_rows
from privlearn.mechanisms import audit_pure, multiset_databases, refutes_pure, replace_one_unordered

PAGE = "points-and-intervals/random-sets"
SECTION = "4.1 Improper private learning of POINT with O(log d) samples"
BEFORE = "4 Proper private learning vs. improper private learning"
HALF, QUARTER, TENTH = Fraction(1, 2), Fraction(1, 4), Fraction(1, 10)
E = exp_bracket(1, 128)

claim("BBKN14-4.2", kind="theorem", section=SECTION, page=PAGE,
      uses=("BBKN14-2.5", "BBKN14-3.2", "BBKN14-3.3", "BBKN14-4.1"),
      title="An improper private learner of points with O((log d + log(1/alpha) + log(1/beta)) / (epsilon alpha)) rows",
      note="The bound on the failure covers all targets and distributions; the listed distributions show how loose it "
           "is.  As in Theorem 3.2, epsilon is at most a constant.")


def size_limit(d: int, alpha: Fraction) -> Bracket:
    """Bracket ``72 e d / alpha^2 + 1``."""
    return 72 * E * d / alpha**2 + 1


@check("BBKN14-4.2", grade="certified",
       quantifier="d = 1..16, 2^5, 2^6, 2^10, 2^20, 2^40; alpha = a/b < 1 with b <= 12, and 1/16, 1/64, 99/100: the "
                  "size of the class for alpha/2",
       fingerprint=lambda limit: limit(8, QUARTER).lower)
def class_has_at_most(limit=size_limit) -> Verdict:
    grid = sorted({Fraction(a, b) for b in range(2, 13) for a in range(1, b)}
                  | {Fraction(1, 16), Fraction(1, 64), Fraction(99, 100)})
    sizes = (*range(1, 17), 32, 64, 1 << 10, 1 << 20, 1 << 40)
    return judge("<=", (((d, alpha), small_class_size(d, alpha), limit(d, alpha)) for d in sizes for alpha in grid))


@class_has_at_most.verifier
def _(limit, witness):
    d, alpha = witness
    return 8 * Fraction(27182818, 10**7) * d * (1 + int(2 / alpha)) ** 2 > limit(d, alpha).upper

class_has_at_most.sabotage("64 e d / alpha^2", lambda d, alpha: 64 * E * d / alpha**2 + 1)


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
       quantifier="d = 13, alpha = 1/2, beta = 1/10, e^epsilon = 4, the 7068 sets of seed 0: the three-term bound (all "
                  "targets and distributions), and at 3 targets, 2 pairs of other points, all 45 distributions in "
                  "eighths on target and pair, a rational bound on the exact failure",
       reason="Upper bounds by exact moments instead of multinomial sums in floating point.",
       fingerprint=lambda rows: rows(13))
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


@failure_is_at_most_beta.verifier
def _(rows, witness):
    j, pair, weights = witness
    patterns, m, failure = value_patterns((j, *pair)), rows(13), Fraction(0)
    for sample in product(range(3), repeat=m):  # every sample: the exact failure
        chance = Fraction(1)
        for x in sample:
            chance *= weights[x]
        score = {h: count * Fraction(1, 2) ** sum(h[x] != (x == 0) for x in sample) for h, count in patterns.items()}
        bad = sum(s for h, s in score.items() if sum(w for x, w in enumerate(weights) if h[x] != (x == 0)) > HALF)
        failure += chance * bad / sum(score.values())
    return failure > TENTH

failure_is_at_most_beta.sabotage("two rows, whatever d", lambda d: 2)


@check("BBKN14-4.2", grade="certified",
       quantifier="d = 1, 2, 4, ..., 2^10: rows at 2^10 d less rows at d, against max(128/alpha, 8/(epsilon alpha)) "
                  "ln 2^10; alpha = 1/4, beta = 1/10, e^epsilon = 2; 2 rows for rounding",
       fingerprint=lambda number: [number(d) for d in (1, 2, 4)])
def rows_grow_with_the_logarithm_of_d(number=lambda d: small_class_size(d, QUARTER)) -> Verdict:
    growth = 512 * 10 * log_bracket(2)

    def cases() -> Iterator[Any]:
        for d in (1 << b for b in range(11)):
            more = occam_sample_size(number(1024 * d), 2, QUARTER, TENTH) - occam_sample_size(
                number(d), 2, QUARTER, TENTH)
            yield (d, "at most"), more, growth + 2
            yield (d, "at least"), growth - 2, more

    return judge("<=", cases())


@rows_grow_with_the_logarithm_of_d.verifier
def _(number, witness):
    d, _ = witness
    return number(1024 * d) > 2 * 1024 * number(d)  # the logarithm grows by more than ln 2^11

rows_grow_with_the_logarithm_of_d.sabotage("the points themselves as hypotheses", lambda d: 2**d)


@check("BBKN14-4.2", grade="exhaustive",
       quantifier="d = 7, alpha = 99/100 (1371 sets for 128 points: more than points, a test of the program), "
                  "e^epsilon = 9/4: all multisets of 1 and 2 labelled rows over three points, all outcomes",
       fingerprint=lambda make: sorted(make(Fraction(9, 4))(((0, 1),)).exact().values())[-1])
def learner_is_private(make=lambda ratio: small_class_learner(7, Fraction(99, 100), ratio)) -> Verdict:
    rows = [(x, y) for x in (0, 50, 127) for y in (0, 1)]
    audits = [audit_pure(make(Fraction(9, 4)), multiset_databases(rows, m), replace_one_unordered) for m in (1, 2)]
    verdict = judge("<=", ((found.witness, found.exp_epsilon, Fraction(9, 4)) for found in audits))
    return counted(verdict, sum(found.pairs for found in audits))


@learner_is_private.verifier
def _(make, witness):
    return refutes_pure(witness, make(Fraction(9, 4)), Fraction(9, 4))

learner_is_private.sabotage(
    "weights e^{epsilon q} without the 1/2", lambda ratio: small_class_learner(7, Fraction(99, 100), ratio**2))


claim("BBKN14-4.2.smaller", kind="remark", section=SECTION, page=PAGE, uses=("BBKN14-4.2", "BBKN14-3.3"),
      title="Improper learning with fewer hypotheses than concepts")


def first_smaller(alpha: Fraction) -> int:
    """Return the least d >= 2 with fewer hypotheses than points."""
    return least_integer(lambda d: small_class_size(d, alpha) < 2**d, first=2)


@check("BBKN14-4.2.smaller", grade="exact",
       quantifier="alpha = 1/4, 1/2, 9/10, 1/10: |H| < 2^d from the stated d to 128, and one less is too small",
       fingerprint=lambda first: [first(alpha) for alpha in (QUARTER, HALF)])
def class_is_smaller_than_the_concepts_from(first=first_smaller) -> Verdict:
    def cases() -> Iterator[Any]:
        for alpha in (QUARTER, HALF, Fraction(9, 10), TENTH):
            least = first(alpha)
            yield from (((alpha, d), small_class_size(d, alpha), 2**d - 1) for d in range(least, 129))
            yield (alpha, least - 1), 2 ** (least - 1), small_class_size(least - 1, alpha)

    return judge("<=", cases())


@class_is_smaller_than_the_concepts_from.verifier
def _(first, witness):
    alpha, d = witness
    each = 1 + 2 * alpha.denominator // alpha.numerator
    larger = Fraction(27182818, 10**7) * 8 * d * each**2 > 2**d
    return larger if d >= first(alpha) else not larger

class_is_smaller_than_the_concepts_from.sabotage(
    "d = 14 at alpha = 1/4", lambda alpha: first_smaller(alpha) - (alpha == QUARTER))


claim("BBKN14-4.0.separation-log", kind="remark", section=BEFORE, page=PAGE,
      uses=("BBKN14-3.2", "BBKN14-3.9", "BBKN14-3.10", "BBKN14-4.1", "BBKN14-4.2", "BBKN14-4.5"),
      title="First separation: proper learning needs Omega(d) rows, improper learning O(log d)",
      note="Lemma 3.9 enters through its exact closed form, Claim 4.5 through the number of rows its proof takes.")

FAR = 2800  # from here on the closed argument of `markov_margin`


def separation_rows(d: int) -> int:
    """Return the rows of Theorem 4.2 at alpha = 1/4, beta = 1/10, e^epsilon = 2."""
    return small_class_rows(d, 2, QUARTER, TENTH)


def first_crossover(rows: Callable = separation_rows) -> int:
    """Return the least d found by bisection at which proper learning is refuted with these rows."""
    return least_integer(lambda d: least_failure(d, rows(d)).lower > TENTH, first=16)


def least_failure(d: int, rows: int) -> Bracket:
    """Bracket the least failure of a proper private learner on the two-point family, mass 1/4, e^epsilon = 2."""
    return failure_at(d, rows, log_bracket(2, 256), QUARTER)


def markov_margin(rows: int, d: int) -> Fraction:
    """Return a lower bound on that failure: ``3/4 (1 - rows / (4 (d - 1)))``.

    At most d - 2 hits, which by Markov's inequality has the probability in brackets at least, leave a failure of
    ``(T - 2) / (T/4 + T - 2) >= 3/4``.
    """
    return Fraction(3, 4) * (1 - Fraction(rows, 4 * (d - 1)))


@check("BBKN14-4.0.separation-log", grade="certified",
       quantifier="alpha = 1/4, beta = 1/10, e^epsilon = 2: d = crossover - 1 and every d from the crossover to 2800 "
                  "in blocks of 8 (rows of the last, d of the first), and all d >= 2800 by Markov's inequality",
       fingerprint=lambda first: first())
def proper_learning_is_dearer_from(first=first_crossover) -> Verdict:
    d = first()

    def dearer() -> Iterator[Any]:
        exact_until = min(d + 24, FAR)
        for here in range(d, exact_until):
            yield (here, "exact"), TENTH, least_failure(here, separation_rows(here))
        for here in range(exact_until, FAR, 8):
            yield (here, "block"), TENTH, least_failure(here, separation_rows(here + 7))
        yield (FAR, "Markov"), TENTH, markov_margin(separation_rows(FAR) + 2, FAR)
        # rows(d) <= rows(FAR) + 2 + 512 ln(d / FAR) grows by at most 512 / FAR a step, so rows(d) / (d - 1) falls
        yield (FAR, "growth"), Fraction(512, FAR), Fraction(separation_rows(FAR), FAR - 1)

    before = judge("<=", [((d - 1, "before"), least_failure(d - 1, separation_rows(d - 1)), TENTH)])
    return all_hold(before, judge("<", dearer()))


@proper_learning_is_dearer_from.verifier
def _(first, witness):
    d, _ = witness
    left_open = smallest_rows_any_learner(d, 2, QUARTER, TENTH) <= separation_rows(d)
    return left_open if d >= first() else not left_open

proper_learning_is_dearer_from.sabotage(
    "log2(d) / (epsilon alpha) rows, without constants", lambda: first_crossover(lambda d: int(6 * d.bit_length())))


def second_crossover() -> int:
    """Return the least b with more rows in Theorem 4.2 at d = 2^b than in Claim 4.5."""
    limit = improper_private_rows(2, QUARTER, TENTH)
    return least_integer(lambda b: separation_rows(1 << b) > limit, first=4)


@check("BBKN14-4.0.separation-log", grade="certified",
       quantifier="alpha = 1/4, beta = 1/10, e^epsilon = 2, d a power of two: rows of Theorem 4.2, which never fall "
                  "with d, against those of Claim 4.5, at the crossover and one doubling before",
       fingerprint=lambda second: second())
def constant_count_is_cheaper_from_two_to_the(second=second_crossover) -> Verdict:
    b, limit = second(), improper_private_rows(2, QUARTER, TENTH)
    return judge("<=", [((b - 1,), separation_rows(1 << (b - 1)), limit), ((b,), limit + 1, separation_rows(1 << b))])


@constant_count_is_cheaper_from_two_to_the.verifier
def _(second, witness):
    b = witness[0]
    rows = 512 * (log_bracket(30 * 648) + 1 + b * log_bracket(2))  # ln(3 |H| / beta), |H| = 648 e 2^b
    dearer = rows.lower > improper_private_rows(2, QUARTER, TENTH)
    return dearer if b < second() else not dearer

constant_count_is_cheaper_from_two_to_the.sabotage("one doubling earlier", lambda: second_crossover() - 1)


claim("BBKN14-fn6", kind="remark", section=BEFORE, page=PAGE, uses=("BBKN14-2.notation",),
      title="Footnote 6: what O and Omega with parameters as indices mean",
      note="The same test as for the notation of Section 2, here on the rows of Theorem 4.2 and of Lemma 3.9; a table "
           "can refute O and Omega with parameters, not prove them.")


@cache
def rows_at(d: int, alpha: Fraction, beta: Fraction, epsilon: Fraction) -> int:
    """Return the rows of Theorem 4.2 at ``e^epsilon = 1 + epsilon``, a rational ratio."""
    return small_class_rows(d, 1 + epsilon, alpha, beta)


@check("BBKN14-fn6", grade="certified",
       quantifier="27 triples (alpha, beta, e^epsilon), d = 2^1..2^16, 2^32, 2^64, 2^128 against d = 2^1..2^4: the "
                  "least h with rows <= h growth",
       fingerprint=lambda growth: [growth(2**b) for b in (1, 2, 3)])
def theorem_4_2_is_of_the_order_of(growth=lambda d: d.bit_length() - 1) -> Verdict:
    """The least h(gamma) for d up to 2^128 is already the least for d up to 16: h does not depend on d."""
    far, near = [[2**b for b in exponents] for exponents in ((*range(1, 17), 32, 64, 128), range(1, 5))]
    return judge("==", ((gamma, least_factor(rows_at, growth, far, gamma), least_factor(rows_at, growth, near, gamma))
                        for gamma in GRID))


@theorem_4_2_is_of_the_order_of.verifier
def _(growth, gamma):
    return all(rows_at(2**128, *gamma) * growth(2**b) > rows_at(2**b, *gamma) * growth(2**128) for b in range(1, 5))

theorem_4_2_is_of_the_order_of.sabotage("O(1) with the parameters as indices", lambda d: 1)


@check("BBKN14-fn6", grade="certified",
       quantifier="d = 4..32 and 64, alpha, beta = 1/4, 1/10, 1/2 and 1/10, 1/4, 1/2, e^epsilon = 2: h(alpha, beta) "
                  "(d - 1) against the exact threshold of Lemma 3.9, h = (1 - 9 beta / 7) / alpha",
       fingerprint=lambda below: below(8, QUARTER, TENTH))
def proper_threshold_is_at_least(below=lambda d, alpha, beta: (1 - 9 * beta / 7) / alpha * (d - 1)) -> Verdict:
    return judge("<=", (((d, alpha, beta), below(d, alpha, beta), smallest_rows_any_learner(d, 2, alpha, beta))
                        for d in (*range(4, 33), 64) for alpha in (QUARTER, TENTH, HALF)
                        for beta in (TENTH, QUARTER, HALF)))


@proper_threshold_is_at_least.verifier
def _(below, witness):
    d, alpha, beta = witness
    rows, weight = int(below(d, alpha, beta)), (1 - alpha) ** int(below(d, alpha, beta))
    failure = Fraction(0)
    for k in range(rows + 1):  # with so many rows the family does not refute a proper learner
        failure += weight * Fraction(2**d - 2, 2**k + 2**d - 2)
        weight *= Fraction(rows - k, k + 1) * alpha / (1 - alpha)
    return failure <= beta

proper_threshold_is_at_least.sabotage("Omega(d^2)", lambda d, alpha, beta: (1 - 9 * beta / 7) / alpha * (d - 1) ** 2)
