"""Judges of the page choosing."""

from fractions import Fraction

import pytest

from privlearn.papers.klmns20.choosing.exercises import judge_growing_quality, judge_sharp_scores, judge_threshold

THRESHOLD = Fraction(700_776, 10_000)


def test_two_scores_that_fall_while_one_rises_are_accepted():
    assert judge_sharp_scores(((0, 9, 9), (1, 8, 8))).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (((0, 0, 0), (1, 0, 0)), "the largest ratio is 1.5000, and 0.9 e^epsilon is 3.6"),
    (((0, 4, 4), (1, 3, 4)), "the largest ratio is 2.5385, and 0.9 e^epsilon is 3.6"),
    (((0, 9, 9), (2, 8, 8)), "a score moves by more than 1"),
    (((0, 9, Fraction(1, 2)), (1, 8, 0)), "scores are integers"),
    (((0, 9), (1, 8)), "give two tuples of 3 scores"),
])
def test_other_scores_are_refused(answer, reason):
    assert judge_sharp_scores(answer).startswith(f"not yet: {reason}")


def test_the_multiplicities_of_two_values_are_accepted():
    assert judge_growing_quality(lambda s, f: s.count(f) + s.count((f + 1) % 4)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (lambda s, f: s.count(f), "one row raises up to 1 qualities"),
    (lambda s, f: len(s), "one row raises up to 4 qualities"),
    (lambda s, f: 2 * s.count(f), "adding 0 to () changes the qualities by [2, 0, 0, 0]"),
    (lambda s, f: s.count(f) + 1, "the empty database must have quality 0"),
    (2, "give a function (database, outcome)"),
])
def test_another_quality_is_refused(answer, reason):
    assert judge_growing_quality(answer).startswith(f"not yet: {reason}")


def test_the_threshold_to_four_decimals_is_accepted():
    assert judge_threshold(THRESHOLD).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (THRESHOLD - Fraction(1, 1000), "delta would be larger than 10^-6"),
    (THRESHOLD + Fraction(1, 1000), "a smaller threshold is enough"),
    (THRESHOLD * Fraction(101, 100), "a smaller threshold is enough"),
    (1, "it lies between 1 and 1000"),
    (70.0776, "give an integer or a Fraction"),
])
def test_another_threshold_is_refused(answer, reason):
    assert judge_threshold(answer).startswith(f"not yet: {reason}")
