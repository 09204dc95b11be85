"""The boosted learner of points: its exact law, its plans, its errors, and runs at full size."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from privlearn.laws import choice
from privlearn.learners.points import (PointPlan, RowCounts, boosted_point_learner, draw_counts, frugal_plan,
                                       printed_point_plan)
from privlearn.learners.points.boosted import (boosted, boosted_from_counts, errors_on, private_plan, selected,
                                               split_counts)
from privlearn.learners.points.plans import root_below
from privlearn.mechanisms import from_scores

HALF, QUARTER, HUNDREDTH = Fraction(1, 2), Fraction(1, 4), Fraction(1, 100)
TOY = PointPlan(blocks=2, block_rows=1, test_rows=1, root=Fraction(5, 4), survive=Fraction(1, 10), stage=HALF)


def test_boosting_selects_among_independent_runs():
    test, root = RowCounts({(0, 1): 2, (1, 0): 1}, 4), Fraction(3, 2)
    laws = [{(1, 0): Fraction(1, 3), (0, 0): Fraction(2, 3)}, {(0, 1): QUARTER, None: Fraction(3, 4)}]
    wanted = {}
    for (g, p), (h, q) in product(*(law.items() for law in laws)):
        weights = {k: root ** -errors_on(k, test) for k in (g, h)}
        for k in (g, h):
            wanted[k] = wanted.get(k, 0) + p * q * weights[k] / sum(weights.values())
    assert boosted([0, 1], test, lambda block: choice(laws[block]), root).exact() == wanted
    law = boosted_point_learner(((0, 1), None, (0, 1)), size=2, plan=TOY).exact()
    assert sum(law.values()) == 1
    assert set(law) == {None, (0, 0), (0, 1), (1, 0), (1, 1)}


def test_the_selection_is_the_exponential_mechanism():
    hypotheses, test, root = [(1, 0), None, (0, 1)], RowCounts({(0, 1): 3, (1, 1): 1, (1, 0): 2}, 7), Fraction(5, 4)
    scores = {h: -errors_on(h, test) for h in hypotheses}
    assert selected(hypotheses, test, root).exact() == from_scores(scores, root).exact()
    # equal hypotheses are merged by the selection
    assert selected([(1, 0), (1, 0)], RowCounts({}, 0), 2).exact() == {(1, 0): 1}
    assert errors_on(None, RowCounts({(0, 1): 2}, 5)) == 5  # no hypothesis is wrong on every row also on stars
    test = RowCounts({(0, 1): 300_000, (1, 1): 1}, 300_001)  # errors far apart are selected by integers
    drawn = selected([(0, 0), (1, 0)], test, frugal_plan(HUNDREDTH, QUARTER, HALF).root).sample(random.Random(1))
    assert drawn == (1, 0)


def test_printed_constants_run_on_thirty_million_rows_by_counts():
    plan, rng = printed_point_plan(HALF, QUARTER, HUNDREDTH), np.random.default_rng(1)
    law = {(5, 1): Fraction(3, 10)} | {(1000 + k, 0): Fraction(7, 10_000) for k in range(1000)}
    blocks = [draw_counts(law, plan.block_rows, rng) for _ in range(plan.blocks)]
    h = boosted_from_counts(blocks, draw_counts(law, plan.test_rows, rng), size=2**20, plan=plan).sample(rng)
    assert h[5] == 1
    assert h.asked <= 1001


@pytest.mark.parametrize("rows", [np.array([[0, 1]] * 3), np.array([(0, 1), None, None], dtype=object), [None] * 3])
def test_as_many_rows_as_the_plan_takes_are_split(rows):
    blocks, test = split_counts(rows, size=2, plan=TOY)
    assert [block.rows for block in (*blocks, test)] == [1, 1, 1]
    with pytest.raises(ValueError, match="rows must be at least 3"):
        split_counts(rows[:2], size=2, plan=TOY)


def test_rows_are_split_in_their_order_and_those_beyond_are_not_used():
    plan = PointPlan(blocks=2, block_rows=2, test_rows=3, root=Fraction(5, 4), survive=Fraction(1, 10), stage=HALF)
    rows = [(0, 1), (1, 0), (1, 1), (2, 0), (0, 0), (0, 0), None, (2, 1)]
    blocks, test = split_counts(rows, size=3, plan=plan)
    assert [block.rows for block in blocks] == [2, 2]
    assert blocks[0].labelled[0, 1] == blocks[1].labelled[1, 1] == 1
    assert test == RowCounts({(0, 0): 2}, 3)
    # arrays of one point are split
    assert split_counts(np.array([[0, 1]] * 3), size=1, plan=TOY)[1] == RowCounts({(0, 1): 1}, 1)
    with pytest.raises(ValueError, match="size must"):
        split_counts(np.array([[0, 1]] * 3), size=0, plan=TOY)


def test_a_given_plan_may_be_as_little_private_as_epsilon():
    root = root_below(HALF)
    plan = replace(TOY, root=root, survive=(root**2 - 1) / 3)
    assert private_plan(plan, HALF, QUARTER, HUNDREDTH) is plan
    for change in ({"root": root + Fraction(1, 10**9)}, {"survive": plan.survive + Fraction(1, 10**9)}):
        with pytest.raises(ValueError, match="plan must be made for an epsilon of at most"):
            private_plan(replace(plan, **change), HALF, QUARTER, HUNDREDTH)


@pytest.mark.parametrize(("alpha", "beta", "name"), [(HALF, HUNDREDTH, "alpha"), (0, HUNDREDTH, "alpha"),
                                                     (QUARTER, 0, "beta"), (QUARTER, 1, "beta")])
def test_a_given_plan_has_accuracy_and_confidence_in_range(alpha, beta, name):
    plan = replace(TOY, root=root_below(HALF), survive=HUNDREDTH)
    with pytest.raises(ValueError, match=f"{name} must lie"):
        private_plan(plan, HALF, alpha, beta)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: selected([(1, 0)], RowCounts({}, 0), 1), "root must be"),
    (lambda: selected([(1, 0)], RowCounts({}, 0), 0), "root must be"),
    (lambda: selected([(1, 0)], RowCounts({}, 0), Fraction(1, 2)), "root must be"),
    (lambda: selected([(1, 0)], RowCounts({}, 0), None), "root must be"),
    (lambda: boosted([], RowCounts({}, 0), lambda block: None, 2), "blocks must not be empty"),
    (lambda: boosted_from_counts([RowCounts({}, 1)], RowCounts({}, 1), size=2, plan=TOY), "blocks must be 2 of 1 rows"),
    (lambda: split_counts(np.array([[0, 1], [0, 1], [0, 2]]), size=2, plan=TOY), "in row 2"),
    (lambda: split_counts(np.array(3), size=2, plan=TOY), "rows must be an array"),
    (lambda: split_counts("abc", size=2, plan=TOY), "rows must be an array"),
    (lambda: split_counts({(0, 1), (1, 0), (1, 1)}, size=2, plan=TOY), "rows must be an array"),
    (lambda: private_plan("frugal", HALF, QUARTER, HUNDREDTH), "plan must be a PointPlan")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
