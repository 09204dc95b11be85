"""BBKN14, Section 5.2: the remark after Example 5.7, any constant confidence without boosting."""

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import binomial_tail, log_bracket
from privlearn.exact.formulas import Value, formula
from privlearn.exact.intervals import ball, bracket_of
from privlearn.laws import Law
from privlearn.learners.noise import confidence_rates, point_pair
from privlearn.learners.noise.points import ConfidenceRates, kept_rows_needed, point_outer_failure, points_and_zero
from privlearn.learners.points.noisy import improper_point_learner_at
from privlearn.learning import grid_distributions
from privlearn.mechanisms import (all_databases, audit_pure, labelled_rows, multiset_databases, refutes_pure,
                                  replace_one_unordered)
from privlearn.papers.bbkn14.noise_learners import claim
from privlearn.papers.bbkn14.noise_learners.instances import ALPHAS, broken_outer_flips_a_block, targets

BETAS = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 10))


@formula("at most", where=("0 < p < 1", "0 < mu < 1 / 2"), corners={
    "p": (Fraction(1, 32), Fraction(1, 5)), "mu": (Fraction(1, 64), Fraction(1, 10))},
    loose={"0 < p < 1": "at 0 and 1 the number is undefined", "0 < mu < 1 / 2": "at 0 the number is undefined"})
def ratio_limit(p: Value, mu: Value) -> Value:
    """Return the bound on the ratio of the probabilities of a hypothesis."""
    return 1 + p * (1 - mu) / ((1 - p) * mu)


claim("BBKN14-5.7.any-beta", kind="remark", formulas=(kept_rows_needed, ratio_limit),
      title="Any constant confidence is reached without boosting, with a number of rows polynomial in 1/beta'; stars "
            "leave a noise learner one, boosting does not",
      uses=("BBKN14-2.eq2.lower", "BBKN14-4.3", "BBKN14-4.4", "BBKN14-4.5", "BBKN14-5.6", "BBKN14-5.7"),
      note="The paper gives neither rates nor proofs; these are ours. Of the boosted learner its law on one database "
           "of toy size is checked; that no noise leads to it follows in the proof.")


@check("BBKN14-5.7.any-beta", grade="exhaustive",
       quantifier="alpha' = 1/4, beta' = 1/2 and 1/10; T = 1, 2, 3, all databases of 0..2 rows with stars; all "
                  "outcomes",
       says="A2 at the new rates has the law of an inner learner followed by independent noise")
@judged("==")
def modified_algorithm_is_still_of_this_shape(pair=point_pair):
    for size, beta in product((1, 2, 3), (BETAS[0], BETAS[2])):
        r = confidence_rates(Fraction(1, 4), beta)
        outer = pair(size, keep=r.keep, abort=r.abort, noise=r.noise)
        for rows in range(3):
            for database in all_databases([*labelled_rows(size), None], rows):
                a2 = improper_point_learner_at(database, size=size, keep=r.keep, abort=r.abort, noise=r.noise)
                yield (size, beta, database), outer(database).exact(), a2.exact()

def refutes_modified_algorithm_is_still_of_this_shape(pair, size, beta, database):
    mu = beta / 32  # alpha' = 1/4; on the empty database the inner concept is zero unless the learner gives up
    law = pair(size, keep=2 * mu, abort=beta / 4, noise=mu)(database).exact()
    chance = {h: (1 - beta / 4) * mu ** sum(h) * (1 - mu) ** (size - sum(h)) for h in product((0, 1), repeat=size)}
    return database == () and any(law.get(h, 0) != p for h, p in chance.items())

@modified_algorithm_is_still_of_this_shape.corrupted("correlated noise: all points flip together")
def correlated_noise_all_points_flip_together(size: int, *, keep: Fraction, abort: Fraction,
                                              noise: Fraction) -> Callable[[Any], Law]:
    pair = point_pair(size, keep=keep, abort=abort, noise=noise)
    return broken_outer_flips_a_block(pair.inner, pair.concepts, noise)


def twice(noise: Fraction) -> Fraction:
    """Return the subsampling rate ``2 noise``."""
    return 2 * noise


def learner(keep: Fraction, alpha: Fraction, beta: Fraction) -> Callable[[Any], Law]:
    """Return A2 on two points at the modified rates, with the given subsampling rate."""
    rates = confidence_rates(alpha, beta)
    return lambda database: improper_point_learner_at(database, size=2, keep=keep, abort=rates.abort, noise=rates.noise)


@cache
def audited(keep: Fraction, alpha: Fraction, beta: Fraction, rows: int) -> Any:
    databases = multiset_databases([*labelled_rows(2), None], rows)
    return audit_pure(learner(keep, alpha, beta), databases, replace_one_unordered)


@check("BBKN14-5.7.any-beta", grade="exhaustive",
       quantifier="T = 2, all multisets of m = 1..4 rows with stars, all replacements and outcomes: alpha' = 1/8, 1/4, "
                  "2/5, beta' = 1/2, 1/4, 1/10; p = 2 mu, and up to two rows p = 20 mu, at most 9/10",
       says="{the worst ratio of two neighbours} is at most {1 + p (1 - mu)/((1 - p) mu)}")
@judged("<=")
def ratio_is_at_most(bound=ratio_limit):
    for alpha, beta, factor in product(ALPHAS, BETAS, (2, 20)):
        mu = alpha * beta / 8
        for rows in (1, 2, 3, 4) if factor == 2 else (1, 2):
            audit = audited(p := min(factor * mu, Fraction(9, 10)), alpha, beta, rows)
            yield (alpha, beta, p, *audit.witness), audit.exp_epsilon, bound(p, mu), audit.pairs

def refutes_ratio_is_at_most(bound, witness):
    alpha, beta, p, *pair_and_outcome = witness
    return refutes_pure(tuple(pair_and_outcome), learner(p, alpha, beta), max(1, bound(p, alpha * beta / 8)))


@check("BBKN14-5.7.any-beta", grade="exact",
       quantifier="mu = k/400, k = 1..199; as 4 minus the bound is (1 - 4 mu)/(1 - 2 mu), four values of mu decide all",
       says="with p = 2 mu the bound on the ratio is 4 - (1 - 4 mu)/(1 - 2 mu), at most 4 exactly for mu <= 1/4")
@sabotage("rows kept with probability 4 mu", lambda noise: 4 * noise if 4 * noise < 1 else Fraction(1, 2))
@judged("==")
def bound_is_at_most_four_up_to_a_quarter(keep=twice):
    for k in range(1, 200):
        mu = Fraction(k, 400)
        bound = ratio_limit(keep(mu), mu)
        yield ("sign", mu), bound <= 4, 4 * mu <= 1
        yield ("identity", mu), 4 - bound, (1 - 4 * mu) / (1 - 2 * mu)

def refutes_bound_is_at_most_four_up_to_a_quarter(keep, _, mu):
    p = keep(mu)
    return (p * (1 - mu) <= 3 * (1 - p) * mu) != (4 * mu <= 1) or p != 2 * mu


@check("BBKN14-5.7.any-beta", grade="exact",
       quantifier="alpha' = 1/1000, 2/5, beta' = 1/2, 10^-20: a target of mass alpha'/2, or more",
       says="{the chance that no kept row of n_s shows the target} is at most {beta'/4}")
@judged("<=")
def kept_rows_show_the_target(rows=kept_rows_needed):
    for alpha, beta in rows.instances():
        yield (alpha, beta), (1 - min(alpha, 1) / 2) ** rows(alpha, beta), beta / 4

def refutes_kept_rows_show_the_target(rows, alpha, beta):
    return float(rows(alpha, beta)) * math.log1p(-alpha / 2) > math.log(beta / 4)


RATES = tuple(product((*ALPHAS, Fraction(3, 4)), (*BETAS, Fraction(1, 1000))))


def printed_rates(alpha: Fraction, beta: Fraction) -> ConfidenceRates:
    """Return ``beta/4, alpha beta/8``, twice that, and two numbers of rows, by ball arithmetic."""
    needed = bracket_of(lambda: 2 * ball(4 / beta).log() / ball(alpha), 200)
    few = bracket_of(lambda: 32 * ball(4 / beta).log() / ball(alpha * beta), 200)
    kept = math.ceil(needed.upper)
    return ConfidenceRates(beta / 4, alpha * beta / 8, alpha * beta / 4, kept,
                           max(math.ceil(kept * 8 / (alpha * beta)), math.ceil(few.upper)))


@check("BBKN14-5.7.any-beta", grade="certified",
       quantifier="alpha' = 1/8, 1/4, 2/5, 3/4, beta' = 1/2, 1/4, 1/10, 1/1000: all rates and numbers of rows",
       says="the rates are beta'/4, alpha' beta'/8 and alpha' beta'/4, and the rows are those of the formulas")
@sabotage("one row fewer", lambda *entry: replace(confidence_rates(*entry), rows=confidence_rates(*entry).rows - 1))
@judged("==")
def the_rates_are_these(rates=confidence_rates):
    for entry in RATES:
        yield entry, rates(*entry), printed_rates(*entry)

def refutes_the_rates_are_these(rates, witness):
    (alpha, beta), r = witness, rates(*witness)
    log = log_bracket(4 / beta, 200)
    kept = math.ceil((2 / alpha * log).upper)
    rows = max(-(-2 * kept // r.keep), math.ceil((8 / r.keep * log).upper))
    return (4 * r.abort, 8 * r.noise, r.keep, r.kept_needed, r.rows) != (
        beta, alpha * beta, 2 * r.noise, kept, rows)


@check("BBKN14-5.7.any-beta", grade="exact",
       quantifier="alpha' = 1/8, 1/4, 2/5, beta' = 1/2, 1/4, 1/10; giving up, too few rows kept (exact binomial tail), "
                  "none of them the target's, noise above alpha'/2 (Markov): for all distributions and any number of "
                  "points",
       says="{the chance of one way to fail} is at most {beta'/4}")
@sabotage("a quarter of the rows",
          lambda alpha, beta: replace(confidence_rates(alpha, beta), rows=confidence_rates(alpha, beta).rows // 4))
@sabotage("half of the rows kept are enough",
          lambda alpha, beta: replace(confidence_rates(alpha, beta),
                                      kept_needed=confidence_rates(alpha, beta).kept_needed // 2))
@judged("<=")
def each_way_to_fail_takes_at_most_a_quarter(rates=confidence_rates):
    for alpha, beta in product(ALPHAS, BETAS):
        r = rates(alpha, beta)
        few = binomial_tail(r.rows, r.keep, at_most=r.kept_needed - 1)
        yield ("gives up", alpha, beta), r.abort, beta / 4
        yield ("few rows kept", alpha, beta), few, beta / 4
        yield ("target not shown", alpha, beta), (1 - alpha / 2) ** r.kept_needed, beta / 4
        yield ("noise", alpha, beta), 2 * r.noise / alpha, beta / 4

def refutes_each_way_to_fail_takes_at_most_a_quarter(rates, which, alpha, beta):
    r = rates(alpha, beta)
    if which == "few rows kept":  # a median of the number kept is at most its mean rounded up
        return math.ceil(r.rows * r.keep) < r.kept_needed and beta / 4 < Fraction(1, 2)
    terms = {"gives up": r.abort, "noise": r.noise / (alpha / 2)}
    miss = math.prod([1 - alpha / 2] * r.kept_needed)
    return terms.get(which, miss) > beta / 4


def failure_at(rates: ConfidenceRates, target: int, places, alpha: Fraction) -> Fraction:
    """Return the outer learner's exact failure at the given rates."""
    return point_outer_failure(target, places, rows=rates.rows, alpha=alpha, keep=rates.keep, abort=rates.abort,
                               noise=rates.noise)


@check("BBKN14-5.7.any-beta", grade="exact",
       quantifier="alpha' = 1/4, 2/5, beta' = 1/2, 1/4, 1/10: all targets (points and zero), all distributions on "
                  "the grids T = 2, denominator 12, and T = 3, denominator 4",
       says="{the exact failure} is at most {beta'}")
@sabotage("noise 1/4, whatever beta'", lambda alpha, beta: replace(confidence_rates(alpha, beta), noise=Fraction(1, 4)))
def exact_failure_is_at_most_beta(rates=confidence_rates) -> Verdict:
    return judge("<=", (((target, places, alpha, beta), failure_at(rates(alpha, beta), target, places, alpha), beta)
                        for alpha, beta, (size, unit) in product(ALPHAS[1:], BETAS, ((2, 12), (3, 4)))
                        for target in targets(points_and_zero, size) for places in grid_distributions(size, unit)))

def refutes_exact_failure_is_at_most_beta(rates, target, places, alpha, beta):
    r = rates(alpha, beta)
    unseen = (1 - r.keep * places[target]) ** r.rows if target >= 0 else Fraction(1)
    failure = r.abort
    for flips in product((0, 1), repeat=len(places)):  # all noise patterns, after each of the two concepts
        chance = math.prod(r.noise if bit else 1 - r.noise for bit in flips)
        for missing, weight in ((1, unseen), (0, 1 - unseen)):
            wrong = [bit ^ (missing and x == target) for x, bit in enumerate(flips)]
            bad = sum(w for w, bit in zip(places, wrong, strict=True) if bit) > alpha
            failure += (1 - r.abort) * weight * chance * bad
    return failure > beta


def rows_of(alpha: Fraction, beta: Fraction) -> int:
    """Return the sample size of the modified algorithm."""
    return confidence_rates(alpha, beta).rows


@check("BBKN14-5.7.any-beta", grade="exact",
       quantifier="alpha' = 1/8, 1/4, 2/5, beta' = 1/2, 1/3, 1/4, 1/10 and 2^-k, k = 3..20; integers, each rounding "
                  "decided by brackets",
       says="{twice the rows for beta'} are at most {the rows for beta'/2}")
@sabotage("rows growing with log(1/beta'), as with boosting",
          lambda alpha, beta: rows_of(alpha, Fraction(1, 2)) * (1 / beta).numerator.bit_length())
def rows_at_least_double_when_beta_halves(rows=rows_of) -> Verdict:
    betas = [*BETAS, Fraction(1, 3), *(Fraction(1, 2**k) for k in range(3, 21))]
    return judge("<=", (((alpha, beta), 2 * rows(alpha, beta), rows(alpha, beta / 2))
                        for alpha, beta in product(ALPHAS, betas)))

def refutes_rows_at_least_double_when_beta_halves(rows, alpha, beta):
    few, many = rows(alpha, beta), rows(alpha, beta / 2)
    return many - few < few and many < few + few
