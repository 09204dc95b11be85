"""BBKN14, Section 4.2.1: algorithm A5, the private learner whose hypothesis is a key."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, all_hold, check, covering, judge, judged, sabotage, verifier
from privlearn.exact import binomial_tail, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula
from privlearn.exact.fractions import HALF
from privlearn.learners.points import ZERO, RowCounts, counted_point, improper_sample_size
from privlearn.learners.points.counts import power_bracket
from privlearn.learners.pseudorandom import (AffineFamily, KeyedFamily, hypothesis_key, keyed_failure_supremum,
                                             keyed_privacy_ratio, private_keyed_point_learner, zeros_for)
from privlearn.learners.pseudorandom.keyed import private_keyed_point_learner_at, random_function_failure
from privlearn.learning import grid_distributions
from privlearn.mechanisms import labelled_rows, multiset_databases, refutes_pure
from privlearn.papers.bbkn14.keyed_learner import claim
from privlearn.papers.bbkn14.keyed_learner.instances import (ALPHAS, AUDITED, PRIVATE_FAMILY, LinearFamily, audit,
                                                             learner_for, rarely_one, slow_value, spread_masses)


@formula("at most", where=("0 < alpha <= 1",), corners={"alpha": (Fraction(1, 100), HALF, Fraction(1))},
         loose={"0 < alpha <= 1": "it holds as long as alpha/4 is the chance of a coin"})
def ratio_of_no_hypothesis(alpha: Value) -> Value:
    return 3 - alpha / 4


claim("BBKN14-4.2.1.A5", kind="algorithm", status="proved",
      title="Algorithm A5: A4 on a random subset of the rows is ln(4)-private and learns",
      uses=("BBKN14-2.1", "BBKN14-2.2", "BBKN14-A2", "BBKN14-4.2.1.A4", "BBKN14-4.3.chernoff", "BBKN14-4.3.eq-bot",
            "BBKN14-4.3.eq-h", "BBKN14-4.3.star-row", "BBKN14-4.3.eq4"),
      note="With the affine family everything here is unconditional. With keyed BLAKE2b at d = 64 the privacy itself "
           "rests on an assumption, that each point is 1 for a share alpha/8 of the keys; on small instances the "
           "shares are counted.", formulas=(keyed_privacy_ratio, ratio_of_no_hypothesis))


def least_marginal(family: KeyedFamily) -> Fraction:
    """Return the least share of keys whose function is 1 at a point."""
    return min(family.marginal(x) for x in range(family.size))


@check("BBKN14-4.2.1.A5", grade="exhaustive",
       quantifier="all multisets of labelled rows and stars, all replacements, all keys: affine families with T = 4, "
                  "m <= 4 and T = 8, m <= 2; keyed BLAKE2b with T = 4, m = 3 and T = 8, m = 2",
       says="{the worst ratio at a key} equals {1 + p/((1 - p) q), p kept, q the least marginal}")
@judged("==")
def ratio_at_a_key_is_the_closed_form(ratio=keyed_privacy_ratio):
    for number, case in enumerate(AUDITED):
        found = audit(*case, part="keys")
        yield (number, *found.witness), found.exp_epsilon, ratio(least_marginal(case[0]), case[1] / 4), found.pairs

def refutes_ratio_at_a_key_is_the_closed_form(ratio, number, left, right, key):
    family, alpha, _ = AUDITED[number]
    shares = [Fraction(sum(family.value(k, x) for k in family.keys().exact()), len(family.keys().exact()))
              for x in range(family.size)]
    p, q = (learner_for(family, alpha)(database).exact()[key] for database in (left, right))
    return p / q != ratio(min(shares), alpha / 4)


@check("BBKN14-4.2.1.A5", grade="exhaustive",
       quantifier='all multisets of labelled rows and stars, all replacements, "no hypothesis": T = 4, m <= 4 and T = '
                  '8, m <= 2; alpha = 1/100, 1/2, 1: a new point among 40/alpha rows of another one',
       says='{the worst ratio at "no hypothesis"} is at most {3 - alpha/4}')
@judged("<=")
def ratio_at_no_hypothesis_is_at_most(limit=ratio_of_no_hypothesis):
    for alpha, in limit.instances():
        m = 40 * alpha.denominator
        crowd, odd = (counted_point(RowCounts(rows, m), keep=alpha / 4, abort=alpha / 8).exact()[None]
                      for rows in ({(0, 1): m}, {(0, 1): m - 1, (1, 1): 1}))
        yield (None, alpha, m, None), odd / crowd, limit(alpha)
    for number, case in enumerate(AUDITED):
        found = audit(*case, part="none")
        yield (number, *found.witness), found.exp_epsilon, limit(case[1]), found.pairs

def refutes_ratio_at_no_hypothesis_is_at_most(limit, number, left, right, _):
    if number is None:  # the new row is kept with one of the others, all by itself it gives up no more often
        alpha, m = left, right
        return 1 + (8 / alpha - 1) * alpha / 4 * (1 - (1 - alpha / 4) ** (m - 1)) > limit(alpha)
    family, alpha, _ = AUDITED[number]
    gives_up = []
    for database in (left, right):
        chance = Fraction(0)
        for kept in product((0, 1), repeat=len(database)):
            rows = {row for row, bit in zip(database, kept, strict=True) if bit and row is not None}
            clash = len({x for x, y in rows if y}) > 1 or any((x, 1 - y) in rows for x, y in rows)
            chance += clash * (alpha / 4) ** sum(kept) * (1 - alpha / 4) ** (len(kept) - sum(kept))
        gives_up.append(alpha / 8 + (1 - alpha / 8) * chance)
    return gives_up[0] > limit(alpha) * gives_up[1] or gives_up[1] > limit(alpha) * gives_up[0]


@check("BBKN14-4.2.1.A5", grade="exhaustive",
       quantifier="all pairs of a labelled row or star with each other, all outcomes: T = 8, alpha = 1/2, m = 1, 2, "
                  "family of 64 functions",
       says="{the worst ratio of two neighbours} is less than {the promised ratio 4}")
@verifier(lambda family, witness: refutes_pure(witness, learner_for(family, HALF), Fraction(4)))
@sabotage("one point is 1 for a share alpha/16 of the functions only", make=lambda: rarely_one())
@judged("<")
def privacy_ratio_is_below_four(family: KeyedFamily = PRIVATE_FAMILY):
    for rows in (1, 2):
        found = audit(family, HALF, rows)
        yield found.witness, found.exp_epsilon, Fraction(4), found.pairs


@check("BBKN14-4.2.1.A5", grade="exhaustive", quantifier="all points; affine families with d = 1..5 and all s",
       says="{the chance of the value 1 at a point} equals {2^(-s)}")
@sabotage("keys without the constant b", LinearFamily)
@judged("==")
def every_point_is_one_with_the_same_probability(make=AffineFamily):
    for bits in range(1, 6):
        for zeros in range(1, bits + 1):
            family = make(bits, zeros)
            ones = [Fraction(0)] * family.size
            for table, mass in family.tables().exact().items():
                for x, bit in enumerate(table):
                    ones[x] += bit * mass
            yield from (((bits, zeros, x), share, Fraction(1, 2**zeros)) for x, share in enumerate(ones))

def refutes_every_point_is_one_with_the_same_probability(make, bits, zeros, x):
    keys = make(bits, zeros).keys().exact()
    share = sum((mass for key, mass in keys.items() if slow_value(bits, zeros, key, x)), Fraction(0))
    return share != Fraction(1, 2**zeros)


@check("BBKN14-4.2.1.A5", grade="exhaustive",
       quantifier="alpha = k/1000, k = 1..500: the affine family has a bias 2^-s of at most alpha/4 and a ratio "
                  "below 4",
       says="the bias 2^(-s) chosen is at most alpha/4, and the ratio at a key is below 4")
@sabotage("one leading bit more: bias at most alpha/8", lambda alpha: zeros_for(alpha) + 1)
@sabotage("one leading bit fewer: bias above alpha/4", lambda alpha: zeros_for(alpha) - 1)
def some_affine_family_fits_every_alpha(zeros=zeros_for) -> Verdict:
    grid = [(alpha, Fraction(1, 2 ** zeros(alpha))) for alpha in (Fraction(k, 1000) for k in range(1, 501))]
    private = judge("<", ((("alpha", alpha), keyed_privacy_ratio(q, alpha / 4), Fraction(4)) for alpha, q in grid))
    return all_hold(private, judge("<=", ((("bias", alpha), q, alpha / 4) for alpha, q in grid)))

def refutes_some_affine_family_fits_every_alpha(zeros, witness):
    alpha = witness[1]
    keep, q = alpha / 4, Fraction(1)
    for _ in range(zeros(alpha)):
        q /= 2
    return 4 * q > alpha if witness[0] == "bias" else keep + (1 - keep) * q >= 4 * (1 - keep) * q


A5_LIMIT = Fraction(15, 32)
CLOSE_TO_HALF = (*ALPHAS[:3], Fraction(1, 20), Fraction(49, 100), Fraction(499, 1000))


@check("BBKN14-4.2.1.A5", grade="certified",
       quantifier="all distributions: no hypothesis, fewer than 2 ln 4/alpha of the ceil(32 ln 4/alpha^2) rows kept, "
                  "or A4 fails; alpha = 1/20, 1/8, 1/4, 2/5, 49/100, 499/1000",
       says="{the sum of the three failure chances} is at most {the bound 15/32}")
@sabotage("at most 25/64", Fraction(25, 64))
@judged("<=")
def failure_by_the_three_events_is_at_most(limit: Fraction = A5_LIMIT):
    for alpha in CLOSE_TO_HALF:
        needed = 2 * log_bracket(4) / alpha
        few = binomial_tail(improper_sample_size(alpha), alpha / 4, at_most=needed.upper)
        yield ("alpha", alpha), alpha / 8 + few + keyed_failure_supremum().upper, limit

def refutes_failure_by_the_three_events_is_at_most(limit, witness):
    return witness[1] / 8 + Fraction(11, 32) > limit  # two of the three events alone


def direct_bound(alpha: Fraction) -> Fraction:
    return alpha / 8 + (1 - alpha / 8) * as_bracket(keyed_failure_supremum(exponent=8, cells=256)).upper


@cache
def misses(mass: Fraction, alpha: Fraction) -> Fraction:
    return power_bracket(1 - mass * alpha / 4, improper_sample_size(alpha), 64).upper


@cache
def affine_failures() -> tuple[tuple[Any, Fraction], ...]:
    """Return the exact failures of A5 with the affine family on 8 points, target 0 (the others are translates)."""
    places = grid_distributions(8, 6)
    whole = np.array([[int(6 * w) for w in place] for place in places])
    shares = []
    for concept in (0, ZERO):  # both laws are uniform on their keys
        law = hypothesis_key(concept, family=PRIVATE_FAMILY).exact()
        wrong = np.array([PRIVATE_FAMILY.table(key) for key in law]) != np.array([1] + [0] * 7)
        failing = (2 * whole @ wrong.T > 6).sum(axis=1)  # an error above 1/2
        shares.append([Fraction(int(count), len(law)) for count in failing])
    chances = [misses(place[0], HALF) for place in places]
    return tuple((place, HALF / 8 + (1 - HALF / 8) * (missed * unknown + (1 - missed) * known))
                 for place, missed, known, unknown in zip(places, chances, *shares, strict=True))


@check("BBKN14-4.2.1.A5", grade="certified",
       quantifier="truly random functions of bias alpha/4, ceil(32 ln 4/alpha^2) rows: all targets, all "
                  "distributions on multiples of 1/24 (T <= 4), 1/12 (T = 5, 6); affine family with T = 8, alpha = "
                  "1/2: multiples of 1/6; the chance to miss the target rounded up",
       says="{the failure of A5} is at most {alpha/8 + (1 - alpha/8) s, s the supremum for A4}")
@sabotage("alpha/8 + 1/8: what the printed 1/4 would be after halving", lambda alpha: alpha / 8 + Fraction(1, 8))
def exact_failure_is_at_most_the_direct_bound(bound=direct_bound) -> Verdict:
    played, limits = 0, {alpha: bound(alpha) for alpha in ALPHAS}

    def cases() -> Iterator[Any]:
        nonlocal played
        for size, alpha in product(range(2, 7), ALPHAS):
            unit = 24 if size <= 4 else 12
            for mass, others, orders in spread_masses(size, unit):
                place = tuple(Fraction(k, unit) for k in (mass, *others))
                failure = random_function_failure(place, 0, bias=alpha / 4, missed=misses(place[0], alpha), alpha=alpha)
                played += orders
                yield (alpha, place), alpha / 8 + (1 - alpha / 8) * failure, limits[alpha]
        for place, failure in affine_failures():
            played += 1
            yield ("affine", place), failure, limits[HALF]

    verdict = judge("<=", cases())
    return covering(verdict, played)

def refutes_exact_failure_is_at_most_the_direct_bound(bound, witness):
    alpha, place = (HALF if witness[0] == "affine" else witness[0]), witness[1]
    missed, known, unknown = (1 - alpha / 4 * place[0]) ** improper_sample_size(alpha), Fraction(0), Fraction(0)
    for h in product((0, 1), repeat=len(place)):
        chance = (alpha / 4) ** sum(h) * (1 - alpha / 4) ** (len(h) - sum(h))
        wrong = sum((w for w, bit in zip(place[1:], h[1:], strict=True) if bit), Fraction(0))
        unknown += chance * (wrong + (0 if h[0] else place[0]) > alpha)
        known += chance * (wrong > alpha) * h[0] / (alpha / 4)
    return alpha / 8 + (1 - alpha / 8) * (missed * unknown + (1 - missed) * known) > bound(alpha)


def by_subsets(rows, family: KeyedFamily) -> dict[Any, Fraction]:
    """Return A5's law at alpha = 1/2 subset by subset and key by key."""
    law: dict[Any, Fraction] = {None: Fraction(1, 16)}
    tables = {key: family.table(key) for key in family.keys().exact()}
    for kept in product((0, 1), repeat=len(rows)):
        chance = Fraction(15, 16) * Fraction(1, 8) ** sum(kept) * Fraction(7, 8) ** (len(kept) - sum(kept))
        seen = {row for row, bit in zip(rows, kept, strict=True) if bit and row is not None}
        ones = [x for x, y in seen if y]
        if len(ones) > 1 or any((x, 0) in seen for x in ones):
            law[None] += chance
            continue
        fitting = [key for key, table in tables.items() if all(table[x] for x in ones)]
        for key in fitting:
            law[key] = law.get(key, Fraction(0)) + chance / len(fitting)
    return law


@check("BBKN14-4.2.1.A5", grade="exhaustive",
       quantifier="affine families with d = 1..3 and all s, databases of 2 rows over the first 2 points and stars: "
                  "all outcomes",
       says="the law of A5 is giving up with probability 1/16, and else A4 on a random subset of the rows")
@sabotage("never gives up in the first step",
          lambda rows, *, family, alpha: private_keyed_point_learner_at(rows, family=family, keep=alpha / 4, abort=0))
@judged("==")
def law_is_a4_on_every_subset(learn=private_keyed_point_learner):
    for bits in (1, 2, 3):
        for zeros in range(1, bits + 1):
            for rows in multiset_databases([None, *labelled_rows(2)], 2):
                family = AffineFamily(bits, zeros)
                yield (bits, zeros, rows), learn(rows, family=family, alpha=HALF).exact(), by_subsets(rows, family)

def refutes_law_is_a4_on_every_subset(learn, bits, zeros, rows):
    law = learn(rows, family=AffineFamily(bits, zeros), alpha=HALF).exact()
    # the share of "no hypothesis": 1/16, and 15/16 of the chance that both rows are kept and contradict each other
    labelled = [row for row in rows if row is not None]
    clash = len(labelled) == 2 and labelled[0] != labelled[1] and (
        labelled[0][0] == labelled[1][0] or labelled[0][1] == labelled[1][1] == 1)
    return law.get(None, Fraction(0)) != Fraction(1, 16) + clash * Fraction(15, 16) / 64
