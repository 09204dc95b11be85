"""Judges of the page reorder-slice-compute."""

from fractions import Fraction

import pytest

from privlearn.papers.clnss23.reorder_slice_compute.exercises import (heavier_half_first, judge_broken_order,
                                                                      judge_failures, judge_public_sizes)


def test_the_lower_one_of_equal_halves_is_first():
    assert heavier_half_first((5, 1)) == [1, 5]
    assert heavier_half_first((5, 1, 6)) == [5, 6, 1]


def test_a_list_turned_around_is_accepted():
    assert judge_broken_order([[1, 5, 6], [1, 5]]).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ([[1, 2, 5], [1, 5]], "with one row more"), ([[1, 5], [1, 5, 6]], "and one more"), ([[1, 5, 6], [1, 2]], "and one"),
    ([[1, 8], [1]], "give two lists"), ([[1, 1], [1]], "give two lists"), (7, "give two lists"),
    ([1, 2], "give two lists"),
])
def test_another_pair_is_refused(answer, reason):
    verdict = judge_broken_order(answer)
    assert verdict.startswith("not yet")
    assert reason in verdict


def test_alternating_rows_are_accepted():
    assert judge_public_sizes([[0, 1, 2, 3], [1, 2, 3], [0, 1, 0]]) == "accepted: 8/27 with the row, 1/27 without it"


@pytest.mark.parametrize(("answer", "reason"), [
    ([[0, 1, 2, 3], [1, 2, 3], [1, 0, 1]], "1/8 times as likely"), ([[0, 1], [1], [0, 1]], "three bits"),
    ([[0, 1], [1], [0, 1, 2]], "three bits"), ([[1], [0, 1], [0, 1, 0]], "and one more"),
    ([[0, 1], [1]], "give two lists"), ([[0, 9], [9], [0, 1, 0]], "give two lists"), (None, "give two lists"),
])
def test_another_answer_is_refused(answer, reason):
    verdict = judge_public_sizes(answer)
    assert verdict.startswith("not yet")
    assert reason in verdict


def test_five_failures_are_needed():
    assert judge_failures((5, Fraction(1, 21**5), Fraction(1, 21**4))).startswith("accepted")
    assert judge_failures((6, Fraction(1, 21**6), Fraction(1, 21**5))).startswith("not yet: 5 failures are enough")
    assert judge_failures((4, Fraction(1, 21**4), Fraction(1, 21**3))).startswith("not yet: with 4 failures")
