"""Judges of the page utility."""

import pytest

from privlearn.papers.klmns20.utility.exercises import judge_worst_database


def test_right_answers_are_accepted():
    assert judge_worst_database((3, 3, 3, 4, 4, 4)).startswith("accepted")  # two neighbouring values
    assert judge_worst_database((0, 0, 0, 1, 1, 1)).startswith("accepted")  # any two neighbouring values


@pytest.mark.parametrize(("answer", "reason"), [
    ((3, 3, 3, 3, 3, 3), "it fails with probability"), ((3, 3, 3, 5, 5, 5), "it fails with probability"),
    ((3, 3, 4, 4, 4, 4), "it fails with probability"), ((3, 3, 3, 4, 4), "give six elements"),
    ((3, 3, 3, 4, 4, 8), "the elements are integers from 0 to 7")])
def test_another_database_is_refused(answer, reason):
    assert judge_worst_database(answer).startswith(f"not yet: {reason}")
