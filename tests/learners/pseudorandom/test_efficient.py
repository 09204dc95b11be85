"""The efficient boosted learner."""

from fractions import Fraction

import numpy as np
import pytest

from privlearn.learners.points import PointPlan, RowCounts, draw_counts, printed_point_plan
from privlearn.learners.pseudorandom import (AffineFamily, HashFamily, KeyedHypothesis, efficient_from_counts,
                                             efficient_point_learner, zeros_for)

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
SMALL = PointPlan(blocks=3, block_rows=4000, test_rows=400, root=Fraction(5, 4), survive=Fraction(3, 16), stage=QUARTER)


def test_answers_of_the_smallest_plans():
    # one empty block gives up with an eighth of the stage
    plan = PointPlan(blocks=1, block_rows=0, test_rows=0, root=Fraction(5, 4), survive=HALF, stage=HALF)
    law = efficient_from_counts([RowCounts({}, 0)], RowCounts({}, 0), family=AffineFamily(1, 1), plan=plan).exact()
    assert law[None] == Fraction(1, 16)
    rng = np.random.default_rng(1)  # as many bits as the stage needs are taken
    h = efficient_point_learner(np.tile([1, 1], (SMALL.total, 1)), bits=zeros_for(QUARTER), epsilon=HALF, alpha=QUARTER,
                                beta=HALF, rng=rng, plan=SMALL)
    assert h.family == AffineFamily(4, 4)
    assert h(1) == 1


def test_a_hypothesis_is_its_key_and_answers_by_index_and_by_call():
    # a hypothesis is its key
    assert KeyedHypothesis(AffineFamily(3, 1), (1, 0)) == KeyedHypothesis(AffineFamily(3, 1), (1, 0))
    h = KeyedHypothesis(AffineFamily(3, 1), (1, 0))
    assert [h[x] for x in range(8)] == [h(x) for x in range(8)] == [1, 1, 1, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("bits", [20, 40])
def test_the_target_is_learned_from_rows(bits):
    rng = np.random.default_rng(5)
    x = np.where(rng.random(SMALL.total) < 0.5, 41_337, rng.integers(2**bits, size=SMALL.total))
    rows = np.column_stack([x, x == 41_337])
    h = efficient_point_learner(rows, bits=bits, epsilon=HALF, alpha=HALF / 2, beta=HALF, rng=rng, plan=SMALL)
    assert h is not None
    assert h(41_337) == 1


@pytest.mark.parametrize("family", [AffineFamily(256, 7), HashFamily(256, 128, Fraction(1, 128))])
def test_thirty_million_rows_of_256_bits_are_learned_from_counts(family):
    plan, rng = printed_point_plan(HALF, QUARTER, Fraction(1, 100)), np.random.default_rng(8)
    law = {(5, 1): Fraction(1, 3), (2**255, 0): Fraction(2, 3)}
    blocks = [draw_counts(law, plan.block_rows, rng) for _ in range(plan.blocks)]
    h = efficient_from_counts(blocks, draw_counts(law, plan.test_rows, rng), family=family, plan=plan).sample(rng)
    assert (h[5], h[2**255]) == (1, 0)


@pytest.mark.parametrize("bits", [1, 3])
def test_few_points_are_refused(bits):
    with pytest.raises(ValueError, match=f"bits must be at least {zeros_for(QUARTER)}"):
        efficient_point_learner([], bits=bits, epsilon=HALF, alpha=QUARTER, beta=HALF, rng=np.random.default_rng(1),
                                plan=SMALL)


@pytest.mark.parametrize(("blocks", "test"), [([], 400), ([4000] * 2, 400), ([4000] * 3, 399)])
def test_counts_must_fit_the_plan(blocks, test):
    with pytest.raises(ValueError, match="blocks must be 3 of 4000 rows"):
        efficient_from_counts([RowCounts({}, rows) for rows in blocks], RowCounts({}, test),
                              family=AffineFamily(20, 4), plan=SMALL)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: efficient_point_learner([(0, 1)], bits=20, epsilon=HALF, alpha=QUARTER, beta=HALF,
        rng=np.random.default_rng(1)), "rows must be at least"),
    (lambda: efficient_point_learner("secret", bits=20, epsilon=HALF, alpha=QUARTER, beta=HALF, rng=None, plan=SMALL),
        "rng must be"), (lambda: KeyedHypothesis(AffineFamily(3, 1), (1, 0))[8], "x must be")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(("change", "message"), [
    ({"plan": PointPlan(blocks=1, block_rows=1, test_rows=1, root=Fraction(100), survive=Fraction(1), stage=QUARTER)},
        "plan must be made for an epsilon"), ({"plan": "printed"}, "plan must be a PointPlan"),
    ({"rng": None}, "rng must be"), ({"alpha": 0}, "alpha must"), ({"beta": 1}, "beta must"),
    ({"epsilon": 41}, "epsilon must")])
def test_plans_that_are_not_private_enough_are_refused(change, message):
    given = {"bits": 20, "epsilon": HALF, "alpha": QUARTER, "beta": HALF, "rng": np.random.default_rng(1),
             "plan": SMALL} | change
    with pytest.raises(ValueError, match=message):
        efficient_point_learner([(0, 1)] * 20_000, **given)
