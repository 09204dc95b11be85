"""The reduction from light hypotheses to points, and its certified failure."""

from dataclasses import replace
from fractions import Fraction

import pytest

from privlearn.laws import pure
from privlearn.learners.generic import occam_sample_size
from privlearn.learners.generic.exponential import exponential_learner, point_learner
from privlearn.learners.light import (LightPlan, candidate_points, fallback_points, number_of_runs,
                                      plan_light_reduction, points_as_good, proper_from_light)
from privlearn.learners.light.reduction import most_candidates, select_point
from privlearn.mechanisms import all_databases, labelled_rows

HALF, QUARTER, TENTH = Fraction(1, 2), Fraction(1, 4), Fraction(1, 10)


def test_candidates_are_light_or_fall_back():
    law = candidate_points(lambda block: pure(block), [(1, 0, 0), (0, 1, 1), None, (0, 0, 0)], 2)
    assert law.exact() == {frozenset({0}): 1}
    # without blocks the fallback points are the candidates
    assert candidate_points(lambda block: pure(None), [], 2, (3, 4)).exact() == {frozenset({3, 4}): 1}
    assert points_as_good((0, 0), 1) == ()  # points of the zero function
    plan = LightPlan(1, 0, 2, 0, 1)  # nothing to choose from is none
    assert proper_from_light(lambda _: pure((0, 0)), 2, 4, plan)(((0, 1),)).exact() == {None: 1}
    # the only point is chosen
    assert proper_from_light(None, 1, 4, LightPlan(0, 0, 1, 1, 1))(((0, 0),)).exact() == {0: 1}


@pytest.mark.parametrize("rows", range(3))
def test_selection_from_all_points_is_the_point_learner(rows):
    for database in all_databases(labelled_rows(3), rows):
        assert select_point(range(3), database, Fraction(3, 2)).exact() == point_learner(
            3, Fraction(9, 4))(database).exact()


def test_a_proper_learner_and_all_fallback_points_give_the_exponential_mechanism():
    from privlearn.concepts import point_functions
    plan = LightPlan(blocks=0, block_rows=0, weight_below=1, fallback=3, rows=2)
    ours, listed = proper_from_light(None, 3, 4, plan), exponential_learner(point_functions(3), 4)
    assert all(ours(d).exact() == listed(d).exact() for d in all_databases(labelled_rows(3), 2))


@pytest.mark.parametrize("row", [None, 5, (1,), (2, 1), (-1, 1), (1, 2)])
def test_wrong_rows_are_refused_whatever_the_learner_finds(row):
    mechanism = proper_from_light(lambda _: pure(None), 2, 4, LightPlan(1, 1, 2, 0, 1))
    with pytest.raises(ValueError, match="database must hold"):
        mechanism(((0, 1), row))


def test_plans_count_the_candidates_and_may_have_nothing():
    plan = plan_light_reduction(1024, 40, 10, 4, Fraction(2, 5), TENTH)
    assert (plan.blocks, plan.fallback, plan.total) == (11, 9, 11 * 40 + plan.rows)
    assert (plan.block_rows, plan.weight_below) == (40, 10)
    for ratio in (4, Fraction(65, 64) ** 2):  # N = 11 * 9 + 9 candidates, half of beta for the last draw
        assert plan_light_reduction(1024, 40, 10, ratio, Fraction(2, 5), TENTH).rows == occam_sample_size(
            108, ratio, Fraction(2, 5), TENTH / 2)
    plan = plan_light_reduction(1024, 0, 10, 4, Fraction(2, 5), TENTH)  # a learner may need no rows
    assert (plan.block_rows, plan.total) == (0, plan.rows)
    assert LightPlan(0, 0, 0, 0, 0).total == 0  # every number of a plan may be zero
    # there are no more candidates than points
    assert [most_candidates(size, 11, 10, 9) for size in (1024, 50)] == [108, 50]
    sizes = (99, HALF), (99, Fraction(2, 5)), (3, HALF), (99, Fraction(3, 10)), (1, HALF)
    assert [fallback_points(size, alpha) for size, alpha in sizes] == [7, 9, 3, 13, 1]
    fewest = (5, 0, 10, 0), (5, 3, 1, 2), (5, 2, 2, 0), (1, 3, 2, 0)
    assert [most_candidates(*numbers) for numbers in fewest] == [0, 2, 2, 1]
    assert [number_of_runs(beta) for beta in (HALF, TENTH, Fraction(1, 100))] == [5, 11, 19]


@pytest.mark.parametrize(("call", "message"), [
    (lambda: number_of_runs(0), "beta"), (lambda: number_of_runs(1), "beta"), (lambda: number_of_runs(-TENTH), "beta"),
    (lambda: fallback_points(9, 0), "alpha"), (lambda: fallback_points(9, 1), "alpha"),
    (lambda: fallback_points(9, -TENTH), "alpha"),
    (lambda: proper_from_light(None, 0, 4, LightPlan(0, 0, 1, 0, 1)), "size must"),
    (lambda: proper_from_light(lambda _: pure((0, 0)), 2, 4, LightPlan(1, 1, 2, 3, 1)), "fallback"),
    (lambda: proper_from_light(None, 2, 4, LightPlan(1, 1, 2, 1, 1)), "learner must be a function"),
    (lambda: proper_from_light(pure, 2, 4, "plan"), "plan must be a LightPlan"),
    (lambda: proper_from_light(lambda _: 1, 2, 4, LightPlan(1, 1, 2, 1, 1))(((0, 1), (1, 0))).exact(),
        "learner must be or return a Law"), (lambda: most_candidates(0, 1, 1, 1), "size must"),
    (lambda: most_candidates(1, -1, 1, 1), "blocks must"), (lambda: most_candidates(1, 1, 0, 1), "weight_below must"),
    (lambda: most_candidates(1, 1, 1, -1), "fallback must")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("change", [{"blocks": -1}, {"block_rows": 0.5}, {"weight_below": None}, {"fallback": -1},
                                    {"rows": -1}])
def test_plans_out_of_range_are_refused(change):
    with pytest.raises(ValueError, match=next(iter(change))):
        replace(LightPlan(1, 1, 2, 1, 1), **change)
