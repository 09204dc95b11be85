"""Judges of the page keyed-learner."""

import pytest

from privlearn.papers.bbkn14.keyed_learner.exercises import judge_distinguisher, judge_weak_point

EVEN, ODD = (2, 0, 1), (2, 1, 0)
WEAK = [(int(k == 0), int(k % 4 == 1), int(k % 4 == 2), int(k % 4 == 3)) for k in range(40)]


def test_right_answers_are_accepted():
    assert judge_distinguisher((0, (1, EVEN, ODD), (1, ODD, EVEN))).startswith("accepted")  # the parity of three points
    assert judge_weak_point(WEAK).startswith("accepted")  # a point that one function of forty has


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_distinguisher, (0, (1, EVEN, ODD), (1, EVEN, ODD)), "advantage 0, the best is 1/16"),
    (judge_distinguisher, (0, (1, EVEN, ODD), 1), "advantage 1/32, the best is 1/16"),
    (judge_distinguisher, (0, 0, 1), "advantage 0, the best is 1/16"),
    (judge_distinguisher, (0, (1, EVEN, ODD), (1, ODD, (2, 0, (3, 0, 1)))), "give nested"),
    (judge_distinguisher, (0, (0, EVEN, ODD), (1, ODD, EVEN)), "give nested"),
    (judge_distinguisher, 0.5, "give nested"),
    (judge_weak_point, WEAK[:8], "the exact ratio is 15/7, at most 4"),
    (judge_weak_point, [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)], "the exact ratio is 11/7, at most 4"),
    (judge_weak_point, WEAK[1:], "give at most 64 functions"),
    (judge_weak_point, WEAK * 2, "give at most 64 functions"), (judge_weak_point, "1000", "give a list of tuples")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
