"""Judges of the page representation-learning."""

from fractions import Fraction

import pytest

from privlearn.papers.fx15.representation_learning.exercises import judge_hashes


def missed(hashes):
    return hashes, *(Fraction(3, 2**h) - Fraction(2, 4**h) for h in (hashes, hashes - 1))


def test_five_hashes_are_accepted():
    assert judge_hashes(missed(5)) == "accepted: 5 hashes: 0.0918, and 0.1797 with 4"


@pytest.mark.parametrize(("answer", "reason"), [
    (missed(4), "with 4 hashes it is 0.1797, above 1/8"), (missed(6), "5 hashes are enough as well"),
    ((5, *missed(6)[1:]), "n = 5 is right; the two values are not exact"),
    ((13, *missed(5)[1:]), "n is one of the integers 1, 2, ..., 12"), (5, "give three exact numbers")])
def test_another_number_of_hashes_is_refused(answer, reason):
    assert judge_hashes(answer).startswith(f"not yet: {reason}")
