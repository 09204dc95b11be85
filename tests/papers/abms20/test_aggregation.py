"""Judges of the page aggregation."""

import pytest

from privlearn.papers.abms20.aggregation.exercises import judge_disjoint, judge_xor

ONE = [[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0]]
OTHER = [[0, 0, 0, 0], [1, 0, 1, 0], [0, 0, 0, 1]]


def test_right_answers_are_accepted():
    # two classes of dimension one with an exclusive or of dimension three
    assert judge_xor([ONE, OTHER]).startswith("accepted")
    # two families whose unions have three thresholds
    assert judge_disjoint([[[0, 0, 1], [1, 1, 0]], [[0, 0, 1], [0, 1, 0]]]).startswith("accepted")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_xor, [ONE, ONE], "the exclusive or has only 2"),
    (judge_xor, [ONE, [*OTHER, [1, 1, 1, 1]]], "the dimensions are 1 and 2, not 1 and 1"),
    (judge_xor, [ONE, OTHER, OTHER], "give two lists of different rows"),
    (judge_xor, [ONE, [*OTHER, [0, 0, 0, 1]]], "give two lists of different rows"),
    (judge_xor, [[row[:3] for row in ONE], OTHER], "give two lists of different rows"),
    (judge_disjoint, [[[0, 0, 1], [1, 1, 1]], [[0, 0, 1], [0, 1, 0]]], "two sets of one family share a point"),
    (judge_disjoint, [[[0, 0, 1], [1, 0, 0]], [[0, 0, 1], [1, 0, 0]]], "the unions have only 2"),
    (judge_disjoint, "disjoint", "give two lists of different rows of three bits")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
