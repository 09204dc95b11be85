"""Judges of the page related-work."""

import pytest

from privlearn.papers.fx15.related_work.exercises import judge_synthetic


def test_two_labels_at_one_point_are_accepted():
    assert judge_synthetic((((0, 0),), ((0, 0), (0, 1)), 0)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((((0, 0),), ((0, 0), (0, 1)), 1), "the excess error 0 is not above the accuracy 1/2"),
    ((((0, 0),), ((0, 0), (0, 0), (0, 1)), 0), "threshold 0 is not best on the synthetic sample"),
    ((((0, 0),), ((0, 1),), 0), "the excess error 1 is not above the accuracy 1"),
    ((((0, 0), (0, 0)), ((0, 0), (0, 1)), 0), "the sample must have 1 to 1 rows"),
    ((((0, 0),), ((0, 0), (0, 1)), 4), "t must be one of 0, 1, 2, 3"), (0, "give (sample, synthetic sample, t)")])
def test_another_sample_is_refused(answer, reason):
    assert judge_synthetic(answer).startswith(f"not yet: {reason}")
