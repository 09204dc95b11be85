"""Judges of the page mistake-trees."""

import pytest

from privlearn.papers.fx15.mistake_trees.exercises import judge_deep_but_not_shattering, judge_proper_queries

CLASS = [(0, a, b, 0) for a in (0, 1) for b in (0, 1)] + [(1, 0, a, b) for a in (0, 1) for b in (0, 1)]
TABLE = {(0, 1, 2): 0, (1, 2): 1, (0, 2): 0, (0, 1): 0, (0,): 0, (1,): 1, (2,): 2}


def test_right_answers_are_accepted():
    assert judge_deep_but_not_shattering(CLASS).startswith("accepted")  # two squares at different points
    assert judge_proper_queries(TABLE).startswith("accepted")  # a learner with two counterexamples


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_deep_but_not_shattering, CLASS[1:], "its Littlestone dimension is 2"),
    (judge_deep_but_not_shattering, [(a, b, c, 0) for a in (0, 1) for b in (0, 1) for c in (0, 1)],
     "its VC dimension is 3, the points"),
    (judge_deep_but_not_shattering, [*CLASS[1:], (0, 0, 0)], "give a list of concepts"),
    (judge_deep_but_not_shattering, 0, "give a list of concepts"),
    (judge_proper_queries, TABLE | {(1, 2): 0}, "some target leads to three counterexamples"),
    (judge_proper_queries, {(0, 1, 2): 0}, "some target leads to three counterexamples, or to a version space"),
    (judge_proper_queries, TABLE | {(0, 1, 2): 3}, "proposals are rows 0, 1, 2"),
    (judge_proper_queries, [0, 1, 2], "give a dictionary")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
