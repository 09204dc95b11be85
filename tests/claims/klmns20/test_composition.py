"""Judges of the page composition."""

import pytest

from privlearn.claims.klmns20.composition.exercises import judge_most_answers


def test_the_largest_number_of_answers_is_accepted():
    assert judge_most_answers(172).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (171, "171 answers are fine, and so is one more"),
    (173, "173 answers cost"),
    (55, "55 answers are fine, and so is one more"),
    (172.0, "give a whole number"),
])
def test_another_number_of_answers_is_refused(answer, reason):
    assert judge_most_answers(answer).startswith(f"not yet: {reason}")
