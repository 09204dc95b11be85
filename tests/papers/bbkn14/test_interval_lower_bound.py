"""Judges of the page interval-lower-bound."""

from fractions import Fraction

import pytest

from privlearn.papers.bbkn14.interval_lower_bound.exercises import judge_forcing_distribution


def test_right_answers_are_accepted():
    assert judge_forcing_distribution([1, 0, 0, 0, 0, 0, 0, 0]).startswith("accepted")  # all mass on the first point
    assert judge_forcing_distribution([Fraction(1, 2), 0, 0, 0, 0, 0, 0, Fraction(1, 2)]).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ([Fraction(49, 100), Fraction(51, 100), 0, 0, 0, 0, 0, 0], "the interval below 1 has error 49/100"),
    ([0, 0, 0, 0, 0, 0, 0, 1], "the interval below 1 has error 0"),
    ([1, 1, 0, 0, 0, 0, 0, 0], "the probabilities must be at least 0 and sum to 1"),
    ([2, -1, 0, 0, 0, 0, 0, 0], "the probabilities must be at least 0 and sum to 1"),
    ([1.0, 0, 0, 0, 0, 0, 0, 0], "give integers or Fractions"), ([1, 0, 0, 0, 0, 0, 0], "give 8 probabilities")])
def test_another_distribution_is_refused(answer, reason):
    assert judge_forcing_distribution(answer).startswith(f"not yet: {reason}")
