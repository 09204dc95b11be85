"""From any learner of intervals to a proper one."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from privlearn.concepts import initial_segments
from privlearn.laws import pure, uniform
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.intervals import (
    ReductionPlan,
    Steps,
    flipping_interval_learner,
    interval_learner,
    interval_reduction_failure,
    plan_reduction,
    proper_from_improper,
)
from privlearn.learners.intervals.exponential import interval_errors, random_points
from privlearn.learners.intervals.reduction import first_simple, interval_selection_rows, number_of_blocks
from privlearn.learning import samples
from privlearn.mechanisms import labelled_rows, multiset_databases

RATIO, HALF = Fraction(9, 4), Fraction(1, 2)


@pytest.mark.parametrize(("size", "rows"), [(1, 0), (1, 3), (2, 2), (3, 2), (4, 2)])
def test_the_fast_interval_learner_is_the_exponential_mechanism(size, rows):
    fast, listed = interval_learner(size, RATIO), exponential_learner(initial_segments(size), RATIO)
    for database in multiset_databases(labelled_rows(size), rows):
        assert fast(database).exact() == listed(database).exact()


def test_errors_are_those_of_the_concepts():
    rows = ((0, 1), (2, 0), (2, 1), (3, 1))
    assert interval_errors(range(5), rows) == {j: sum((x < j) != y for x, y in rows) for j in range(5)}


def test_random_points_are_uniform_sets():
    law = random_points(5, 2).exact()
    assert law == {frozenset(pair): Fraction(1, 10) for pair in combinations(range(5), 2)}


def test_no_flips_leave_the_interval():
    base, flipped = interval_learner(3, RATIO), flipping_interval_learner(3, RATIO, pure(0))
    law = flipped(((1, 1),)).map(lambda h: sum(h.bits())).exact()
    assert law == base(((1, 1),)).exact()


def test_the_first_simple_hypothesis_is_kept():
    law = first_simple(lambda block: pure(block), [(0, 1, 0), (1, 1, 1), (0, 0, 0)], 2)
    assert law.exact() == {(1, 1, 1): 1}


def test_no_simple_hypothesis_is_fail():
    plan = ReductionPlan(2, 0, 2, 1)
    assert proper_from_improper(lambda block: pure((0, 1)), RATIO, plan)(((0, 1),)).exact() == {None: 1}
    assert proper_from_improper(lambda block: pure(None), RATIO, plan)(((0, 1),)).exact() == {None: 1}


def test_the_last_draw_weighs_the_concepts_of_switch():
    law = proper_from_improper(lambda block: pure((0, 1)), RATIO, ReductionPlan(1, 0, 3, 1))(((0, 1),)).exact()
    assert law == {0: Fraction(2, 8), 1: Fraction(3, 8), 2: Fraction(3, 8)}


def test_a_wrong_number_of_rows_is_refused():
    with pytest.raises(ValueError, match="database must have 3 rows"):
        proper_from_improper(lambda block: pure((0, 1)), RATIO, ReductionPlan(1, 1, 3, 2))(((0, 1),))


@pytest.mark.parametrize(("target", "switches"), [(0, 2), (1, 2), (2, 3), (3, 2)])
def test_the_exact_failure_is_that_of_the_whole_law(target, switches):
    learner = flipping_interval_learner(3, RATIO, uniform((0, 1)))
    plan, weights, alpha = ReductionPlan(2, 1, switches, 2), (HALF, Fraction(1, 3), Fraction(1, 6)), Fraction(2, 5)
    concept = tuple(int(x < target) for x in range(3))
    failed = Fraction(0)
    mechanism = proper_from_improper(learner, RATIO, plan)
    for first, p in samples(weights, concept, 1):
        for second, q in samples(weights, concept, 1):
            for rest, r in samples(weights, concept, 2):
                for j, share in mechanism(first + second + rest).exact().items():
                    wrong = j is None or sum(w for x, w in enumerate(weights) if (x < j) != concept[x]) > alpha
                    failed += p * q * r * share * wrong
    assert interval_reduction_failure(learner, RATIO, plan, target, weights, alpha).failure == failed


def test_always_many_switches_always_fail():
    switching = Steps(2, 0, (1,))
    plan = ReductionPlan(2, 0, 2, 1)
    game = interval_reduction_failure(lambda block: pure(switching), 4, plan, 1, (HALF, HALF), Fraction(1, 10))
    assert (game.many, game.no_hypothesis, game.failure) == (1, 1, 1)


def test_blocks_are_enough_and_least():
    assert [number_of_blocks(Fraction(1, k)) for k in (2, 10, 100)] == [4, 6, 10]
    assert number_of_blocks(Fraction(3, 8)) == 4


def test_rows_grow_with_the_logarithm_of_the_switches():
    alpha, beta = Fraction(2, 5), Fraction(3, 10)
    steps = [interval_selection_rows(2 ** (100 * k), 4, alpha, beta) for k in (1, 2, 3)]
    assert steps[1] - steps[0] == steps[2] - steps[1] == 1000
    assert plan_reduction(7, 2**100, 4, alpha, beta) == ReductionPlan(5, 7, 2**100, steps[0])


def test_a_domain_of_64_bits_is_sampled():
    size, target, rng = 2**64, 2**62, random.Random(1)
    plan = plan_reduction(400, 5, 4, Fraction(2, 5), Fraction(3, 10))
    rows = tuple((x, int(x < target)) for x in (rng.randrange(size) for _ in range(plan.total)))
    learner = flipping_interval_learner(size, 4, pure(1))
    found = proper_from_improper(learner, 4, plan)(rows).sample(rng)
    assert abs(found - target) < size * Fraction(2, 5)


@pytest.mark.parametrize("beta", [0, 1, 2])
def test_beta_must_be_a_risk(beta):
    with pytest.raises(ValueError, match="beta must lie"):
        number_of_blocks(beta)


@pytest.mark.parametrize(("ratio", "alpha", "beta"), [(1, HALF, HALF), (4, 0, HALF), (4, HALF, 1)])
def test_rows_of_impossible_settings_are_refused(ratio, alpha, beta):
    with pytest.raises(ValueError, match="exp_epsilon must exceed 1"):
        interval_selection_rows(5, ratio, alpha, beta)


def test_the_ratio_must_be_a_square():
    with pytest.raises(ValueError, match="square of a rational"):
        interval_learner(4, 2)


@pytest.mark.parametrize("row", [None, 5, (1,), (1, 2), (-1, 1), (1.5, 1), ("a", 1), [1, 1]])
def test_wrong_rows_are_refused_whatever_the_learner_finds(row):
    for hypothesis in (None, (1, 0)):  # without one no row of the last draw is read
        mechanism = proper_from_improper(lambda _, h=hypothesis: pure(h), 4, ReductionPlan(1, 1, 3, 1))
        with pytest.raises(ValueError, match="database must hold"):
            mechanism(((0, 1), row))


@pytest.mark.parametrize("database", [None, 5, "ab"])
def test_databases_are_tuples(database):
    with pytest.raises(ValueError, match="database must be"):
        proper_from_improper(pure, 4, ReductionPlan(1, 1, 3, 1))(database)


@pytest.mark.parametrize(("learner", "plan", "message"), [
    (None, ReductionPlan(1, 1, 3, 1), "learner must be a function"), (pure, "plan", "plan must be a ReductionPlan"),
])
def test_wrong_learners_and_plans_are_named(learner, plan, message):
    with pytest.raises(ValueError, match=message):
        proper_from_improper(learner, 4, plan)


def test_a_learner_must_return_a_law():
    with pytest.raises(ValueError, match="learner must be or return a Law"):
        proper_from_improper(lambda _: 1, 4, ReductionPlan(1, 1, 3, 1))(((0, 1), (1, 0))).exact()


@pytest.mark.parametrize("change", [{"blocks": -1}, {"block_rows": 0.5}, {"switches": None}, {"rows": -1}])
def test_plans_out_of_range_are_refused(change):
    with pytest.raises(ValueError, match=next(iter(change))):
        replace(ReductionPlan(1, 1, 2, 1), **change)
