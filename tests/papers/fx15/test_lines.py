"""Judges of the page lines."""

import pytest

from privlearn.papers.fx15.lines.exercises import judge_line_tree


def test_a_tree_of_depth_two_is_accepted():
    assert judge_line_tree((0, (3, 1, 7), (3, 3, 0))).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((0, (3, 7, 1), (3, 3, 0)), "some leaf is no line from 0 to 8, or disagrees"),
    ((0, (3, 1, 7), (3, 3, 9)), "some leaf is no line from 0 to 8"),
    ((0, 4, 0), "the leaves must all have depth 2, these have depths 1 to 1"),
    ((0, (3, 1, 7), 0), "the leaves must all have depth 2, these have depths 1 to 2"), ("0", "a tree is")])
def test_another_tree_is_refused(answer, reason):
    assert judge_line_tree(answer).startswith(f"not yet: {reason}")
