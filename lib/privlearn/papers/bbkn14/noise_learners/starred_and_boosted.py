"""BBKN14, Section 5.2: the remark after Example 5.7, what failing tells, and what stars and boosting do to noise."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.exact import exp_bracket
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.laws import Law, bernoulli, pure
from privlearn.learners.noise import confidence_rates
from privlearn.learners.noise.points import point_inner, point_outer_failure, points_and_zero
from privlearn.learners.points import PointPlan, boosted_point_learner
from privlearn.learners.points.noisy import improper_point_learner_at
from privlearn.learning import grid_distributions
from privlearn.mechanisms import (all_databases, audit_pure, labelled_rows, multiset_databases, refutes_pure,
                                  replace_one_unordered, starred)
from privlearn.mechanisms.starring import sharp_star_keep_probability
from privlearn.papers.bbkn14.noise_learners.definition import table_by_counting
from privlearn.papers.bbkn14.noise_learners.instances import ALPHAS, targets
from privlearn.papers.bbkn14.stars_and_boosting.instances import toy

BETAS = (HALF, QUARTER, Fraction(1, 10))


def failing(database: Any, rates) -> Fraction:
    """Return the probability that A2 at these rates fails on rows of one point or two."""
    law = improper_point_learner_at(database, size=2, keep=rates.keep, abort=rates.abort, noise=rates.noise)
    return law.exact().get(None, Fraction(0))


@check("BBKN14-5.7.any-beta", grade="exact",
       quantifier="alpha' = 1/8, 1/4, 2/5, beta' = 1/2, 1/4, 1/10: n - 1 rows (0, 1) and one row (1, 1), (0, 0) or a "
                  "star against another (0, 1), n = 1, 2, 3, 10, 100, 300, both ways; the outcome 'fail'",
       says="{the ratio of the two probabilities to fail} is at most {1 + alpha' - p}")
@sabotage("giving up a quarter as often",
          lambda alpha, beta: replace(confidence_rates(alpha, beta), abort=beta / 16))
@sabotage("rows kept twice as often",
          lambda alpha, beta: replace(confidence_rates(alpha, beta), keep=alpha * beta / 2))
@judged("<=")
def failing_tells_little(rates=confidence_rates):
    for alpha, beta, n in product(ALPHAS, BETAS, (1, 2, 3, 10, 100, 300)):
        r = rates(alpha, beta)
        plain = failing(((0, 1),) * n, r)
        for row in ((1, 1), (0, 0), None):
            other = failing((*((0, 1),) * (n - 1), row), r)
            for k, ratio in enumerate((other / plain, plain / other)):
                yield (alpha, beta, n, row, k), ratio, 1 + alpha - alpha * beta / 4

def refutes_failing_tells_little(rates, alpha, beta, n, row, turned):
    r = rates(alpha, beta)
    clash = 0 if row is None or n == 1 else r.keep * (1 - (1 - r.keep) ** (n - 1))
    ratio = (r.abort + (1 - r.abort) * clash) / r.abort
    return (1 / ratio if turned else ratio) > 1 + alpha - alpha * beta / 4


RATIOS = (Fraction(3, 2), Fraction(2), Fraction(3))


def starred_a2(starring, beta: Fraction, ratio: Fraction, size: int) -> Callable[[Any], Law]:
    """Return A2 at the rates for alpha' = 1/4 and half of beta', its rows starred on the way from 4 to ``ratio``."""
    r = confidence_rates(QUARTER, beta / 2)
    return starring(lambda rows: improper_point_learner_at(
        rows, size=size, keep=r.keep, abort=r.abort, noise=r.noise), sharp_star_keep_probability(ratio, 4))


def noise_forgotten_without_rows(mechanism, keep: Fraction) -> Callable[[Any], Law]:
    """Star the rows, but answer with the plain zero function where no row is left."""
    def law(rows) -> Law:
        return mechanism(rows) if any(row is not None for row in rows) else pure((0, 0))

    return starred(law, keep)


def starred_together(mechanism, keep: Fraction) -> Callable[[Any], Law]:
    """Star all rows or none."""
    return lambda database: bernoulli(keep).then(
        lambda kept: mechanism(database if kept else (None,) * len(database)))


@check("BBKN14-5.7.any-beta", grade="exhaustive",
       quantifier="alpha' = 1/4, beta' = 1/2, 1/10, e^epsilon = 3/2, 2, 3, T = 2: all databases of 0..2 rows with "
                  "stars, all outcomes, against an inner learner that looks at a row with the product of both "
                  "probabilities, and noise; and all neighbours of 1 and 2 rows, against e^epsilon",
       says="the starred version is an inner learner followed by independent noise, and private with the epsilon asked")
@sabotage("no noise where no row is left", noise_forgotten_without_rows)
@sabotage("all rows become stars together, or none", starred_together)
@sabotage("every second star is missing", lambda mechanism, keep: starred(mechanism, (1 + keep) / 2))
def starred_version_is_again_a_noise_learner(starring=starred) -> Verdict:
    shapes: list[Any] = []
    audits: list[Any] = []
    for beta, ratio in product((HALF, Fraction(1, 10)), RATIOS):
        learner, r = starred_a2(starring, beta, ratio, 2), confidence_rates(QUARTER, beta / 2)
        looked = r.keep * (ratio - 1) / 3
        for rows in range(3):
            for database in all_databases([*labelled_rows(2), None], rows):
                inner = point_inner(database, size=2, keep=looked, abort=r.abort).exact()
                shapes.append(((beta, ratio, database, "shape"), learner(database).exact(),
                               table_by_counting(inner, points_and_zero(2), r.noise)))
        for rows in (1, 2):
            audit = audit_pure(learner, multiset_databases([*labelled_rows(2), None], rows), replace_one_unordered)
            audits.append(((beta, ratio, audit.witness, "ratio"), audit.exp_epsilon, ratio, audit.pairs))
    return all_hold(judge("==", shapes), judge("<=", audits))

def refutes_starred_version_is_again_a_noise_learner(starring, beta, ratio, where, what):
    learner, r = starred_a2(starring, beta, ratio, 2), confidence_rates(QUARTER, beta / 2)
    if what == "ratio":
        return refutes_pure(where, learner, ratio)
    expected: dict[Any, Fraction] = {None: r.abort}
    for seen in product((0, 1), repeat=len(where)):  # 1: the row survives and A2 looks at it
        mass, look = 1 - r.abort, r.keep * (ratio - 1) / 3
        for bit in seen:
            mass *= look if bit else 1 - look
        rows = {row for row, bit in zip(where, seen, strict=True) if bit and row is not None}
        fitting = [c for c in ((0, 0), (1, 0), (0, 1)) if all(c[x] == y for x, y in rows)]
        for h in product((0, 1), repeat=2) if fitting else [None]:
            wrong = sum(a != b for a, b in zip(fitting[0], h, strict=True)) if h else 0
            share = r.noise**wrong * (1 - r.noise) ** (2 - wrong) if h else 1
            expected[h] = expected.get(h, Fraction(0)) + mass * share
    law = learner(where).exact()
    return any(law.get(h, 0) != mass for h, mass in expected.items())


AIMS = ((HALF, Fraction(2)), (HALF, Fraction(3)), (QUARTER, Fraction(3)))


def rows_with_stars(beta: Fraction, ratio: Fraction) -> int:
    """Return the least n with ``q n >= 2 m'`` and ``e^(-q n/8) <= beta'/2``, for m' rows at beta'/2 and survival q."""
    q, m = (ratio - 1) / 3, confidence_rates(QUARTER, beta / 2).rows
    n = -int(-2 * m // q)
    while exp_bracket(-q * n / 8).upper > beta / 2:
        n += 1
    return n


@check("BBKN14-5.7.any-beta", grade="exact",
       quantifier="alpha' = 1/4, (beta', e^epsilon) = (1/2, 2), (1/2, 3), (1/4, 3), T = 2: all targets (points and "
                  "zero), all distributions with denominator 6",
       says="{the failure of the starred version} is at most {beta'}")
@sabotage("a tenth of the rows that A2 has without stars",
          lambda beta, ratio: confidence_rates(QUARTER, beta / 2).rows // 10)
@judged("<=")
def starred_version_learns_with_confidence_beta(rows=rows_with_stars):
    for (beta, ratio), target in product(AIMS, targets(points_and_zero, 2)):
        r = confidence_rates(QUARTER, beta / 2)
        for places in grid_distributions(2, 6):
            yield (beta, ratio, target, places), point_outer_failure(
                target, places, rows=rows(beta, ratio), alpha=QUARTER, keep=r.keep * (ratio - 1) / 3, abort=r.abort,
                noise=r.noise), beta

def refutes_starred_version_learns_with_confidence_beta(rows, beta, ratio, target, places):
    mu = QUARTER * beta / 16
    unseen = (1 - 2 * mu * (ratio - 1) / 3 * places[target]) ** rows(beta, ratio) if target >= 0 else Fraction(1)
    failure = beta / 8
    for flips in product((0, 1), repeat=2):
        chance = (1 - beta / 8) * mu ** sum(flips) * (1 - mu) ** (2 - sum(flips))
        for missing, weight in ((1, unseen), (0, 1 - unseen)):
            wrong = [bit ^ (missing and x == target) for x, bit in enumerate(flips)]
            failure += chance * weight * (sum(w for w, bit in zip(places, wrong, strict=True) if bit) > QUARTER)
    return failure > beta


PLANS = (toy(2, 1, 1), toy(2, 1, 2), toy(3, 0, 1))


def values_on_one_row(plan: PointPlan) -> tuple[Fraction, Fraction, Fraction]:
    """Return, given a hypothesis, how likely it is 1 at the point 0, at 1, and at both 1 and 2, on rows (0, 0)."""
    law = boosted_point_learner(((0, 0),) * plan.total, size=3, plan=plan).exact()
    some = 1 - law.get(None, Fraction(0))
    shown, other, both = (sum((p for h, p in law.items() if h and all(h[x] for x in ones)), Fraction(0)) / some
                          for ones in ((0,), (1,), (1, 2)))
    return shown, other, both


@check("BBKN14-5.7.any-beta", grade="exact",
       quantifier="T = 3, toy plans with two blocks and three, all rows (0, 0), given that there is a hypothesis: how "
                  "likely it is 1 at the point 0, at the point 1, and at both 1 and 2",
       says="boosting leaves two values independent and 1 with equal probability, and a third one less often")
@sabotage("a single block: nothing to choose from, and a noise learner", tuple(replace(plan, blocks=1)
                                                                               for plan in PLANS))
def boosting_spoils_the_noise_at_one_point(plans: tuple[PointPlan, ...] = PLANS) -> Verdict:
    found = [(plan, values_on_one_row(plan)) for plan in plans]
    return all_hold(judge("<", ((plan, shown, other) for plan, (shown, other, _) in found)),
                    judge("==", ((plan, both, other**2) for plan, (_, other, both) in found)))

def refutes_boosting_spoils_the_noise_at_one_point(plans, plan):
    mu, total, ones = plan.noise, Fraction(0), Fraction(0)
    for bits in product((None, 0, 1), repeat=plan.blocks):  # nothing, or the value at the point of the rows
        chance = Fraction(1)
        for bit in bits:
            chance *= mu if bit is None else (1 - mu) * (mu if bit else 1 - mu)
        weights = [Fraction(1) if bit == 0 else plan.root ** -plan.test_rows for bit in bits]
        total += chance * sum(w for w, bit in zip(weights, bits, strict=True) if bit is not None) / sum(weights)
        ones += chance * sum(w for w, bit in zip(weights, bits, strict=True) if bit) / sum(weights)
    return plan in plans and ones >= mu * total
