"""Judges of the page introduction."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.learners.proper_points import label_private_sample_size
from privlearn.papers.bbkn14.introduction.exercises import judge_bayes_risk, judge_label_private_rows


def risk(points, rows):
    seen = [len(set(sample)) for sample in product(range(points), repeat=rows)]
    return 1 - sum(Fraction(1, 2 ** (points - k)) for k in seen) / len(seen)


def test_right_answers_are_accepted():
    assert judge_label_private_rows(label_private_sample_size).startswith("accepted")  # the sample size of the library
    assert judge_bayes_risk(risk).endswith("for v = 3 and n = 2 it is 7/12")  # the exact risk


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_label_private_rows, lambda alpha, beta, ratio: 5, "5 rows fail more often than beta"),
    (judge_label_private_rows, lambda alpha, beta, ratio: label_private_sample_size(alpha, beta, ratio) // 8,
     "5 rows fail more often than beta at alpha = 1/2, beta = 1/10, 4"),
    (judge_label_private_rows, lambda alpha, beta, ratio: 151, "at"),
    (judge_label_private_rows, 100, "give a function"),
    (judge_bayes_risk, lambda v, n: risk(v, n) * Fraction(101, 100),
     "for v = 1 and n = 0 the best learner does better than"),
    (judge_bayes_risk, lambda v, n: risk(v, n) * Fraction(99, 100),
     "for v = 1 and n = 0 the best learner does worse than"),
    (judge_bayes_risk, lambda v, n: float(risk(v, n)), "for v = 1 and n = 0 give a Fraction"),
    (judge_bayes_risk, Fraction(7, 12), "give a function")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
