"""The learner that users call: rows, answers and refusals."""

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from privlearn.learners.points import (PointPlan, PrivatePointResult, frugal_plan, printed_point_plan,
                                       private_point_learner)

HALF, QUARTER, HUNDREDTH = Fraction(1, 2), Fraction(1, 4), Fraction(1, 100)
TOY = PointPlan(blocks=2, block_rows=1, test_rows=1, root=Fraction(5, 4), survive=Fraction(1, 10), stage=HALF)


def sample_of(rng, rows, hidden, size=2**20, share=1 / 2):
    x = np.where(rng.random(rows) < share, hidden, rng.integers(size, size=rows))
    return np.column_stack([x, x == hidden])


def test_learner_finds_the_point_with_either_generator_and_with_stars():
    for rng in (np.random.default_rng(2), random.Random(2)):
        sample = sample_of(np.random.default_rng(3), 8299, 41_337)
        h = private_point_learner(sample, size=2**20, epsilon=HALF, alpha=QUARTER, beta=HUNDREDTH, rng=rng)
        assert h(41_337) == 1
    # stars are rows too
    rows = [tuple(map(int, row)) for row in sample_of(np.random.default_rng(4), 8299, 2**100 % 2**20)]
    rows[::10] = [None] * len(rows[::10])
    h = private_point_learner(rows, size=2**300, epsilon=HALF, alpha=QUARTER, beta=HUNDREDTH, rng=random.Random(5))
    assert set(h.predict([0, 2**299])) <= {0, 1}


def test_the_result_names_the_plan_and_the_domain():
    rows = [(3, 1)] * 9000
    h = private_point_learner(rows, size=5, epsilon=HALF, alpha=QUARTER, beta=HUNDREDTH, rng=random.Random(3))
    assert (h.size, h.plan) == (5, frugal_plan(HALF, QUARTER, HUNDREDTH))
    given = private_point_learner(rows[:3], size=6, epsilon=HALF, alpha=QUARTER, beta=HUNDREDTH, plan=TOY,
                                  rng=random.Random(3))
    assert (given.size, given.plan) == (6, TOY)
    # a domain may have one point
    h = private_point_learner([(0, 1)] * 3, size=1, epsilon=HALF, alpha=QUARTER, beta=HUNDREDTH, rng=random.Random(1),
                              plan=TOY)
    assert h(0) in (0, 1)
    h = PrivatePointResult(None, TOY, 4)  # giving up predicts zero
    assert list(h.predict([0, 3])) == [0, 0]
    assert h(2) == 0
    with pytest.raises(ValueError, match="x must be"):
        h(4)


@pytest.mark.parametrize("change", [{"size": 0}, {"rng": None}])
def test_the_domain_and_the_generator_are_judged_before_the_rows(change):
    given = {"size": 4, "rng": random.Random(1)} | change
    with pytest.raises(ValueError, match=f"{next(iter(change))} must"):
        private_point_learner("secret", epsilon=HALF, alpha=QUARTER, beta=HUNDREDTH, **given)


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
    (np.vstack([np.zeros((8000, 2), dtype=int), np.full((1000, 2), 2)]), "in row 8000")])
def test_shapes_and_wrong_rows_are_named_for_the_whole_array(rows, message):
    with pytest.raises(ValueError, match=message):
        private_point_learner(rows, size=64, epsilon=HALF, alpha=QUARTER, beta=HUNDREDTH, rng=random.Random(1))


@pytest.mark.parametrize(("change", "message"), [
    ({"epsilon": 0}, "epsilon must be above 0 and at most 40"), ({"epsilon": 41}, "epsilon must"),
    ({"epsilon": -1}, "epsilon must"), ({"epsilon": 2.0**-60}, "epsilon must be at least"),
    ({"alpha": 0}, "alpha must"), ({"alpha": 0.5}, "alpha must lie strictly between 0 and 1/2"),
    ({"beta": 0}, "beta must"), ({"beta": 1}, "beta must"), ({"size": 0}, "size must"),
    ({"rows": np.zeros((10, 2), dtype=int)}, "rows must be at least 8299"), ({"rows": "ab"}, "rows must be an array"),
    ({"rows": np.full((9000, 2), 2)}, "labels 0 or 1"), ({"rng": None}, "rng must be"),
    ({"plan": printed_point_plan(Fraction(3, 4), QUARTER, HUNDREDTH)}, "plan must be made for an epsilon of at most"),
    ({"plan": replace(TOY, survive=Fraction(1))}, "plan must be made"),
    ({"plan": "frugal"}, "plan must be a PointPlan")])
def test_bad_arguments_are_refused_by_name(change, message):
    rows = sample_of(np.random.default_rng(6), 9000, 3, size=64)
    given = {"rows": rows, "size": 64, "epsilon": HALF, "alpha": QUARTER, "beta": HUNDREDTH,
             "rng": np.random.default_rng(7)} | change
    with pytest.raises(ValueError, match=message):
        private_point_learner(given.pop("rows"), **given)


def test_an_answer_is_a_plain_number_and_a_prediction_an_array_of_bytes():
    for answer in (PrivatePointResult(None, TOY, 4), private_point_learner(
            [(1, 1)] * 3, size=4, epsilon=HALF, alpha=QUARTER, beta=HUNDREDTH, plan=TOY, rng=random.Random(2))):
        assert type(answer(3)) is int
        for points in ([3, 0], (3, 0), np.array([3, 0])):
            assert answer(points).shape == answer.predict(points).shape == (2,)
        assert answer.predict([]).shape == (0,)
    assert PrivatePointResult(None, TOY, 4).predict([1]).dtype == np.int8
    for x in (-1, 4):
        with pytest.raises(ValueError, match="x must be an integer of at least 0 and at most 3"):
            PrivatePointResult(None, TOY, 4).predict([x])
