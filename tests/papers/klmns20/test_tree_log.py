"""Judges of the page tree-log."""

import pytest

from privlearn.papers.klmns20.tree_log.exercises import judge_inner_database, judge_two_leaves_fail


def test_right_answers_are_accepted():
    assert judge_inner_database((1, 1, 3)).startswith("accepted")  # the three smallest levels
    assert judge_two_leaves_fail(((5, 6), (2, 2))).startswith("accepted")  # two neighbours in different subtrees


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_inner_database, (1, 1, 3, 3, 3), "these are all levels"),
    (judge_inner_database, (3, 3, 3), "the largest levels are dropped"),
    (judge_inner_database, (1, 1, 2), "write the points as words of three bits"),
    (judge_inner_database, (1, 1), "D has 3 elements"), (judge_inner_database, 3, "give a tuple of levels"),
    (judge_two_leaves_fail, ((4, 6), (2, 2)), "y = 1, and of the leaves 4 and 7 one is an interior point"),
    (judge_two_leaves_fail, ((5, 7), (2, 2)), "y = 1, and of the leaves 4 and 7 one is an interior point"),
    (judge_two_leaves_fail, ((3, 4), (1, 0)), "y = 0, as in the examples"),
    (judge_two_leaves_fail, ((5, 6), (3, 4)), "no path with stopping weight 1 ends here"),
    (judge_two_leaves_fail, ((5, 6), (2, 4)), "no node of this tree"),
    (judge_two_leaves_fail, ((5,), (2, 2)), "S must have 2 to 40 points"),
    (judge_two_leaves_fail, ((5, 6), 2), "the last node is a pair")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
