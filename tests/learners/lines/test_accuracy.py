"""Certified probabilities of failure."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, isqrt

import pytest

from privlearn.learners.lines import StabilityPlan, failure_bracket, none_one_two, plan_for, released
from privlearn.learners.lines.accuracy import _likely, _stabilities, least_blocks, size_failure, stable_miss
from privlearn.learners.lines.overall import vote_stability
from privlearn.learners.lines.release import ratio_for, release_probability
from privlearn.learners.lines.votes import most_frequent

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
    assert found.lower <= failure <= found.upper < found.lower + Fraction(1, 4)


def test_failures_of_accurate_and_of_certain_lines():
    # nothing fails where zero is accurate
    assert failure_bracket(StabilityPlan((8,), 20, 2, TENTH), [Fraction(1, 100)], TENTH).upper == 0
    plan = StabilityPlan((1 << 20,), 41, 2, TENTH)  # a certain line fails only by the noise
    found = size_failure(plan, [Fraction(1, 4)] * 4, TENTH, 1 << 20)
    assert found.upper < stable_miss(41, 1, 2, TENTH).upper + Fraction(1, 10**6)
    # more certain blocks fail less
    misses = [stable_miss(61, Fraction(k, 12), Fraction(3, 2), TENTH).upper for k in (8, 9, 10, 11, 12)]
    assert misses == sorted(misses, reverse=True)


@pytest.mark.parametrize("share", [Fraction(2, 3), Fraction(9, 10), Fraction(1)])
def test_least_blocks_is_the_least(share):
    for ratio, delta, miss in ((Fraction(3, 2), TENTH, TENTH), (Fraction(3), Fraction(1, 100), Fraction(1, 30)),
                               (Fraction(5, 4), Fraction(2, 5), Fraction(2, 3))):
        blocks = least_blocks(ratio, delta, miss, share=share)
        assert stable_miss(blocks, share, ratio, delta).upper <= miss
        assert blocks == 1 or stable_miss(blocks - 1, share, ratio, delta).lower > miss
    assert stable_miss(1, 1, 2, TENTH).upper == Fraction(9, 10)  # a hypothesis needs a block


def test_plans_use_no_more_rows_than_there_are():
    plan = plan_for(50_000, epsilon=Fraction(2, 5), delta=TENTH, miss=TENTH, sizes=3)
    assert plan.rows <= 50_000 < 2 * plan.rows
    assert len(plan.block_sizes) == 3
    # one row has a plan where hypotheses may often be missed
    plan = plan_for(1, epsilon=Fraction(2, 5), delta=Fraction(49, 100), miss=Fraction(3, 4))
    assert (plan.block_sizes, plan.blocks) == ((1,), 1)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: stable_miss(0, 1, 2, TENTH), "blocks"),
    (lambda: plan_for(10, epsilon=Fraction(2, 5), delta=TENTH, miss=TENTH), "rows must be at least"),
    (lambda: least_blocks(2, TENTH, TENTH, share=Fraction(1, 2)), "share"),
    (lambda: plan_for(0, epsilon=Fraction(2, 5), delta=TENTH, miss=TENTH, sizes=1),
        "rows must be an integer of at least 1"),
    (lambda: plan_for(1000, epsilon=Fraction(2, 5), delta=TENTH, miss=TENTH, sizes=0),
        "sizes must be an integer of at least 1")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("sizes", [1, 2, 3])
def test_the_fewest_rows_of_a_plan_are_enough(sizes):
    goal = {"epsilon": Fraction(2, 5), "delta": TENTH, "miss": TENTH, "sizes": sizes}
    rows = plan_for(50_000, **goal).blocks << (sizes - 1)
    assert plan_for(rows, **goal).rows == rows
    with pytest.raises(ValueError, match=f"rows must be at least {rows}"):
        plan_for(rows - 1, **goal)


@pytest.mark.parametrize(("blocks", "share"), [(1, Fraction(2, 3)), (2, Fraction(3, 5)), (5, Fraction(2, 7)),
                                               (8, Fraction(5, 6)), (9, Fraction(1)), (6, Fraction(1)),
                                               (4, Fraction(0))])
def test_a_miss_is_summed_over_the_votes(blocks, share):
    ratio, miss = Fraction(5, 2), Fraction(0)
    for v in range(blocks + 1):
        ahead = -(-(2 * v - blocks) // 2)
        fails = 1 - release_probability(ahead, ratio, TENTH) if ahead > 0 else 1
        miss += comb(blocks, v) * share**v * (1 - share) ** (blocks - v) * fails
    found = stable_miss(blocks, share, ratio, TENTH)
    assert found.lower <= miss <= found.upper < found.lower + Fraction(1, 2**60)


def test_a_failure_is_the_mean_over_the_block_sizes():
    plan, masses = StabilityPlan((2, 8, 4), 7, Fraction(3), TENTH), [Fraction(1, 3), TENTH]
    parts = [size_failure(plan, masses, Fraction(1, 5), t) for t in (2, 4, 8)]
    found = failure_bracket(plan, masses, Fraction(1, 5))
    assert (found.lower, found.upper) == (sum(p.lower for p in parts) / 3, sum(p.upper for p in parts) / 3)
    assert len({part.upper for part in parts}) == 3


@pytest.mark.parametrize(("rows", "sizes"), [(50_000, 1), (50_000, 3), (1 << 14, 2)])
def test_a_plan_has_the_largest_powers_of_two_that_fit(rows, sizes):
    plan = plan_for(rows, epsilon=Fraction(2, 5), delta=TENTH, miss=Fraction(1, 8), sizes=sizes)
    most = max(k for k in range(20) if 2**k * plan.blocks <= rows)
    ratio = ratio_for(Fraction(2, 5))
    assert plan == StabilityPlan(tuple(2**k for k in range(most - sizes + 1, most + 1)),
                                 least_blocks(ratio, TENTH, Fraction(1, 8)), ratio, TENTH)


LINE, POINT, ZERO, OTHERS = (2, 0, 0), (1, 2, 0), (0,), ((1, 0, 0), (1, 1, 0), (1, 3, 0), (1, 4, 0))


@pytest.mark.parametrize("line", range(6))
def test_stabilities_bound_those_of_all_votes_for_other_points(line):
    for left, others in product(range(6), range(4)):
        most, least = _stabilities(line, [(left, others, range(left + 1))])
        for point in range(left + 1 if line + left + others else 0):
            accurate, inaccurate = [], []
            for split in product(range(others + 1), repeat=4):
                if sum(split) == others:
                    votes = Counter({LINE: line, POINT: point, ZERO: left - point})
                    votes += Counter(dict(zip(OTHERS, split, strict=True)))
                    winner, ahead = most_frequent(votes), vote_stability(votes)
                    accurate.append(ahead if winner != ZERO else 0)
                    inaccurate.append(ahead if winner in (LINE, POINT) else 0)
            assert least[point] == min(inaccurate)
            assert max(accurate) <= most[point] <= max(accurate) + (2 if others > left - point else 0)


def test_stabilities_of_several_cases_are_listed_one_after_the_other():
    cases = [(4, 2, range(1, 4)), (3, 5, range(4)), (1, 0, range(1, 2))]
    assert _stabilities(3, cases) == tuple(
        [value for case in cases for value in _stabilities(3, [case])[side]] for side in (0, 1))


@pytest.mark.parametrize(("trials", "part", "whole"), [(1000, 1, 3), (300, 1, 50), (77, 3, 3), (50, 0, 1), (9, 2, 3),
                                                      (400, 9, 10), (6, 0, 0), (6, 3, 2)])
def test_likely_counts_are_those_of_all_but_a_tiny_mass(trials, part, whole):
    found, share = _likely(trials, Fraction(part), Fraction(whole)), Fraction(min(part, whole), whole or 1)
    outside = [k for k in range(trials + 1) if k not in found]
    assert sum(comb(trials, k) * share**k * (1 - share) ** (trials - k) for k in outside) < Fraction(1, 2**25)
    assert 0 <= found.start < found.stop <= trials + 1
    assert len(found) <= 12 * isqrt(int(trials * share * (1 - share)) + 1) + 13
    assert int(trials * share) in found
