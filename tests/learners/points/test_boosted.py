"""The boosted learner of points: its exact law, its plans, its errors, and runs at full size."""

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from privlearn.learners.points import (
    PointPlan,
    PrivatePointResult,
    RowCounts,
    boosted_point_learner,
    draw_counts,
    frugal_plan,
    printed_point_plan,
    private_point_learner,
)
from privlearn.learners.points.boosted import boosted, boosted_from_counts, errors_on, selected
from privlearn.learners.points.plans import stage_failure_bound
from privlearn.mechanisms import from_scores

HALF, QUARTER, HUNDREDTH = Fraction(1, 2), Fraction(1, 4), Fraction(1, 100)
TOY = PointPlan(2, 1, 1, Fraction(5, 4), Fraction(1, 10), HALF)


def sample_of(rng, rows, hidden, size=2**20, share=1 / 2):
    x = np.where(rng.random(rows) < share, hidden, rng.integers(size, size=rows))
    return np.column_stack([x, x == hidden])


def test_law_sums_to_one_and_lists_all_tables():
    law = boosted_point_learner(((0, 1), None, (0, 1)), size=2, plan=TOY).exact()
    assert sum(law.values()) == 1
    assert set(law) == {None, (0, 0), (0, 1), (1, 0), (1, 1)}


def test_no_hypothesis_is_wrong_on_every_row_also_on_stars():
    assert errors_on(None, RowCounts({(0, 1): 2}, 5)) == 5


def test_equal_hypotheses_are_merged_by_the_selection():
    assert selected([(1, 0), (1, 0)], RowCounts({}, 0), 2).exact() == {(1, 0): 1}


def test_selection_is_the_exponential_mechanism():
    hypotheses, test, root = [(1, 0), None, (0, 1)], RowCounts({(0, 1): 3, (1, 1): 1, (1, 0): 2}, 7), Fraction(5, 4)
    scores = {h: -errors_on(h, test) for h in hypotheses}
    assert selected(hypotheses, test, root).exact() == from_scores(scores, root).exact()


@pytest.mark.parametrize("root", [1, 0, Fraction(1, 2), None])
def test_selection_needs_a_root_above_one(root):
    with pytest.raises(ValueError, match="root must be"):
        selected([(1, 0)], RowCounts({}, 0), root)


def test_errors_far_apart_are_selected_by_integers():
    test = RowCounts({(0, 1): 300_000, (1, 1): 1}, 300_001)
    drawn = selected([(0, 0), (1, 0)], test, frugal_plan(HUNDREDTH, QUARTER, HALF).root).sample(random.Random(1))
    assert drawn == (1, 0)


def test_boosting_nothing_is_refused():
    with pytest.raises(ValueError, match="blocks must not be empty"):
        boosted([], RowCounts({}, 0), lambda block: None, 2)


def test_printed_plans_have_the_printed_totals():
    assert printed_point_plan(HALF, QUARTER, HUNDREDTH).total == 30_528_336
    assert printed_point_plan(Fraction(9, 10), Fraction(2, 5), HUNDREDTH).total == 6_625_348


def test_large_beta_is_run_as_one_hundredth():
    assert printed_point_plan(HALF, QUARTER, Fraction(1, 2)) == printed_point_plan(HALF, QUARTER, HUNDREDTH)


def test_frugal_plan_grows_with_each_demand():
    base = frugal_plan(HALF, QUARTER, HUNDREDTH).total
    assert base < frugal_plan(QUARTER, QUARTER, HUNDREDTH).total
    assert base < frugal_plan(HALF, Fraction(1, 8), HUNDREDTH).total
    assert base < frugal_plan(HALF, QUARTER, HUNDREDTH**2).total


def test_a_longer_block_has_a_smaller_bound():
    plan = frugal_plan(HALF, QUARTER, HUNDREDTH)
    assert stage_failure_bound(replace(plan, block_rows=2 * plan.block_rows)).upper < stage_failure_bound(plan).lower


def test_printed_constants_run_on_thirty_million_rows_by_counts():
    plan, rng = printed_point_plan(HALF, QUARTER, HUNDREDTH), np.random.default_rng(1)
    law = {(5, 1): Fraction(3, 10)} | {(1000 + k, 0): Fraction(7, 10_000) for k in range(1000)}
    blocks = [draw_counts(law, plan.block_rows, rng) for _ in range(plan.blocks)]
    h = boosted_from_counts(blocks, draw_counts(law, plan.test_rows, rng), size=2**20, plan=plan).sample(rng)
    assert h[5] == 1
    assert h.asked <= 1001


def test_learner_finds_the_point_with_either_generator():
    for rng in (np.random.default_rng(2), random.Random(2)):
        sample = sample_of(np.random.default_rng(3), 8299, 41_337)
        h = private_point_learner(sample, size=2**20, epsilon=HALF, alpha=QUARTER, beta=HUNDREDTH, rng=rng)
        assert h(41_337) == 1


def test_lists_with_stars_are_rows_too():
    rows = [tuple(map(int, row)) for row in sample_of(np.random.default_rng(4), 8299, 2**100 % 2**20)]
    rows[::10] = [None] * len(rows[::10])
    h = private_point_learner(rows, size=2**300, epsilon=HALF, alpha=QUARTER, beta=HUNDREDTH, rng=random.Random(5))
    assert set(h.predict([0, 2**299])) <= {0, 1}


def test_giving_up_predicts_zero():
    h = PrivatePointResult(None, TOY, 4)
    assert list(h.predict([0, 3])) == [0, 0]
    assert h(2) == 0
    with pytest.raises(ValueError, match="x must be"):
        h(4)


@pytest.mark.parametrize("x", [3.0, True, 64, -1, "a", None])
def test_errors_of_predictions_do_not_depend_on_the_rows(x):
    rows = sample_of(np.random.default_rng(6), 9000, 3, size=64)
    h = private_point_learner(rows, size=64, epsilon=HALF, alpha=QUARTER, beta=HUNDREDTH, rng=random.Random(1))
    assert h.hypothesis is not None
    for result in (h, PrivatePointResult(None, h.plan, 64)):  # 3 is among the test rows, and no error may tell
        with pytest.raises(ValueError, match="x must be an integer"):
            result(x)


def test_many_points_are_labelled_by_call_or_predict():
    rows = sample_of(np.random.default_rng(6), 9000, 3, size=64)
    h = private_point_learner(rows, size=64, epsilon=HALF, alpha=QUARTER, beta=HUNDREDTH, rng=random.Random(1))
    assert list(h(np.arange(5))) == list(h([0, 1, 2, 3, 4])) == list(h.predict(range(5)))
    for points in (np.zeros((2, 2), dtype=int), 7):
        with pytest.raises(ValueError, match="points must be"):
            h.predict(points)


@pytest.mark.parametrize(("rows", "message"), [
    (np.array(3), "rows must be an array"), (np.zeros((9000, 3), dtype=int), r"shape \(n, 2\).*\(8299, 3\)"),
    (np.vstack([np.zeros((8000, 2), dtype=int), np.full((1000, 2), 2)]), "in row 8000"),
])
def test_shapes_and_wrong_rows_are_named_for_the_whole_array(rows, message):
    with pytest.raises(ValueError, match=message):
        private_point_learner(rows, size=64, epsilon=HALF, alpha=QUARTER, beta=HUNDREDTH, rng=random.Random(1))


@pytest.mark.parametrize(("change", "message"), [
    ({"epsilon": 0}, "epsilon must lie strictly between 0 and 1"), ({"epsilon": 1}, "epsilon must"),
    ({"epsilon": -1}, "epsilon must"), ({"epsilon": 2.0**-60}, "epsilon must be at least"),
    ({"alpha": 0}, "alpha must"), ({"alpha": 0.5}, "alpha must lie strictly between 0 and 1/2"),
    ({"beta": 0}, "beta must"), ({"beta": 1}, "beta must"), ({"size": 0}, "size must"),
    ({"rows": np.zeros((10, 2), dtype=int)}, "rows must be at least 8299"), ({"rows": "ab"}, "rows must be an array"),
    ({"rows": np.full((9000, 2), 2)}, "labels 0 or 1"), ({"rng": None}, "rng must be"),
    ({"plan": printed_point_plan(Fraction(3, 4), QUARTER, HUNDREDTH)}, "plan must be made for an epsilon of at most"),
    ({"plan": replace(TOY, survive=Fraction(1))}, "plan must be made"),
    ({"plan": "frugal"}, "plan must be a PointPlan"),
])
def test_bad_arguments_are_refused_by_name(change, message):
    rows = sample_of(np.random.default_rng(6), 9000, 3, size=64)
    given = {"rows": rows, "size": 64, "epsilon": HALF, "alpha": QUARTER, "beta": HUNDREDTH,
             "rng": np.random.default_rng(7)} | change
    with pytest.raises(ValueError, match=message):
        private_point_learner(given.pop("rows"), **given)


@pytest.mark.parametrize("change", [{"blocks": 0}, {"root": 1}, {"survive": 2}, {"stage": Fraction(3, 5)},
                                    {"test_rows": -1}])
def test_plans_out_of_range_are_refused(change):
    with pytest.raises(ValueError, match=next(iter(change)) if "stage" not in change else "alpha"):
        replace(TOY, **change)


def test_samples_in_blocks_must_have_the_plan_s_sizes():
    with pytest.raises(ValueError, match="blocks must be 2 of 1 rows"):
        boosted_from_counts([RowCounts({}, 1)], RowCounts({}, 1), size=2, plan=TOY)
