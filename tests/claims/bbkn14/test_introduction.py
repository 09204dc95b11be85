"""Judges of the page introduction."""

from fractions import Fraction

import pytest

from privlearn.claims.bbkn14.introduction.exercises import judge_bayes_risk, judge_label_private_rows
from privlearn.learners.proper_points import label_private_sample_size


def test_the_sample_size_of_the_library_is_accepted():
    assert judge_label_private_rows(label_private_sample_size).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (lambda alpha, beta, ratio: 5, "5 rows fail more often than beta"),
    (lambda alpha, beta, ratio: label_private_sample_size(alpha, beta, ratio) // 8,
     "5 rows fail more often than beta at alpha = 1/2, beta = 1/10, 4"),
    (lambda alpha, beta, ratio: 151, "at"),
    (100, "give a function"),
])
def test_another_number_of_rows_is_refused(answer, reason):
    assert judge_label_private_rows(answer).startswith(f"not yet: {reason}")


def test_the_exact_risk_is_accepted():
    assert judge_bayes_risk(Fraction(7, 12)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (Fraction(7, 12) * Fraction(101, 100), "the best learner does better than"),
    (Fraction(7, 12) * Fraction(99, 100), "the best learner does worse than"),
    (0.75, "give a Fraction"),
])
def test_another_risk_is_refused(answer, reason):
    assert judge_bayes_risk(answer).startswith(f"not yet: {reason}")
