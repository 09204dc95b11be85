"""Judges of the page boosting."""

from math import comb

import pytest

from privlearn.papers.abms20.boosting.exercises import judge_experts, judge_largest, judge_three_functions


def test_right_answers_are_accepted():
    # three functions with one error each at different points
    assert judge_three_functions([[1, 0, 0], [0, 1, 0], [0, 0, 1]]).startswith("accepted")
    assert judge_largest(1140).startswith("accepted")  # the largest dimension
    assert judge_experts(lambda rounds, mistakes: sum(comb(rounds, i) for i in range(mistakes + 1))) == (
        "accepted: right for T < 8 and d' < 4; for T = 10 and d' = 1 it is 11")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_three_functions, [[1, 0, 0], [1, 0, 0], [0, 0, 1]], "the majority is wrong"),
    (judge_three_functions, [[1, 0, 0], [0, 1, 0], [0, 0, 0]], "some function does not err on exactly one point"),
    (judge_three_functions, [[1, 0, 0], [0, 1, 0]], "give three rows"),
    (judge_three_functions, [[1, 0, 0], [0, 1, 0], [0, 0, 2]], "give three rows"),
    (judge_three_functions, 100, "this cannot be judged"),
    (judge_largest, 1139, "it is larger than 1139"), (judge_largest, 1141, "it is smaller than 1141"),
    (judge_largest, "1140", "give an integer"),
    (judge_experts, lambda rounds, mistakes: 1 + rounds, "for T = 1 and d' = 0 there are 1 sets"),
    (judge_experts, lambda rounds, mistakes: float(sum(comb(rounds, i) for i in range(mistakes + 1))),
     "for T = 0 and d' = 0"),
    (judge_experts, 11, "give a function")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
