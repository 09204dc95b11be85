"""What HeavyPaths costs: preconditions, both directions, composition, failure, certified plans."""

from dataclasses import replace
from fractions import Fraction

import pytest

from privlearn.learners.interior_point import (
    HeavyPathsParameters,
    check_heavy_paths,
    composed_privacy,
    failure_parts,
    heavy_paths_failure,
    heavy_paths_privacy,
    heavy_paths_rows,
    noise_gap_tail,
    plan_class_view,
    plan_heavy_paths,
    range_composition,
    step_deltas,
)
from privlearn.learners.interior_point.heavy_paths_plan import certified_class_view, certified_plan
from privlearn.learners.interior_point.tree_log import TreeLogParameters

SETTINGS = HeavyPathsParameters(2, 1, 4, 1, 4, 2, 2, 2, 2, 3, 2, 3, 2)
GOAL = {"epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}


def test_epsilons_add_up_in_both_directions():
    found = heavy_paths_privacy(SETTINGS, 8)
    assert (found.exp_forward, found.exp_backward) == (2**8, 2**7 * 8)


def test_delta_of_adding_a_point_is_that_of_the_stopping_point():
    assert heavy_paths_privacy(SETTINGS, 4).delta_forward == noise_gap_tail(2, 2, 4) == SETTINGS.delta_stop


def test_delta_of_removing_a_point_is_the_sum_of_its_parts():
    parts = step_deltas(SETTINGS, 4)
    assert heavy_paths_privacy(SETTINGS, 4).delta_backward.upper == sum(part.upper for part in parts.values())
    assert parts["nodes"].upper == Fraction(2, 5)


def test_replacement_pays_the_forward_delta_times_the_backward_ratio():
    found = heavy_paths_privacy(SETTINGS, 4)
    ratio, delta = found.replacement()
    assert ratio == found.exp_forward * found.exp_backward
    assert delta.upper == found.delta_backward.upper + found.exp_backward * found.delta_forward


@pytest.mark.parametrize("changes", [{"high": 5}, {"level_threshold": 0}, {"threshold_choose": 0},
                                     {"exp_path": Fraction(11, 10)}])
def test_a_missing_precondition_is_refused(changes):
    with pytest.raises(ValueError, match="must"):
        check_heavy_paths(replace(SETTINGS, **changes))


def test_composing_by_range_saves_for_many_levels():
    ratio = Fraction(101, 100)
    many = replace(SETTINGS, levels=2000, exp_choose=ratio, threshold_choose=900, exp_end=ratio)
    (_, _), (epsilon, _) = composed_privacy(many, 4, Fraction(1, 10**6))
    assert epsilon.upper < 16
    assert heavy_paths_privacy(many, 4).exp_backward > Fraction(2) ** 50


def test_range_composition_of_nothing_is_nothing():
    assert range_composition([], Fraction(1, 2)).upper == 0


def test_failure_is_certain_with_too_few_rows():
    rows = heavy_paths_rows(SETTINGS, 4)
    strong = replace(SETTINGS, threshold=2, level_threshold=1, exp_threshold=4**9, exp_query=4**9, exp_level=4**9,
                     exp_choose=4**9, exp_end=4**9)
    assert rows == 2 * (2 + 4) + 4 * 4
    assert heavy_paths_failure(5, rows - 1, strong) == 1
    assert heavy_paths_failure(5, rows, strong) == sum(failure_parts(strong).values()) < Fraction(1, 2)


@pytest.mark.parametrize("accounting", ["basic", "bounded range"])
@pytest.mark.parametrize("levels", [1, 3, 16])
def test_plans_keep_what_was_asked_for(levels, accounting):
    plan = plan_heavy_paths(levels, 4, accounting=accounting, **GOAL)
    assert (plan.epsilon.upper, plan.delta.upper, plan.failure.upper) <= (1, 1, 1)
    assert plan.delta.upper <= GOAL["delta"]
    assert plan.failure.upper <= GOAL["beta"]
    assert certified_plan(plan.parameters, 4, plan.exp_gap, plan.slack) == plan


def test_class_view_plans_keep_what_was_asked_for():
    plan = plan_class_view(4, 4, **GOAL)
    assert plan.epsilon.upper <= 1
    assert plan.delta.upper <= GOAL["delta"]
    assert plan.failure.upper <= GOAL["beta"]


def test_class_view_needs_equal_levels():
    plan = plan_class_view(2, 4, **GOAL)
    first, second = plan.parameters.levels
    mixed = TreeLogParameters((first, replace(second, trim=second.trim + 1)), plan.parameters.exp_base)
    with pytest.raises(ValueError, match="equal levels"):
        certified_class_view(mixed, 4, 10, 2, Fraction(1, 10))


def test_bad_goals_are_refused():
    with pytest.raises(ValueError, match="accounting must be"):
        plan_heavy_paths(2, 4, accounting="magic", **GOAL)
    with pytest.raises(ValueError, match="epsilon must be"):
        plan_heavy_paths(2, 4, epsilon=0, delta=GOAL["delta"], beta=GOAL["beta"])
