"""Judges of the page generalization."""

from fractions import Fraction

import pytest

from privlearn.concepts import all_functions
from privlearn.learning.generalization import realizable_bad_probability
from privlearn.papers.abms20.generalization.exercises import judge_points, judge_rows


def bad(rows):
    return realizable_bad_probability(all_functions(3).rows(), (Fraction(1, 3),) * 3, Fraction(3, 10), rows)


def test_right_answers_are_accepted():
    assert judge_rows(1020).startswith("accepted")  # the least number of rows
    assert judge_points((48, bad(48), bad(47))).startswith("accepted: 48 points: 0.0088")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_rows, 1019, "with 1019 rows the test would need a mean above 1.0"),
    (judge_rows, 1021, "1020 rows are enough already"), (judge_rows, 1020.0, "give a number of rows"),
    (judge_points, (47, bad(47), bad(46)), "with 47 points the probability is 0.0114"),
    (judge_points, (44, bad(44), bad(43)), "with 47 points the probability is 0.0114"),
    (judge_points, (49, bad(49), bad(48)), "48 points are enough as well"),
    (judge_points, (48, bad(47), bad(48)), "n = 48 is right; the two values are not exact"),
    (judge_points, 48, "give three exact numbers")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
