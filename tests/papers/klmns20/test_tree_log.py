"""Judges of the page tree-log."""

import pytest

from privlearn.papers.klmns20.tree_log.exercises import judge_inner_database, judge_two_leaves_fail


def test_the_three_smallest_levels_are_accepted():
    assert judge_inner_database((1, 1, 3)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((1, 1, 3, 3, 3), "these are all levels"),
    ((3, 3, 3), "the largest levels are dropped"),
    ((1, 1, 2), "write the points as words of three bits"),
    ((1, 1), "D has 3 elements"),
    (3, "give a tuple of levels"),
])
def test_other_levels_are_refused(answer, reason):
    assert judge_inner_database(answer).startswith(f"not yet: {reason}")


def test_two_neighbours_in_different_subtrees_are_accepted():
    assert judge_two_leaves_fail(((5, 6), (2, 2))).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (((4, 6), (2, 2)), "y = 1, and of the leaves 4 and 7 one is an interior point"),
    (((5, 7), (2, 2)), "y = 1, and of the leaves 4 and 7 one is an interior point"),
    (((3, 4), (1, 0)), "y = 0, as in the examples"),
    (((5, 6), (3, 4)), "no path with stopping weight 1 ends here"),
    (((5, 6), (2, 4)), "no node of this tree"),
    (((5,), (2, 2)), "S must have 2 to 40 points"),
    (((5, 6), 2), "the last node is a pair"),
])
def test_another_path_is_refused(answer, reason):
    assert judge_two_leaves_fail(answer).startswith(f"not yet: {reason}")
