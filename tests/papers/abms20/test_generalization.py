"""Judges of the page generalization."""

from fractions import Fraction

import pytest

from privlearn.concepts import all_functions
from privlearn.learning.generalization import realizable_bad_probability
from privlearn.papers.abms20.generalization.exercises import judge_points, judge_rows


def test_the_least_number_of_rows_is_accepted():
    assert judge_rows(1020).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (1019, "with 1019 rows the test would need a mean above 1.0"),
    (1021, "1020 rows are enough already"),
    (1020.0, "give a number of rows"),
])
def test_another_number_of_rows_is_refused(answer, reason):
    assert judge_rows(answer).startswith(f"not yet: {reason}")


def bad(rows):
    return realizable_bad_probability(all_functions(3).rows(), (Fraction(1, 3),) * 3, Fraction(3, 10), rows)


def test_the_lasting_number_of_points_is_accepted():
    assert judge_points((48, bad(48), bad(47))).startswith("accepted: 48 points: 0.0088")


@pytest.mark.parametrize(("answer", "reason"), [
    ((47, bad(47), bad(46)), "with 47 points the probability is 0.0114"),
    ((44, bad(44), bad(43)), "with 47 points the probability is 0.0114"),
    ((49, bad(49), bad(48)), "48 points are enough as well"),
    ((48, bad(47), bad(48)), "n = 48 is right; the two values are not exact"),
    (48, "give three exact numbers"),
])
def test_another_number_of_points_is_refused(answer, reason):
    assert judge_points(answer).startswith(f"not yet: {reason}")
