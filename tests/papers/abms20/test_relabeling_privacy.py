"""Judges of the page relabeling-privacy."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.papers.abms20.relabeling_privacy.exercises import judge_hidden, judge_order_of_limits

PATTERNS = [pattern for pattern in product((0, 1), repeat=3) if sum(pattern) < 3]


def hidden(patterns):
    """Return the concepts with these patterns on V, and two with all ones there."""
    return [(0, 1, 1, 1, 1), (1, 1, 1, 1, 1), *((1, bit, *pattern) for pattern in patterns for bit in (0, 1))]


def test_a_class_with_eight_patterns_is_accepted():
    assert judge_hidden(hidden(PATTERNS)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (hidden(PATTERNS[:4]), "the largest ratio is 3"),
    (hidden(PATTERNS)[1:], "the largest ratio is 15/8, at the pattern (1, 1, 1) of V"),
    ([(0, 0), (1, 1)], "3 to 7 points"),
    ("01111", "give the concepts of a class"),
])
def test_another_class_is_refused(answer, reason):
    assert judge_hidden(answer).startswith(f"not yet: {reason}")


def test_a_tiny_loss_repeated_a_million_times_is_accepted():
    assert judge_order_of_limits((4, Fraction(1, 10**5), 10**6)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((4, Fraction(1, 10**5), 10**4), "the largest ratio of probabilities is"),
    ((1, Fraction(1, 10**5), 10**6), "the largest ratio of probabilities is 2.6484, but e^1.4 = 4.0552"),
    ((4, Fraction(1, 999), 10**6), "eps_0 must be a Fraction above 0 and at most 1/100,000"),
    ((4, 1e-5, 10**6), "eps_0 must be a Fraction"),
    ((4, Fraction(1, 10**5), 10**7 + 1), "R must be an integer"),
    ((4, Fraction(1, 10**5)), "give (number of points"),
])
def test_another_triple_is_refused(answer, reason):
    assert judge_order_of_limits(answer).startswith(f"not yet: {reason}")
