"""Judges of the page relabeling."""

import pytest

from privlearn.claims.abms20.relabeling.exercises import judge_balanced, judge_score
from privlearn.learners.relabeling import error_count


def test_the_least_even_number_of_labels_is_accepted():
    assert judge_balanced(256).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (254, "with 254 rows the labels are balanced with probability 0.0500"),
    (258, "256 rows are enough already"),
    (255, "give an even number"),
    (256.0, "give an even number"),
])
def test_another_number_of_labels_is_refused(answer, reason):
    assert judge_balanced(answer).startswith(f"not yet: {reason}")


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
