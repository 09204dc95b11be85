"""Judges of the page relabeling."""

from fractions import Fraction
from math import comb

import pytest

from privlearn.learners.relabeling import error_count
from privlearn.papers.abms20.relabeling.exercises import judge_balanced, judge_score


def test_errors_and_twice_the_size_of_the_concept_are_accepted():
    assert judge_score(lambda data, h: error_count(data, h) + 2 * sum(h)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (error_count, "its matched sensitivity is 1"),
    (lambda data, h: 2 * error_count(data, h) + 2 * sum(h), "its sensitivity is 2"),
    (lambda data, h: 2 * sum(h), "its sensitivity is 0"),
    (lambda data, h: error_count(data, h) + 2.0 * sum(h), "the score of"),
    (3, "give a function"),
])
def test_another_score_is_refused(answer, reason):
    assert judge_score(answer).startswith(f"not yet: {reason}")


def balanced(m):
    return m, *(Fraction(comb(rows, rows // 2), 2**rows) for rows in (m, m - 2))


def test_the_least_even_number_of_labels_is_accepted():
    assert judge_balanced(balanced(256)) == "accepted: 256 labels: 0.04982, and 0.05001 with 254"


@pytest.mark.parametrize(("answer", "reason"), [
    (balanced(254), "with 254 labels it is 0.05001, above 1/20"),
    (balanced(258), "256 labels are enough as well"),
    ((256, *balanced(258)[1:]), "n = 256 is right; the two values are not exact"),
    ((255, *balanced(256)[1:]), "n is one of the integers 2, 4, ..., 1000"),
    (256, "give three exact numbers"),
])
def test_another_number_of_labels_is_refused(answer, reason):
    assert judge_balanced(answer).startswith(f"not yet: {reason}")
