"""Algorithms A4 and A5."""

import random
from fractions import Fraction
from itertools import product

import pytest

from privlearn.exact import Bracket
from privlearn.learners.points import ZERO
from privlearn.learners.pseudorandom import (AffineFamily, HashFamily, RandomFunctions, hypothesis_key,
                                             keyed_failure_bound, keyed_failure_supremum, keyed_point_learner,
                                             keyed_privacy_ratio, private_keyed_point_learner)
from privlearn.learners.pseudorandom.keyed import random_function_failure
from privlearn.learning import exact_failure, grid_distributions
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, replace_one_unordered

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
FAMILY = AffineFamily(3, 3)


def test_databases_that_give_no_key_or_any():
    # rows that contradict each other give no key
    assert keyed_point_learner([(0, 1), (1, 1)], family=FAMILY).exact() == {None: 1}
    assert keyed_point_learner([], family=FAMILY).exact() == FAMILY.keys().exact()  # no rows give any key
    assert keyed_point_learner([None, None], family=FAMILY).exact() == FAMILY.keys().exact()  # stars alone give any key
    assert hypothesis_key(None, family=FAMILY).exact() == {None: 1}  # no concept stays none
    # the private learner gives up with an eighth of alpha at least
    assert private_keyed_point_learner([], family=FAMILY, alpha=HALF).exact()[None] == Fraction(1, 16)
    # the last point has its keys
    assert keyed_point_learner([(7, 1), (0, 0), (7, 1)], family=FAMILY).exact() == FAMILY.keys_through(7).exact()
    assert keyed_point_learner([(7, 0)], family=FAMILY).exact() == FAMILY.keys().exact()
    databases = multiset_databases([None, *labelled_rows(8)], 1)  # the private learner has the ratio fifteen sevenths
    found = audit_pure(lambda rows: private_keyed_point_learner(rows, family=FAMILY, alpha=HALF), databases,
                       replace_one_unordered)
    assert found.exp_epsilon == keyed_privacy_ratio(Fraction(1, 8), Fraction(1, 8)) == Fraction(15, 7)


@pytest.mark.parametrize("family", [AffineFamily(64, 4), HashFamily(256, 128, Fraction(1, 16))])
def test_large_domains_are_sampled(family):
    key = private_keyed_point_learner([(2**63, 1)] * 400, family=family, alpha=QUARTER).sample(random.Random(2))
    assert family.value(key, 2**63) == 1


def test_failure_is_that_of_the_game():
    family, hypotheses = RandomFunctions(2, Fraction(1, 8)), list(product((0, 1), repeat=2))
    for place in grid_distributions(2, 4):
        played = exact_failure(lambda rows: keyed_point_learner(rows, family=family).map(hypotheses.index), hypotheses,
                               (1, 0), place, 3, HALF)
        assert played == random_function_failure(place, 0, bias=Fraction(1, 8), missed=(1 - place[0]) ** 3, alpha=HALF)
    assert random_function_failure((1,), 0, bias=QUARTER, missed=1, alpha=HALF) == Fraction(3, 4)
    assert random_function_failure((1, 0), 0, bias=HALF, missed=0, alpha=QUARTER) == 0  # a known target
    assert keyed_failure_bound(0).lower == QUARTER  # the bound is the rate where the target has no mass
    # without noise a target of all mass is missed or known
    assert keyed_failure_bound(1, rate=0, exponent=2) == Bracket(Fraction(1, 16), Fraction(1, 16))


def test_the_supremum_encloses_every_value():
    whole = keyed_failure_supremum(exponent=8)
    assert all(keyed_failure_bound(Fraction(k, 50), exponent=8).lower <= whole.upper for k in range(200))
    # more cells bring the ends closer
    coarse, fine = (keyed_failure_supremum(exponent=8, cells=cells) for cells in (16, 128))
    assert fine.upper - fine.lower < coarse.upper - coarse.lower
    # On the first cell both factors at their largest: 1/4 + (1/4) b / (1 - b) for its end b
    assert keyed_failure_supremum(cells=1).upper == 1
    assert keyed_failure_supremum(exponent=8, cells=3).upper == Fraction(1, 3)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: keyed_privacy_ratio(0, HALF), "bias"), (lambda: keyed_privacy_ratio(HALF, 1), "keep"),
    (lambda: keyed_failure_bound(-1), "mass"), (lambda: keyed_failure_supremum(cells=0), "cells"),
    (lambda: hypothesis_key(8, family=FAMILY), "concept"), (lambda: hypothesis_key(ZERO - 1, family=FAMILY), "concept"),
    (lambda: private_keyed_point_learner([], family=FAMILY, alpha=Fraction(3, 4)), "alpha"),
    (lambda: keyed_point_learner([(8, 1)], family=FAMILY), "point"),
    (lambda: random_function_failure((HALF, HALF), 2, bias=0, missed=0, alpha=0), "target")])
def test_bad_arguments_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(("rate", "exponent"), [(Fraction(1, 4), 2), (Fraction(1, 8), 1), (Fraction(1, 3), 6),
                                                (Fraction(1, 20), 3), (Fraction(9, 20), 2)])
def test_no_mass_has_more_than_the_supremum(rate, exponent):
    highest = keyed_failure_supremum(rate=rate, exponent=exponent)
    for k in range(101):
        assert keyed_failure_bound(Fraction(k, 101), rate=rate, exponent=exponent).lower <= highest.upper
