"""Judges of the page reconstructing-intervals."""

from fractions import Fraction

import pytest

from privlearn.papers.bbkn14.reconstructing_intervals.exercises import judge_four_nearest, judge_ruin_of_four


def test_right_answers_are_accepted():
    assert judge_four_nearest((0, 1, 0, 1, 0, 1)).startswith("accepted")  # alternating bits
    assert judge_ruin_of_four(Fraction(1981, 10_000)).startswith("accepted")  # the exact probability


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_four_nearest, (1, 1, 0, 1, 0, 0), "mismatches"), (judge_four_nearest, (0, 1, 0, 1, 0, 0), "mismatches"),
    (judge_four_nearest, (1, 0, 1, 0, 1, 0), "mismatches [3, 2, 3, 2, 3, 2, 3]; nearest: [1, 3, 5]"),
    (judge_four_nearest, (0, 1, 0, 1, 0), "give a tuple of six bits"),
    (judge_four_nearest, (0, 1, 0, 1, 0, 2), "give a tuple of six bits"),
    (judge_ruin_of_four, Fraction(1981, 10_000) * Fraction(101, 100),
     "the 13 bad words of length 4 have a smaller probability"),
    (judge_ruin_of_four, Fraction(1, 10), "the 13 bad words of length 4 have a larger probability"),
    (judge_ruin_of_four, 0.1981, "give a Fraction")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
