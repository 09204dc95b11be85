"""Judges of the page composition."""

from fractions import Fraction

import pytest

from privlearn.mechanisms.composition import response_composition_delta
from privlearn.papers.klmns20.composition.exercises import cost, judge_most_answers


def deltas(k):
    return k, *(response_composition_delta(steps, Fraction(51, 50), 3) for steps in (k, k + 1))


def test_the_largest_number_of_answers_is_accepted():
    assert judge_most_answers(deltas(172)).startswith("accepted: 172 answers cost 9.")
    assert cost(20, Fraction(6, 5)) == response_composition_delta(20, Fraction(51, 50), Fraction(6, 5))  # by the judge


@pytest.mark.parametrize(("answer", "reason"), [
    (deltas(171), "171 answers are fine, and so is one more"), (deltas(173), "173 answers cost"),
    (deltas(55), "55 answers are fine, and so is one more"),
    ((172, *deltas(171)[1:]), "172 answers are right, but the two deltas are not exact"),
    ((301, 0, 0), "k is a whole number between 1 and 300"), (172, "give three exact numbers")])
def test_another_number_of_answers_is_refused(answer, reason):
    assert judge_most_answers(answer).startswith(f"not yet: {reason}")
