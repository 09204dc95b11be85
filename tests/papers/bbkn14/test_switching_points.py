"""Judges of the page switching-points."""

from math import comb

import pytest

from privlearn.papers.bbkn14.switching_points.exercises import (judge_spread_pairs, judge_switch_count,
                                                                judge_worse_switch)

BITS = (1, 0, 0, 1, 0, 0)
PAIRS = {(1, 3): 1, (3, 5): 1, (2, 5): 1, (2, 4): 1, (1, 4): 1}


def test_right_answers_are_accepted():
    assert judge_switch_count(lambda size, switches: 2 * comb(size - 1, switches - 2)).startswith("accepted")
    assert judge_worse_switch((BITS, 1, 4)).startswith("accepted")  # a switching point far from the target
    assert judge_spread_pairs(PAIRS).startswith("accepted")  # five equal weights


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_switch_count, lambda size, switches: 2 * comb(size, switches - 2),
     "2 functions on 2 points have 3 switching points, not 4"),
    (judge_switch_count, lambda size, switches: comb(size - 1, switches - 2),
     "2 functions on 1 points have 2 switching points, not 1"),
    (judge_switch_count, 2, "give a function"),
    (judge_worse_switch, (BITS, 1, 1), "h errs on 1/6, the concept at 1 on 0"),
    (judge_worse_switch, (BITS, 3, 4), "h errs on 1/2, the concept at 4 on 1/6"),
    (judge_worse_switch, (BITS, 1, 2), "the switching points are"),
    (judge_worse_switch, (BITS, 7, 4), "give bits 0 and 1, and a target from 0 to 6"),
    (judge_worse_switch, ((), 0, 0), "give bits 0 and 1"),
    (judge_worse_switch, BITS, "give (tuple of bits, target, switching point)"),
    (judge_spread_pairs, PAIRS | {(1, 3): 2}, "two databases that differ in 3 rows have ratio 54/5"),
    (judge_spread_pairs, {(1, 3): 1, (2, 4): 1, (3, 5): 1}, "two databases that differ in 3 rows have ratio 68/5"),
    (judge_spread_pairs, PAIRS | {(1, 2): 1}, "no function decreases at 1 and at 2"),
    (judge_spread_pairs, PAIRS | {(1, 6): 1}, "(1, 6) is no pair of places in 1..5"),
    (judge_spread_pairs, PAIRS | {(1, 3): 1.0}, "weights are integers or Fractions"),
    (judge_spread_pairs, [(1, 3), (2, 4)], "give a dictionary")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
