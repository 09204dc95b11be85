"""Judges of the page unions."""

import pytest

from privlearn.papers.abms20.unions.exercises import judge_colouring, judge_cube, judge_far_from_tight


def test_right_answers_are_accepted():
    # a colouring without a subtree of height two
    assert judge_colouring([0, 0, 0, 1, 1, 1, 1, 0]).startswith("accepted")
    assert judge_far_from_tight([0, 1] * 4).startswith("accepted")  # alternating colours
    # two classes of dimension one that make the cube
    assert judge_cube([[0, 1, 2, 4], [7, 6, 5, 3]]).startswith("accepted")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_colouring, [0, 0, 0, 1, 1, 1, 1, 1], "the tallest subtrees have heights 1 and 2"),
    (judge_colouring, [0, 1, 0, 1, 0, 1, 0, 1], "the tallest subtrees have heights 2 and 2"),
    (judge_colouring, [0, 0, 0, 1, 1, 1, 1], "give a list of 8 colours"),
    (judge_colouring, [0, 0, 0, 1, 1, 1, 1, 2], "a colour is 0 or 1"),
    (judge_far_from_tight, [1] * 8, "the heights -1 and 3 have the sum 2"),
    (judge_far_from_tight, [0, 0, 0, 1, 1, 1, 1, 0], "the heights 1 and 1 have the sum 2"),
    (judge_far_from_tight, [0, 1, 1], "give a list of 8 colours"),
    (judge_far_from_tight, [1.0] * 8, "a colour is 0 or 1"),
    (judge_cube, [[0, 1, 2, 4], [7, 6, 5]], "the function 011 is in neither class"),
    (judge_cube, [[0, 1, 2, 3], [7, 6, 5, 4]], "the class of [0, 1, 2, 3] has dimension 2"),
    (judge_cube, [[0, 1, 2, 4], [8, 7, 6, 5, 3]], "a function on 3 points is an integer from 0 to 7"),
    (judge_cube, [0, 1], "this cannot be judged")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
