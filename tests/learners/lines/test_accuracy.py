"""Certified probabilities of failure."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from privlearn.learners.lines import StabilityPlan, failure_bracket, none_one_two, plan_for, released
from privlearn.learners.lines.accuracy import least_blocks, size_failure, stable_miss

TENTH = Fraction(1, 10)


def test_enclosure_contains_the_failure_summed_over_all_vote_sequences():
    masses, t, plan = (Fraction(2, 5), TENTH, TENTH), 3, StabilityPlan((3,), 5, Fraction(3), Fraction(2, 5))
    events, outside = none_one_two(masses, t), 1 - sum(masses)
    law = {(0,): events.none, (2, 0, 0): events.two,
           **{(1, x, 0): (outside + q) ** t - events.none for x, q in enumerate(masses)}}
    failure = Fraction(0)
    for sequence in product(law, repeat=plan.blocks):
        weight = Fraction(1)
        for h in sequence:
            weight *= law[h]
        published = released(Counter(sequence), plan.exp_epsilon, plan.delta).exact()
        failure += weight * (1 - sum(published.get(h, Fraction(0)) for h in ((1, 0, 0), (2, 0, 0))))
    found = failure_bracket(plan, masses, Fraction(1, 4))  # the heavy point is accurate (1/5), light ones are not
    assert found.lower <= failure <= found.upper
    assert found.upper - found.lower < Fraction(1, 4)


def test_nothing_fails_where_zero_is_accurate():
    plan = StabilityPlan((8,), 20, 2, TENTH)
    assert failure_bracket(plan, [Fraction(1, 100)], TENTH).upper == 0


def test_a_certain_line_fails_only_by_the_noise():
    plan = StabilityPlan((1 << 20,), 41, 2, TENTH)
    found = size_failure(plan, [Fraction(1, 4)] * 4, TENTH, 1 << 20)
    assert found.upper < stable_miss(41, 1, 2, TENTH).upper + Fraction(1, 10**6)


def test_more_certain_blocks_fail_less():
    misses = [stable_miss(61, Fraction(k, 12), Fraction(3, 2), TENTH).upper for k in (8, 9, 10, 11, 12)]
    assert misses == sorted(misses, reverse=True)


def test_least_blocks_is_the_least():
    blocks = least_blocks(Fraction(3, 2), TENTH, TENTH)
    assert stable_miss(blocks, Fraction(2, 3), Fraction(3, 2), TENTH).upper <= TENTH
    assert stable_miss(blocks - 1, Fraction(2, 3), Fraction(3, 2), TENTH).lower > TENTH


def test_a_plan_uses_no_more_rows_than_there_are():
    plan = plan_for(50_000, epsilon=Fraction(2, 5), delta=TENTH, miss=TENTH, sizes=3)
    assert plan.rows <= 50_000 < 2 * plan.rows
    assert len(plan.block_sizes) == 3


def test_too_few_rows_are_refused_with_the_number_needed():
    with pytest.raises(ValueError, match="rows must be at least"):
        plan_for(10, epsilon=Fraction(2, 5), delta=TENTH, miss=TENTH)


def test_a_minority_has_no_plan():
    with pytest.raises(ValueError, match="share"):
        least_blocks(2, TENTH, TENTH, share=Fraction(1, 2))


@pytest.mark.parametrize("sizes", [1, 2, 3])
def test_the_fewest_rows_of_a_plan_are_enough(sizes):
    goal = {"epsilon": Fraction(2, 5), "delta": TENTH, "miss": TENTH, "sizes": sizes}
    rows = plan_for(50_000, **goal).blocks << (sizes - 1)
    assert plan_for(rows, **goal).rows == rows
    with pytest.raises(ValueError, match=f"rows must be at least {rows}"):
        plan_for(rows - 1, **goal)


@pytest.mark.parametrize(("rows", "sizes", "name"), [(0, 1, "rows"), (1000, 0, "sizes")])
def test_a_plan_has_rows_and_sizes(rows, sizes, name):
    with pytest.raises(ValueError, match=f"{name} must be an integer of at least 1"):
        plan_for(rows, epsilon=Fraction(2, 5), delta=TENTH, miss=TENTH, sizes=sizes)


def test_one_row_has_a_plan_where_hypotheses_may_often_be_missed():
    plan = plan_for(1, epsilon=Fraction(2, 5), delta=Fraction(49, 100), miss=Fraction(3, 4))
    assert (plan.block_sizes, plan.blocks) == ((1,), 1)


def test_a_hypothesis_needs_a_block():
    assert stable_miss(1, 1, 2, TENTH).upper == Fraction(9, 10)
    with pytest.raises(ValueError, match="blocks"):
        stable_miss(0, 1, 2, TENTH)
