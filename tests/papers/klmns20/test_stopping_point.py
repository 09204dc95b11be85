"""Judges of the page stopping-point."""

import pytest

from privlearn.papers.klmns20.stopping_point.exercises import judge_jump, judge_parting

BASE = (0, 8) * 12 + (12,) * 12 + (14,) * 6 + (15,) * 7


def test_right_answers_are_accepted():
    assert judge_jump((BASE, 12)).startswith("accepted")  # a database on which the second query jumps
    assert judge_parting(((1, 1, 1, 5, 5, 5, 7), 1)).startswith("accepted")  # a new element that turns the path


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_jump, (BASE, 0), "(f_1, f_2) changes from"), (judge_jump, ((0, 8) * 8, 12), "(f_1, f_2) changes from"),
    (judge_jump, ((0, 8) * 8 + (12, 13) * 4 + (14,) * 9, 12), "(f_1, f_2) changes from"),  # rises
    (judge_jump, ((), 0), "(f_1, f_2) changes from"), (judge_jump, (BASE, 16), "points are integers 0..15"),
    (judge_jump, ((*BASE, 1.0), 12), "points are integers 0..15"), (judge_jump, 12, "give a database and a point"),
    (judge_parting, ((1, 1, 1, 5, 5, 5, 7), 0), "x = 0 is the pair of the picture"),
    (judge_parting, ((1, 1, 1, 5, 5, 5, 7), 5), "D_1 = (0, 0, 0, 1) and D_1' = (0, 0, 0, 1, 3) are neighbours"),
    (judge_parting, ((0, 4, 4), 1), "D_1 ="), (judge_parting, ((1, 1, 1, 5, 5, 5, 8), 1), "points are integers 0..7"),
    (judge_parting, 1, "give a database and a point")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
