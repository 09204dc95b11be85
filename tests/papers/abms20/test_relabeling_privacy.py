"""Judges of the page relabeling-privacy."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.papers.abms20.relabeling_privacy.exercises import judge_hidden, judge_order_of_limits

PATTERNS = [pattern for pattern in product((0, 1), repeat=3) if sum(pattern) < 3]


def hidden(patterns):
    """Return the concepts with these patterns on V, and two with all ones there."""
    return [(0, 1, 1, 1, 1), (1, 1, 1, 1, 1), *((1, bit, *pattern) for pattern in patterns for bit in (0, 1))]


def test_right_answers_are_accepted():
    assert judge_hidden(hidden(PATTERNS)).startswith("accepted")  # a class with eight patterns
    assert judge_order_of_limits((4, Fraction(1, 10**5), 10**6)).startswith("accepted")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_hidden, hidden(PATTERNS[:4]), "the largest ratio is 3"),
    (judge_hidden, hidden(PATTERNS)[1:], "the largest ratio is 15/8, at the pattern (1, 1, 1) of V"),
    (judge_hidden, [(0, 0), (1, 1)], "3 to 7 points"), (judge_hidden, "01111", "give the concepts of a class"),
    (judge_order_of_limits, (4, Fraction(1, 10**5), 10**4), "the largest ratio of probabilities is"),
    (judge_order_of_limits, (1, Fraction(1, 10**5), 10**6),
     "the largest ratio of probabilities is 2.6484, but e^1.4 = 4.0552"),
    (judge_order_of_limits, (4, Fraction(1, 999), 10**6), "eps_0 must be a Fraction above 0 and at most 1/100,000"),
    (judge_order_of_limits, (4, 1e-5, 10**6), "eps_0 must be a Fraction"),
    (judge_order_of_limits, (4, Fraction(1, 10**5), 10**7 + 1), "R must be an integer"),
    (judge_order_of_limits, (4, Fraction(1, 10**5)), "give (number of points")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
