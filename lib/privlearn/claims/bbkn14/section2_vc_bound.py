"""BBKN14, Section 2.2: Theorem 2.4 (the VC upper bound) and footnote 4 (boosting the confidence)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod
from typing import Any

from privlearn.claims.broken.learners import broken_boosting_keeps_the_first
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import ConceptClass, initial_segments, point_functions
from privlearn.dimensions import vc_dimension
from privlearn.learners import grid_distributions
from privlearn.learners.boosting import (
    BoostingPlan,
    boosted_failure,
    boosting_plan,
    noisy_point_hypotheses,
    selection_bound,
)
from privlearn.learners.consistent import (
    point_failure_limit,
    smallest_sample,
    vc_sample_size,
    worst_adversarial_failure,
)
from privlearn.learners.points import noisy_point_learner

PAGE = "points-and-intervals/preliminaries"
SECTION = "2.2 Preliminaries from learning theory"
ACCURACIES, RISKS = (Fraction(1, 4), Fraction(1, 8)), (Fraction(1, 4), Fraction(1, 20))


claim("BBKN14-2.4", kind="theorem", section=SECTION, page=PAGE, uses=("BBKN14-2.2", "BBKN14-2.3"),
      title="A class of VC dimension v has a proper learner with O((v log(1/alpha) + log(1/beta))/alpha) samples",
      note="The theorem is cited, not proved, in the paper; the constants checked are those of Blumer et al. (1989). "
           "Grid distributions stand for all distributions, except in the second check, which covers every mass of "
           "the target.")


@cache
def games(name: str, size: int) -> tuple[ConceptClass, tuple[Any, ...]]:
    """Return a class with its games (target, distribution with denominator 12), one for each orbit of symmetries."""
    places = grid_distributions(size, 12)
    if name == "POINT":  # points may be permuted: one target, the other masses in order
        points = point_functions(size)
        return points, tuple((points.rows()[0], d) for d in places if list(d[1:]) == sorted(d[1:]))
    segments = initial_segments(size)  # the domain may be reversed while 0 and 1 change places
    return segments, tuple((c, d) for c in segments.rows() for d in places if 2 * sum(c) <= size)


CLASSES = (("POINT", 4), ("POINT", 5), ("INTERVAL", 4), ("INTERVAL", 6))


@check("BBKN14-2.4", grade="exact",
       quantifier="POINT_4, POINT_5 and the initial segments of 4 and 6 points, alpha = 1/4, 1/8, beta = 1/4, 1/20: "
                  "all targets and all distributions with denominator 12 (one game for each orbit of relabellings), "
                  "every tie-breaking",
       fingerprint=lambda size: size(1, ACCURACIES[0], RISKS[0]))
def consistent_learners_fail_with_at_most_beta(sample_size=vc_sample_size) -> Verdict:
    played = []

    def cases() -> Iterator[Any]:
        for (name, size), alpha in product(CLASSES, ACCURACIES):
            concepts, listed = games(name, size)
            worst = cache(lambda n, c=concepts, g=listed, a=alpha: worst_adversarial_failure(c, g, n, a))
            for beta in RISKS:
                n = sample_size(vc_dimension(concepts), alpha, beta)
                found = worst(n)
                played.append(found.games)
                yield (name, size, alpha, beta, n, found.target, found.distribution), found.failure, beta

    return counted(judge("<=", cases()), sum(played))


@consistent_learners_fail_with_at_most_beta.verifier
def _(sample_size, witness):
    """Follow the set of seen points draw by draw."""
    name, size, alpha, beta, n, target, weights = witness
    rows = (point_functions(size) if name == "POINT" else initial_segments(size)).rows()
    seen: dict[frozenset[int], Fraction] = {frozenset(): Fraction(1)}
    for _ in range(sample_size(1, alpha, beta)):
        after: dict[frozenset[int], Fraction] = {}
        for points, mass in seen.items():
            for x, weight in enumerate(weights):
                after[points | {x}] = after.get(points | {x}, Fraction(0)) + mass * weight
        seen = {points: mass for points, mass in after.items() if mass}
    bad = [c for c in rows if sum(w for w, a, b in zip(weights, c, target, strict=True) if a != b) > alpha]
    return sum(m for s, m in seen.items() if any(all(c[x] == target[x] for x in s) for c in bad)) > beta

consistent_learners_fail_with_at_most_beta.sabotage(
    "a fortieth of the samples", lambda v, alpha, beta: vc_sample_size(v, alpha, beta) // 40)
consistent_learners_fail_with_at_most_beta.sabotage("one sample less than POINT_5 needs on this grid",
    lambda v, alpha, beta: smallest_sample(*games("POINT", 5), alpha, beta) - 1)


@check("BBKN14-2.4", grade="exact",
       quantifier="POINT_T, T = 3..64 and T = 2^20, alpha = 1/4, 1/8, beta = 1/4, 1/20: every mass of the target's "
                  "point, the rest spread evenly (the failure falls in that mass, so its limit at the least mass is "
                  "the supremum)",
       fingerprint=lambda size: size(1, ACCURACIES[0], RISKS[0]))
def points_with_even_rest_fail_with_at_most_beta(sample_size=vc_sample_size) -> Verdict:
    sizes = [*range(3, 65), 2**20]
    return judge("<=", (((size, alpha, beta, n), point_failure_limit(size, n, alpha), beta)
                        for size, alpha, beta in product(sizes, ACCURACIES, RISKS)
                        for n in [sample_size(1, alpha, beta)]))


@points_with_even_rest_fail_with_at_most_beta.verifier
def _(sample_size, witness):
    """Inclusion and exclusion at one mass, a little above the least."""
    size, alpha, beta, _ = witness
    n = sample_size(1, alpha, beta)
    p = max(Fraction(0), (alpha * (size - 1) - 1) / (size - 2)) + Fraction(1, 10**6)
    q = (1 - p) / (size - 1)
    if n < size - 1:  # some other point is always missed
        return p + q > alpha and (1 - p) ** n > beta
    terms = ((-1) ** (k + 1) * comb(size - 1, k) * (1 - p - k * q) ** n for k in range(1, size))
    return p + q > alpha and sum(terms) > beta

points_with_even_rest_fail_with_at_most_beta.sabotage(
    "a fortieth of the samples", lambda v, alpha, beta: vc_sample_size(v, alpha, beta) // 40)


claim("BBKN14-fn4", kind="remark", section=SECTION, page=PAGE, uses=("BBKN14-2.2",),
      title="Samples polynomial in 1/beta or in log(1/beta): the same, by boosting the confidence",
      erratum="A qualification for private learners, not an error: choosing the best of N hypotheses on reused or "
              "fresh data is not private, so the equivalence needs the private selection of Claim 4.5 (the "
              "exponential mechanism).")

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def halved_rows(alpha: Fraction, beta: Fraction, success: Fraction) -> BoostingPlan:
    """Return the plan with half of its rows for the selection."""
    plan = boosting_plan(alpha, beta, success)
    return BoostingPlan(plan.runs, plan.rows // 2)


def one_run_less(alpha: Fraction, beta: Fraction, success: Fraction) -> BoostingPlan:
    """Return the plan with one run of the base learner less."""
    plan = boosting_plan(alpha, beta, success)
    return BoostingPlan(plan.runs - 1, plan.rows)


@check("BBKN14-fn4", grade="exact",
       quantifier="every base learner of success probability 1/2 and every distribution, by monotone binomial tails: "
                  "beta = 1/10, 1/100, alpha = 1/4, 1/8",
       fingerprint=lambda plan: plan(QUARTER, Fraction(1, 10), HALF))
def union_bound_of_the_plan_is_at_most_beta(plan=boosting_plan) -> Verdict:
    """Each half of beta on its own: no run succeeds; the selection errs."""
    def cases() -> Iterator[Any]:
        for alpha, beta in product(ACCURACIES, (Fraction(1, 10), Fraction(1, 100))):
            made = plan(alpha, beta, HALF)
            yield (alpha, beta, "runs"), (1 - HALF) ** made.runs, beta / 2
            yield (alpha, beta, "selection"), selection_bound(made.runs, made.rows, alpha), beta / 2

    return judge("<=", cases())


@union_bound_of_the_plan_is_at_most_beta.verifier
def _(plan, witness):
    alpha, beta, part = witness
    made = plan(alpha, beta, HALF)
    if part == "runs":
        return 2 ** (made.runs + 1) < 2 * (2 / beta)

    def tail(p: Fraction, wanted: Callable[[int], bool]) -> Fraction:
        m = made.rows
        return sum((comb(m, k) * p**k * (1 - p) ** (m - k) for k in range(m + 1) if wanted(k)), Fraction(0))

    cut = 3 * alpha * made.rows / 4
    return tail(alpha / 2, lambda k: k > cut) + (made.runs - 1) * tail(alpha, lambda k: k <= cut) > beta / 2

union_bound_of_the_plan_is_at_most_beta.sabotage("half of the rows for the selection", halved_rows)
union_bound_of_the_plan_is_at_most_beta.sabotage("one run less", one_run_less)


@check("BBKN14-fn4", grade="exhaustive",
       quantifier="Algorithm A1 played on every sample of 1, 2, 3 rows of a point function on 2 and 3 points: all "
                  "distributions with denominator 4, alpha = 1/4, 1/2; the law of its hypothesis",
       fingerprint=lambda law: law(2, 0, (HALF, HALF), 2, HALF))
def law_of_a_run_is_that_of_algorithm_a1(law=noisy_point_hypotheses) -> Verdict:
    return judge("==", (((size, weights, rows, alpha), law(size, 0, weights, rows, alpha),
                         played_law(size, weights, rows, alpha))
                        for size in (2, 3) for weights in grid_distributions(size, 4) for rows in (1, 2, 3)
                        for alpha in (QUARTER, HALF)))


def played_law(size: int, weights: tuple[Fraction, ...], rows: int, alpha: Fraction) -> dict[Any, Fraction]:
    """Return the law of A1's hypothesis on random rows labelled by the point 0, by running it on every sample."""
    table: dict[Any, Fraction] = {}
    for points in product(range(size), repeat=rows):
        chance = prod((weights[x] for x in points), start=Fraction(1))
        if chance:
            run = noisy_point_learner([(x, int(x == 0)) for x in points], size=size, noise=alpha / 8)
            for hypothesis, mass in run.exact().items():
                table[hypothesis] = table.get(hypothesis, Fraction(0)) + chance * mass
    return table


@law_of_a_run_is_that_of_algorithm_a1.verifier
def _(law, witness):
    size, weights, rows, alpha = witness
    claimed, seen, flip = law(size, 0, weights, rows, alpha), 1 - (1 - weights[0]) ** rows, alpha / 8
    ones = dict.fromkeys(range(1, size), flip) | {0: seen * (1 - flip) + (1 - seen) * flip}  # marginals
    return any(sum((mass for h, mass in claimed.items() if h[x]), Fraction(0)) != p for x, p in ones.items())

law_of_a_run_is_that_of_algorithm_a1.sabotage("noise alpha/4",
    lambda size, point, weights, rows, alpha: noisy_point_hypotheses(size, point, weights, rows, 2 * alpha))


BASE_ROWS = 23  # at least 2 ln(4) / (alpha/2) = 22.18 for alpha = 1/4


def base_learners() -> Iterator[tuple[str, Any, Any]]:
    """Yield (name, law of a run's hypothesis, distribution): A1 on POINT_6, and a learner that fails half the time."""
    for k in range(1, 12):
        weights = (Fraction(k, 12), Fraction(12 - k, 12)) + (Fraction(0),) * 4
        yield "A1", noisy_point_hypotheses(6, 0, weights, BASE_ROWS, QUARTER / 2), weights
    target = (1, 0, 0, 0, 0, 0)
    opposite = tuple(1 - bit for bit in target)
    yield "half", {target: HALF, opposite: HALF}, (Fraction(1, 2), Fraction(1, 2)) + (Fraction(0),) * 4


@check("BBKN14-fn4", grade="exact",
       quantifier="A1 (23 rows, accuracy 1/8) on POINT_6 with the target's point and one other of all masses k/12, "
                  "and a base learner that fails with probability exactly 1/2; alpha = 1/4, beta = 1/10, 1/100; all "
                  "samples and coins",
       fingerprint=lambda boosted: [boosted(base, (1, 0, 0, 0, 0, 0), weights, BoostingPlan(3, 4), QUARTER)
                                    for _, base, weights in base_learners()])
def boosted_learner_fails_with_at_most_beta(boosted=boosted_failure) -> Verdict:
    def cases() -> Iterator[Any]:
        for beta in (Fraction(1, 10), Fraction(1, 100)):
            plan = boosting_plan(QUARTER, beta, HALF)
            for name, base, weights in base_learners():
                yield (name, weights, beta), boosted(base, (1, 0, 0, 0, 0, 0), weights, plan, QUARTER), beta

    return judge("<=", cases())


@boosted_learner_fails_with_at_most_beta.verifier
def _(boosted, witness):
    """The first run's hypothesis alone: its failing mass, summed over hypotheses."""
    name, weights, beta = witness
    base = next(law for kind, law, d in base_learners() if (kind, d) == (name, weights))
    target = (1, 0, 0, 0, 0, 0)
    lost = sum(mass for h, mass in base.items()
               if sum(w for w, a, b in zip(weights, h, target, strict=True) if a != b) > QUARTER)
    return lost > beta and boosted(base, target, weights, boosting_plan(QUARTER, beta, HALF), QUARTER) == lost

boosted_learner_fails_with_at_most_beta.sabotage(
    "the first hypothesis is selected: failure stays at 1/2", broken_boosting_keeps_the_first)
