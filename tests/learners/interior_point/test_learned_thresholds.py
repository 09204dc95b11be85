"""Private learners of thresholds and private quantiles."""

import random
from fractions import Fraction
from math import inf

import numpy as np
import pytest

from privlearn.learners.interior_point import plan_threshold_learner, quantile_rows, real_of_word, words_of_reals
from privlearn.learners.interior_point.learned_thresholds import (inner_database, learn_threshold, real_cut,
                                                                  shared_budget, threshold_law)
from privlearn.learners.interior_point.release import fitted
from privlearn.learners.interior_point.tree_log import fast_tree_log_law
from privlearn.learners.intervals import threshold_errors
from privlearn.mechanisms import add_remove_one, flip_one_label, replace_one

WISHES = {"epsilon": 2, "delta": Fraction(1, 10**4), "beta": Fraction(1, 10)}


def rng():
    return random.Random(11)


def test_budget_is_shared_by_two_replacements_only():
    assert shared_budget(1, Fraction(1, 100), neighbours=add_remove_one) == (1, Fraction(1, 100))
    half, share = shared_budget(1, Fraction(1, 100), neighbours=replace_one)
    assert half == Fraction(1, 2)
    assert 0 < share * (1 + Fraction(16487, 10000)) <= Fraction(1, 100)
    # the budget may be tiny
    assert shared_budget(Fraction(1, 10**9), Fraction(1, 100), neighbours=add_remove_one)[0] == Fraction(1, 10**9)


def test_the_core_is_planned_for_one_bit_more():
    plan = plan_threshold_learner(domain_bits=8, neighbours=replace_one, **WISHES)
    assert plan.inner.domain_bits == 9
    assert 2 * plan.count >= plan.inner.rows
    assert plan_threshold_learner(domain_bits=1, neighbours=replace_one, **WISHES).inner.domain_bits == 2


@pytest.mark.parametrize("neighbours", [replace_one, add_remove_one])
@pytest.mark.parametrize("ones", [0, 3, 500, 1000])
def test_promised_errors_are_kept(neighbours, ones):
    rows = [(k, int(k < ones)) for k in range(1000)]
    plan = plan_threshold_learner(domain_bits=10, neighbours=neighbours, **WISHES)
    cut = learn_threshold(rows, domain_bits=10, neighbours=neighbours, rng=rng(), **WISHES)
    assert threshold_errors(cut, rows) <= plan.errors


def test_the_number_of_rows_does_not_limit_and_their_order_does_not_matter():
    # no records give some cut
    assert -1 <= learn_threshold((), domain_bits=4, neighbours=add_remove_one, rng=rng(), **WISHES) < 16
    rows = [(k, k % 2) for k in range(300)]  # labels of no threshold are accepted
    assert -1 <= learn_threshold(rows, domain_bits=9, neighbours=replace_one, rng=rng(), **WISHES) < 512
    rows = [(7 * k % 100, int(7 * k % 100 < 40)) for k in range(100)]  # order of the records does not matter
    plan = plan_threshold_learner(domain_bits=7, neighbours=replace_one, **WISHES)
    assert inner_database(tuple(rows), plan) == inner_database(tuple(sorted(rows)), plan)


def test_the_law_has_the_proved_failure_and_its_no_answer_is_the_first_cut():
    plan = plan_threshold_learner(domain_bits=40, neighbours=replace_one, kind="heavy path", **WISHES)
    rows = ((2**39, 1),) * 300 + ((2**39 + 1, 0),) * 300
    law = threshold_law(rows, plan).exact()
    assert sum(law.values()) == 1
    assert sum(mass for cut, mass in law.items() if cut != 2**39) <= plan.inner.failure.upper
    points = inner_database(rows, plan)
    inner = fast_tree_log_law(points, plan.inner.domain_bits, fitted(plan.inner, len(points))).exact()
    assert inner[None] > 0
    assert threshold_law(rows, plan).exact()[-1] == inner[None] + inner.get(0, 0)


def test_rows_for_a_share_are_least_and_in_order():
    plan = plan_threshold_learner(domain_bits=16, neighbours=replace_one, **WISHES)
    n = plan.rows_for(Fraction(1, 30))
    assert Fraction(plan.errors, n) <= Fraction(1, 30) < Fraction(plan.errors, n - 1)
    with pytest.raises(ValueError, match="alpha must be positive"):
        plan.rows_for(0)
    plan = plan_threshold_learner(domain_bits=1, neighbours=replace_one, **WISHES)
    with pytest.raises(ValueError, match=r"database must be an array or a sequence of rows \(x, y\), got set"):
        threshold_law({(0, 1)}, plan)


def test_reals_are_cut_as_words():
    values = [-3.5, -5e-324, 0.0, 5e-324, 2.25]
    words = [int(w) for w in words_of_reals(np.array(values))]
    for cut in [w + step for w in words for step in (-1, 0, 1)]:
        assert [x <= real_cut(cut) for x in values] == [w <= cut for w in words]
    assert real_cut(-1) == real_cut(0) == -inf
    assert real_cut((1 << 64) - 1) == real_of_word((1 << 64) - 1) < inf


@pytest.mark.parametrize(("call", "message"), [
    (lambda: shared_budget(0, Fraction(1, 100), neighbours=add_remove_one), "epsilon must be positive, got 0"),
    (lambda: plan_threshold_learner(domain_bits=0, neighbours=replace_one, **WISHES),
        "domain_bits must be an integer of at least 1, got 0"),
    (lambda: learn_threshold([(16, 1)], domain_bits=4, neighbours=replace_one, rng=rng(), **WISHES), "must"),
    (lambda: learn_threshold([(-1, 0)], domain_bits=4, neighbours=replace_one, rng=rng(), **WISHES), "must"),
    (lambda: learn_threshold([(3, 2)], domain_bits=4, neighbours=replace_one, rng=rng(), **WISHES), "must"),
    (lambda: plan_threshold_learner(domain_bits=8, neighbours=flip_one_label, **WISHES), "neighbours"),
    (lambda: quantile_rows(domain_bits=8, blocks=2, neighbours=add_remove_one, **WISHES),
        "neighbours must be replace_one"),
    (lambda: learn_threshold(["secret"], domain_bits=4, neighbours=replace_one, rng=4, **WISHES), "rng"),
    (lambda: learn_threshold(["secret"], domain_bits=4, neighbours=replace_one, rng=random, **WISHES), "rng must be")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
