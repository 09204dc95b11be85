"""Plans for HeavyPaths: every promise is certified, and wrong plans are refused."""

from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from privlearn.exact import exp_bracket
from privlearn.laws import hockey_stick
from privlearn.learners.interior_point import is_interior_point
from privlearn.learners.interior_point.heavy_paths import (HeavyPathsParameters, failure_parts, fast_heavy_paths_law,
                                                           heavy_paths_law, heavy_paths_privacy, heavy_paths_rows,
                                                           heavy_rows_needed, noise_gap_tail, plan_heavy_paths, plans,
                                                           stopping_point_law)
from privlearn.learners.interior_point.heavy_paths.fast import fast_construct_paths, longest_run
from privlearn.learners.interior_point.heavy_paths.plans import certified, proved_privacy
from privlearn.learners.interior_point.trees import sorted_points
from privlearn.mechanisms import add_remove_one, replace_one

WISHES = {"epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}
HALF = Fraction(3, 2)


def settings(**changes):
    values = {"levels": 2, "trim": 0, "stop": 2, "threshold": 1, "high": 2, "exp_threshold": 2, "exp_query": 2,
              "exp_path": 2, "exp_level": 2, "level_threshold": 2, "exp_choose": 2, "threshold_choose": 2, "exp_end": 2}
    return HeavyPathsParameters(**{**values, **changes})


@pytest.mark.parametrize("neighbours", [replace_one, add_remove_one])
@pytest.mark.parametrize("bits", [1, 8, 64, 1 << 20])
def test_plans_keep_all_promises(neighbours, bits):
    plan = plan_heavy_paths(bits, neighbours=neighbours, **WISHES)
    assert plan.exp_epsilon <= exp_bracket(1).lower
    assert plan.delta.upper <= WISHES["delta"]
    assert plan.wrong.upper < plan.failure.upper <= WISHES["beta"]
    assert plan.parameters.high <= plan.parameters.stop
    assert plan.rows == heavy_paths_rows(bits, plan.parameters, plan.low)
    again = certified(plan.neighbours, bits, plan.parameters, plan.low, plan.exp_gap, plan.slack)
    assert again == certified(plan.neighbours, bits, plan.parameters, plan.low, plan.exp_gap) == plan


@pytest.mark.parametrize("wish", [{"epsilon": Fraction(1, 2)}, {"epsilon": 5}, {"delta": Fraction(1, 10**12)},
                                  {"beta": Fraction(1, 10**4)}])
def test_other_wishes_have_plans(wish):
    plan = plan_heavy_paths(64, neighbours=replace_one, **{**WISHES, **wish})
    assert plan.failure.upper <= {**WISHES, **wish}["beta"]


def test_levels_asked_for_and_domains_without_a_bit():
    one = plan_heavy_paths(8, neighbours=add_remove_one, levels=1, **WISHES)  # one level may be asked for
    assert one == plan_heavy_paths(8, neighbours=add_remove_one, **WISHES)
    # more levels than needed cost rows
    rows = [plan_heavy_paths(64, neighbours=add_remove_one, levels=n, **WISHES).rows for n in (2, 3)]
    assert heavy_rows_needed(64, neighbours=add_remove_one, **WISHES) == rows[0] < rows[1]
    with pytest.raises(ValueError, match="domain_bits"):
        plan_heavy_paths(0, neighbours=replace_one, **WISHES)


@pytest.mark.parametrize("neighbours", [replace_one, add_remove_one])
def test_plans_by_bounded_range_keep_all_promises_and_pay_for_many_levels(neighbours):
    basic, ours = (plan_heavy_paths(8, neighbours=neighbours, levels=16, accounting=accounting, **WISHES)
                   for accounting in ("basic", "bounded range"))
    assert ours.exp_epsilon <= exp_bracket(1).lower
    assert ours.delta.upper <= WISHES["delta"]
    assert ours.failure.upper <= WISHES["beta"]
    assert 0 == basic.slack < ours.slack
    assert ours.rows < basic.rows


def test_with_planned_rows_the_last_database_has_a_heavy_element():
    parameters, low = settings(trim=1, stop=2), 2
    rows = heavy_paths_rows(3, parameters, low)
    for database in list(combinations_with_replacement(range(8), rows))[::4001]:
        assert longest_run(fast_construct_paths(sorted_points(database, 3), 2, 1, 2)[-1]) >= low


@pytest.mark.parametrize("levels", [1, 2])
def test_both_directions_hold_on_small_databases(levels):
    parameters = settings(levels=levels, exp_path=4)
    proved = heavy_paths_privacy(parameters, 4)
    for database in [*combinations_with_replacement(range(4), 3), (0, 0, 1, 1, 1, 2, 3), (2, 2, 2, 2, 3)]:
        for x in range(4):
            less, more = (heavy_paths_law(rows, 2, parameters).exact() for rows in (database, (*database, x)))
            assert hockey_stick(less, more, proved.exp_forward)[0] <= proved.delta_forward
            assert hockey_stick(more, less, proved.exp_backward)[0] <= proved.delta_backward.upper


def test_removing_a_row_costs_the_stopping_point_the_noise_of_the_queries_only():
    trim, stop, threshold = 0, 3, 1
    noises = {"exp_threshold": HALF, "exp_query": 2}
    for database in list(combinations_with_replacement(range(8), 5))[::5]:
        for x in range(8):
            less, more = (stopping_point_law(rows, 3, 3, trim, stop, threshold=threshold, **noises).exact()
                          for rows in (database, (*database, x)))
            assert hockey_stick(more, less, 2)[0] <= noise_gap_tail(HALF, 2, stop - threshold + 1)
            assert hockey_stick(less, more, 3)[0] <= noise_gap_tail(HALF, 2, stop - threshold + 1)


def test_directions_of_one_level_and_of_replacement():
    one, two = (heavy_paths_privacy(settings(levels=n, exp_choose=2, exp_end=1), 4) for n in (1, 2))
    assert one.delta_forward == 0 < two.delta_forward
    assert two.exp_forward == 2 * 2 * 2 * one.exp_forward  # both noises and one more choice
    parameters = settings()
    found = heavy_paths_privacy(parameters, 4)
    exp_epsilon, delta = proved_privacy(parameters, replace_one, 4)
    assert exp_epsilon == found.exp_forward * found.exp_backward
    assert delta.upper >= found.delta_backward.lower + found.exp_backward * found.delta_forward


def test_wrong_answers_come_from_leaves_only_whatever_the_number_of_rows():
    parameters = settings(trim=0, exp_end=4)
    bound = failure_parts(parameters, 1)["leaves"]
    for database in [*combinations_with_replacement(range(8), 3), *((5,) * n for n in range(10)), (0,) * 4 + (7,) * 4]:
        law = fast_heavy_paths_law(database, 3, parameters).exact()
        assert sum(p for x, p in law.items() if x is not None and not is_interior_point(x, database)) <= bound


@pytest.mark.parametrize("changes", [{"high": 3}, {"level_threshold": 0}, {"threshold_choose": 0},
                                     {"exp_path": Fraction(11, 10)}])
def test_parameters_outside_the_proof_are_refused(changes):
    with pytest.raises(ValueError, match="must"):
        heavy_paths_privacy(settings(**changes), 4)


@pytest.mark.parametrize(("change", "name"), [
    ({"epsilon": 0}, "epsilon"), ({"epsilon": 21}, "epsilon"), ({"delta": 0}, "delta"), ({"beta": 1}, "beta"),
    ({"neighbours": None}, "neighbours"), ({"levels": 0}, "levels"), ({"accounting": "magic"}, "accounting")])
def test_bad_wishes_are_refused_by_name(change, name):
    with pytest.raises(ValueError, match=name):
        plan_heavy_paths(8, **{"neighbours": replace_one, **WISHES, **change})


@pytest.mark.parametrize(("neighbours", "bits", "rows", "levels", "trim", "stop", "threshold", "high"), [
    (replace_one, 64, 2739, 2, 110, 713, 240, 713), (add_remove_one, 64, 1587, 2, 58, 437, 145, 437),
    (add_remove_one, 8, 852, 1, 39, 404, 42, 42)])
def test_plans_are_the_same_everywhere(neighbours, bits, rows, levels, trim, stop, threshold, high):
    plan = plan_heavy_paths(bits, neighbours=neighbours, **WISHES)
    found = plan.parameters
    assert (plan.rows, found.levels, found.trim, found.stop, found.threshold, found.high) == (
        rows, levels, trim, stop, threshold, high)


@pytest.mark.parametrize("bits", [8, 64, 1 << 20])
def test_planned_levels_are_those_with_fewest_rows(bits):
    rows = [plan_heavy_paths(bits, neighbours=add_remove_one, levels=n, **WISHES).rows for n in range(2, 6)]
    assert plan_heavy_paths(bits, neighbours=add_remove_one, **WISHES).rows <= min(rows)


@pytest.mark.parametrize("factors", [{"epsilon": 1.1}, {"delta": 1.5}, {"beta": 1.5}])
def test_a_proposal_that_breaks_a_promise_is_refused(careless, factors):
    asked = careless(plans, factors)
    plan = plans._plan.__wrapped__(64, add_remove_one, Fraction(1), WISHES["delta"], WISHES["beta"], "basic", 2)
    assert plan.exp_epsilon <= exp_bracket(1).lower
    assert plan.delta.upper <= WISHES["delta"]
    assert plan.failure.upper <= WISHES["beta"]
    first, second = asked
    assert (second.delta, second.beta) == (0.999 * first.delta, 0.999 * first.beta)
