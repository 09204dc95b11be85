"""Judges of the page reorder-slice-compute."""

from fractions import Fraction

import pytest

from privlearn.papers.clnss23.reorder_slice_compute.exercises import (heavier_half_first, judge_broken_order,
                                                                      judge_failures, judge_public_sizes)


def test_the_lower_one_of_equal_halves_is_first():
    assert heavier_half_first((5, 1)) == [1, 5]
    assert heavier_half_first((5, 1, 6)) == [5, 6, 1]


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_broken_order, [[1, 2, 5], [1, 5]], "with one row more"),
    (judge_broken_order, [[1, 5], [1, 5, 6]], "and one more"), (judge_broken_order, [[1, 5, 6], [1, 2]], "and one"),
    (judge_broken_order, [[1, 8], [1]], "give two lists"), (judge_broken_order, [[1, 1], [1]], "give two lists"),
    (judge_broken_order, 7, "give two lists"), (judge_broken_order, [1, 2], "give two lists"),
    (judge_public_sizes, [[0, 1, 2, 3], [1, 2, 3], [1, 0, 1]], "1/8 times as likely"),
    (judge_public_sizes, [[0, 1], [1], [0, 1]], "three bits"),
    (judge_public_sizes, [[0, 1], [1], [0, 1, 2]], "three bits"),
    (judge_public_sizes, [[1], [0, 1], [0, 1, 0]], "and one more"),
    (judge_public_sizes, [[0, 1], [1]], "give two lists"),
    (judge_public_sizes, [[0, 9], [9], [0, 1, 0]], "give two lists"), (judge_public_sizes, None, "give two lists")])
def test_other_answers_are_refused(judge, answer, reason):
    verdict = judge(answer)
    assert verdict.startswith("not yet")
    assert reason in verdict


def test_right_answers_are_accepted():
    assert judge_broken_order([[1, 5, 6], [1, 5]]).startswith("accepted")  # a list turned around
    assert judge_public_sizes([[0, 1, 2, 3], [1, 2, 3], [0, 1, 0]]) == "accepted: 8/27 with the row, 1/27 without it"
    assert judge_failures((5, Fraction(1, 21**5), Fraction(1, 21**4))).startswith("accepted")
    assert judge_failures((6, Fraction(1, 21**6), Fraction(1, 21**5))).startswith("not yet: 5 failures are enough")
    assert judge_failures((4, Fraction(1, 21**4), Fraction(1, 21**3))).startswith("not yet: with 4 failures")
