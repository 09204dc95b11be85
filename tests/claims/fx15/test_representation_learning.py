"""Judges of the page representation-learning."""

import pytest

from privlearn.claims.fx15.representation_learning.exercises import judge_hashes


def test_five_hashes_are_accepted():
    assert judge_hashes(5).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (4, "with 4 hashes some distribution is missed with probability 23/128"),
    (6, "one hash less is enough as well"),
    (7, "one hash less is enough as well"),
    (13, "give an integer from 0 to 12"),
    (5.0, "give an integer"),
])
def test_another_number_of_hashes_is_refused(answer, reason):
    assert judge_hashes(answer).startswith(f"not yet: {reason}")
