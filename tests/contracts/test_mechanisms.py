"""What every mechanism of the library keeps, whatever it does.

A mechanism joins by a line in ``MECHANISMS``: its name, the mechanism, a small grid of databases, and whether its
promise is attained on that grid (tight) or not (loose).
"""

import random
from fractions import Fraction
from itertools import product

import pytest

from privlearn.concepts import initial_segments, points
from privlearn.laws import pure
from privlearn.learners.generic.exponential import exponential_learner, point_learner
from privlearn.mechanisms import (Promise, PromisedMechanism, all_databases, audit_approximate, audit_pure,
                                  labelled_rows, noisy_histogram, noisy_max, permute_and_flip, randomised_response,
                                  replace_one, subsampled, two_sided_geometric)

HALF = Fraction(1, 2)
UP_TO_TWO = [database for n in range(3) for database in all_databases(range(2), n)]
LABELLED = all_databases(labelled_rows(3), 2)
TIGHT, LOOSE = True, False
CLAMPED = PromisedMechanism(lambda database: two_sided_geometric(HALF, centre=sum(database), low=0, high=len(database)),
                            Promise(Fraction(2), replace_one))
CONSTANT = PromisedMechanism(lambda database: pure("always"), Promise(Fraction(1), replace_one))
FLIPPED = PromisedMechanism(lambda database: permute_and_flip({k: sum(row[k] for row in database) for k in (0, 1)}, 2),
                            Promise(Fraction(4), replace_one))
MECHANISMS = {
    "constant": (CONSTANT, all_databases((0, 1), 2), TIGHT),
    "randomised response": (randomised_response(Fraction(4, 5)), all_databases((0, 1), 3), TIGHT),
    "clamped count": (CLAMPED, all_databases((0, 1), 3), TIGHT),
    "histogram": (noisy_histogram(2, HALF, most=2), UP_TO_TWO, TIGHT),
    "histogram, replaced rows": (noisy_histogram(2, HALF, most=2, neighbours=replace_one), UP_TO_TWO, TIGHT),
    "subsampled histogram": (subsampled(noisy_histogram(2, HALF, most=2), HALF), UP_TO_TWO, TIGHT),
    "noisy max": (noisy_max(3, HALF), [(row,) for row in product((0, 1), repeat=3)], LOOSE),
    "permute and flip": (FLIPPED, all_databases(product((0, 1), repeat=2), 2), TIGHT),
    "exponential, thresholds": (exponential_learner(initial_segments(3), 4), LABELLED, LOOSE),
    "exponential, points": (exponential_learner(points(2), 4), LABELLED, LOOSE),
    "point learner": (point_learner(4, 4), LABELLED, LOOSE),
}


@pytest.fixture(params=MECHANISMS, ids=str)
def entry(request):
    return MECHANISMS[request.param]


def test_every_law_has_fractions_above_0_that_sum_to_1_whenever_it_is_asked(entry):
    mechanism, databases, _ = entry
    for weights in ([*mechanism(database).exact().values()] for database in databases):
        assert sum(weights) == 1
        assert all(type(weight) is Fraction and weight > 0 for weight in weights)
    assert mechanism(databases[-1]).exact() == mechanism(databases[-1]).exact()


def test_the_promise_is_kept_and_tight_or_said_to_be_loose_by_both_audits(entry):
    mechanism, databases, tight = entry
    promise = mechanism.promise
    ratio = audit_pure(mechanism, databases, promise.neighbours).exp_epsilon
    assert ratio <= promise.exp_epsilon
    assert (ratio == promise.exp_epsilon) is tight
    assert audit_approximate(mechanism, databases, promise.neighbours, ratio).delta == 0
    if ratio > 1:
        below = 1 + (ratio - 1) * Fraction(999, 1000)
        assert audit_approximate(mechanism, databases, promise.neighbours, below).delta > 0


# 4,000 draws.  The count of an outcome misses its mean by 5% of the draws with probability below 2 exp(-20) < 1e-8
# (Hoeffding), so all outcomes of all mechanisms together fail with probability below 1e-5.  A law that is off by 8% at
# some outcome is rejected with probability above 0.99 (Hoeffding with the remaining 3%: 2 exp(-7.2) < 0.002).
DRAWS, ALLOWED = 4000, 200


def misses(law, table, rng):
    counts = dict.fromkeys(table, 0)
    for _ in range(DRAWS):
        counts[law.sample(rng)] += 1
    return max(abs(counts[outcome] - DRAWS * table[outcome]) for outcome in table) > ALLOWED


def test_the_sampler_agrees_with_the_law(entry):
    mechanism, databases, _ = entry
    law = mechanism(databases[-1])
    assert not misses(law, law.exact(), random.Random(20140))


def test_the_comparison_of_sampler_and_law_rejects_a_law_off_by_8_percent():
    off = randomised_response(Fraction(18, 25))((1,)).exact()
    assert misses(randomised_response(Fraction(4, 5))((1,)), off, random.Random(20140))
