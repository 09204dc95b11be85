"""Plans of the boosted learner: totals, demands and bounds."""

from dataclasses import replace
from fractions import Fraction

import pytest

from privlearn.learners.points import PointPlan, frugal_plan, printed_point_plan
from privlearn.learners.points.plans import as_goal, root_below, stage_failure_bound

HALF, QUARTER, HUNDREDTH = Fraction(1, 2), Fraction(1, 4), Fraction(1, 100)
TOY = PointPlan(blocks=2, block_rows=1, test_rows=1, root=Fraction(5, 4), survive=Fraction(1, 10), stage=HALF)


def test_printed_plans_have_the_printed_totals():
    assert printed_point_plan(HALF, QUARTER, HUNDREDTH).total == 30_528_336
    assert printed_point_plan(Fraction(9, 10), Fraction(2, 5), HUNDREDTH).total == 6_625_348
    assert replace(TOY, block_rows=0).total == 1  # blocks and tests may be empty
    assert [replace(TOY, blocks=1).total, replace(TOY, test_rows=0).total] == [2, 2]


def test_plans_grow_with_each_demand():
    base = frugal_plan(HALF, QUARTER, HUNDREDTH).total
    assert base < frugal_plan(QUARTER, QUARTER, HUNDREDTH).total
    assert base < frugal_plan(HALF, Fraction(1, 8), HUNDREDTH).total
    assert base < frugal_plan(HALF, QUARTER, HUNDREDTH**2).total
    plan = frugal_plan(HALF, QUARTER, HUNDREDTH)  # a longer block has a smaller bound
    assert stage_failure_bound(replace(plan, block_rows=2 * plan.block_rows)).upper < stage_failure_bound(plan).lower
    # large beta is run as one hundredth
    assert printed_point_plan(HALF, QUARTER, Fraction(1, 2)) == printed_point_plan(HALF, QUARTER, HUNDREDTH)


@pytest.mark.parametrize("change", [{"blocks": 0}, {"root": 1}, {"survive": 2}, {"stage": Fraction(3, 5)},
                                    {"test_rows": -1}, {"block_rows": -1}])
def test_plans_out_of_range_are_refused(change):
    with pytest.raises(ValueError, match=next(iter(change)) if "stage" not in change else "alpha"):
        replace(TOY, **change)


def test_epsilons_are_taken_up_to_their_limits():
    assert 485_165_195 < root_below(40) < 485_165_196  # e^20
    assert printed_point_plan(Fraction(99, 100), QUARTER, HUNDREDTH).blocks > 0
    for epsilon in (1, Fraction(3, 2)):
        with pytest.raises(ValueError, match="strictly between 0 and 1"):
            printed_point_plan(epsilon, QUARTER, HUNDREDTH)
    assert root_below(Fraction(1, 2**38)) > 1
    with pytest.raises(ValueError, match="epsilon must be at least"):
        root_below(Fraction(1, 2**39))
    for epsilon in (0, Fraction(-1, 2), Fraction(40_001, 1000)):
        with pytest.raises(ValueError, match="epsilon must be above 0 and at most 40"):
            root_below(epsilon)


@pytest.mark.parametrize(("alpha", "beta", "name"), [(0, QUARTER, "alpha"), (HALF, QUARTER, "alpha"),
                                                     (QUARTER, 0, "beta"), (QUARTER, 1, "beta")])
def test_goals_lie_strictly_inside(alpha, beta, name):
    assert as_goal(Fraction(499, 1000), Fraction(999, 1000)) == (Fraction(499, 1000), Fraction(999, 1000))
    with pytest.raises(ValueError, match=f"{name} must lie strictly"):
        as_goal(alpha, beta)
