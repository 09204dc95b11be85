"""Plans of TreeLog by its class view: what is certified, and what is refused."""

from dataclasses import replace
from fractions import Fraction

import pytest

from privlearn.exact import log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.learners.interior_point.tree_log import TreeLogParameters, class_view_rows, plan_class_view
from privlearn.learners.interior_point.tree_log.class_view_rows import certified_class_view
from privlearn.learners.interior_point.tree_log.privacy import view_renyi
from privlearn.learners.interior_point.trees.path_privacy import unmatched_bound
from privlearn.mechanisms.choosing_once import one_shot_delta

GOAL = {"epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}
TINY = Fraction(1, 10**15)


@pytest.mark.parametrize(("levels", "values"), [(1, 1), (1, 4), (4, 4)])
def test_plans_keep_what_was_asked_for(levels, values):
    plan = plan_class_view(levels, values, **GOAL)
    assert len(plan.parameters.levels) == levels
    assert plan.epsilon.upper <= 1
    assert plan.delta.upper <= GOAL["delta"]
    assert plan.failure.upper <= GOAL["beta"]


def test_rows_are_what_the_levels_take_away_and_what_the_base_needs():
    plan = plan_class_view(2, 4, **GOAL)
    level = plan.parameters.levels[0]
    found = certified_class_view(plan.parameters, 4, 10, Fraction(3, 2), Fraction(1, 10))
    assert found.rows == 2 * (2 * level.trim + level.stop) + 10


def test_epsilon_is_the_larger_of_the_two_directions():
    """Where paths are often unmatched, the direction that pays for them in epsilon is the larger one."""
    plan = plan_class_view(2, 4, **GOAL)
    level = replace(plan.parameters.levels[0], stop=50)
    order, slack = Fraction(3, 2), Fraction(1, 10)
    for threshold in (60, level.threshold):
        parameters = TreeLogParameters((replace(level, threshold=threshold),) * 2, plan.parameters.exp_base)
        found = certified_class_view(parameters, 4, 10, order, slack).epsilon
        rest = (1 - unmatched_bound(level.exp_path, 50)) * (1 - one_shot_delta(level.exp_choose, threshold))
        exact = (view_renyi(parameters, order, reverse=True) + log_bracket(10) / (order - 1) - 2 * log_bracket(rest))
        assert exact.lower - TINY <= found.lower <= found.upper <= exact.upper + TINY
    plain = certified_class_view(plan.parameters, 4, 10, order, slack).epsilon
    backward = view_renyi(plan.parameters, order, reverse=False) + log_bracket(10) / (order - 1)
    assert backward.lower - TINY <= plain.lower <= plain.upper <= backward.upper + TINY


def test_levels_must_be_equal_random_and_pure():
    plan = plan_class_view(2, 4, **GOAL)
    first, second = plan.parameters.levels
    mixed = TreeLogParameters((first, replace(second, trim=second.trim + 1)), plan.parameters.exp_base)
    with pytest.raises(ValueError, match="equal levels"):
        certified_class_view(mixed, 4, 10, 2, Fraction(1, 10))
    plan = plan_class_view(1, 4, **GOAL)
    heavy = TreeLogParameters((replace(plan.parameters.levels[0], exp_path=None),), plan.parameters.exp_base)
    with pytest.raises(ValueError, match="random paths"):
        certified_class_view(heavy, 4, 10, 2, Fraction(1, 10))
    impure = TreeLogParameters((replace(plan.parameters.levels[0], threshold=0),), plan.parameters.exp_base)
    with pytest.raises(ValueError, match="threshold must be at least"):
        certified_class_view(impure, 4, 10, Fraction(3, 2), Fraction(1, 10))


@pytest.mark.parametrize("change", [{"epsilon": 0}, {"epsilon": 21}, {"delta": 0}, {"beta": 1},
                                    {"delta": Fraction(1, 10**301)}, {"beta": Fraction(1, 10**301)}])
def test_bad_goals_are_refused(change):
    with pytest.raises(ValueError, match=f"{next(iter(change))} must"):
        plan_class_view(2, 4, **{**GOAL, **change})


def test_goals_at_both_ends_have_a_plan_or_none():
    # the smallest delta at the largest epsilon has a plan
    plan = plan_class_view(1, 4, epsilon=20, delta=Fraction(1, 10**300), beta=Fraction(1, 10))
    assert plan.epsilon.upper <= 20
    assert plan.delta.upper <= Fraction(1, 10**300)
    with pytest.raises(ValueError, match="no parameters found for 2 levels"):  # a goal beyond all orders has no plan
        plan_class_view(2, 4, **{**GOAL, "epsilon": Fraction(1, 100)})
    assert plan_class_view(1, 1, **GOAL).failure.upper <= GOAL["beta"]  # one level and one value
    for levels, values, name in ((0, 1, "levels"), (1, 0, "base_values")):
        with pytest.raises(ValueError, match=f"{name} must be an integer of at least 1, got 0"):
            plan_class_view(levels, values, **GOAL)


@pytest.mark.parametrize(("levels", "values", "epsilon", "found", "exp_path"), [
    (2, 4, 1, (950, 37, 371, 295), 1.0444126), (4, 4, 10, (282, 6, 56, 44), 1.3502178)])
def test_plans_are_the_same_everywhere(levels, values, epsilon, found, exp_path):
    plan = plan_class_view(levels, values, **{**GOAL, "epsilon": epsilon})
    level = plan.parameters.levels[0]
    assert (plan.rows, level.trim, level.stop, level.threshold) == found
    assert float(level.exp_path) == pytest.approx(exp_path, rel=1e-6)


@pytest.mark.parametrize("missed", ["epsilon", "delta", "failure"])
def test_plans_that_miss_one_wish_are_passed_over(missed, monkeypatch):
    kept = replace(plan_class_view(1, 4, **GOAL), epsilon=as_bracket(1), delta=as_bracket(GOAL["delta"]),
                   failure=as_bracket(GOAL["beta"]))
    plans = iter([replace(kept, **{missed: as_bracket(2)}), kept])
    monkeypatch.setattr(class_view_rows, "_class_view", lambda *_: next(plans))
    assert plan_class_view(1, 4, **GOAL) is kept
