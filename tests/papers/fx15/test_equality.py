"""Judges of the page equality."""

from fractions import Fraction

import pytest

from privlearn.papers.fx15.equality.exercises import judge_bad_distribution, judge_comparable

THIRD, HALF = Fraction(1, 3), Fraction(1, 2)


def test_right_answers_are_accepted():
    assert judge_bad_distribution((THIRD, THIRD, THIRD, 0)).startswith("accepted")  # three words of equal mass
    assert judge_comparable((0, (HALF, HALF, 0, 0))).startswith("accepted")  # half the mass on two points


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_bad_distribution, (Fraction(1, 4),) * 4, "here eight keys miss with probability"),
    (judge_bad_distribution, (1, 0, 0, 0), "here eight keys miss with probability 0 only"),
    (judge_bad_distribution, (THIRD, THIRD, THIRD, THIRD), "they sum to 4/3"),
    (judge_bad_distribution, (1 / 3, 1 / 3, 1 / 3, 0), "give four probabilities"),
    (judge_comparable, (0, (Fraction(49, 100), Fraction(51, 100), 0, 0)),
     "some hypothesis errs with probability 49/100 only"),
    (judge_comparable, (3, (0, 0, 0, 1)), "some hypothesis errs with probability 0 only"),
    (judge_comparable, (4, (HALF, HALF, 0, 0)), "the point is 0, 1, 2 or 3"),
    (judge_comparable, (0, (0.5, 0.5, 0, 0)), "the point is 0, 1, 2 or 3"),
    (judge_comparable, 0, "give (point of the function, four probabilities)")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
