"""Judges of the page paths."""

import pytest

from privlearn.papers.klmns20.paths.exercises import judge_two_extensions, judge_unmatched


def test_right_answers_are_accepted():
    assert judge_two_extensions(((5, 5), 6)).startswith("accepted")  # a third point that parts two equal ones
    assert judge_unmatched(((0, 0, 2, 2), 1)).startswith("accepted")  # two points on the other side


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_two_extensions, ((5, 5), 5), "a path gets longer, but only in one way"),
    (judge_two_extensions, ((5,), 6), "every path of S is a path of S + x"),
    (judge_two_extensions, ((0, 0, 4, 5, 6), 7), "this is the database of the example"),
    (judge_two_extensions, ((5, 5), 8), "points are integers of 0..7"), (judge_two_extensions, (5, 5), "give (S, x)"),
    (judge_unmatched, ((1, 2), 6), "the path to 1 is unmatched, but has probability 1/3"),
    (judge_unmatched, ((1, 1, 2), 6), "the path to 1 is unmatched, but has probability 1/5"),
    (judge_unmatched, ((1, 2), 2), "every path of S + x has a prefix"),
    (judge_unmatched, ((1, 2), 8), "points are integers of 0..7"), (judge_unmatched, 6, "give (S, x)")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
