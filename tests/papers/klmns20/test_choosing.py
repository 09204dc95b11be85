"""Judges of the page choosing."""

from fractions import Fraction

import pytest

from privlearn.papers.klmns20.choosing.exercises import judge_growing_quality, judge_sharp_scores, judge_threshold

THRESHOLD = Fraction(700_776, 10_000)


def test_right_answers_are_accepted():
    assert judge_sharp_scores(((0, 9, 9), (1, 8, 8))).startswith("accepted")  # two scores that fall while one rises
    assert judge_growing_quality(lambda s, f: s.count(f) + s.count((f + 1) % 4)).startswith("accepted")
    assert judge_threshold(THRESHOLD).startswith("accepted")  # the threshold to four decimals


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_sharp_scores, ((0, 0, 0), (1, 0, 0)), "the largest ratio is 1.5000, and 0.9 e^epsilon is 3.6"),
    (judge_sharp_scores, ((0, 4, 4), (1, 3, 4)), "the largest ratio is 2.5385, and 0.9 e^epsilon is 3.6"),
    (judge_sharp_scores, ((0, 9, 9), (2, 8, 8)), "a score moves by more than 1"),
    (judge_sharp_scores, ((0, 9, Fraction(1, 2)), (1, 8, 0)), "scores are integers"),
    (judge_sharp_scores, ((0, 9), (1, 8)), "give two tuples of 3 scores"),
    (judge_growing_quality, lambda s, f: s.count(f), "one row raises up to 1 qualities"),
    (judge_growing_quality, lambda s, f: len(s), "one row raises up to 4 qualities"),
    (judge_growing_quality, lambda s, f: 2 * s.count(f), "adding 0 to () changes the qualities by [2, 0, 0, 0]"),
    (judge_growing_quality, lambda s, f: s.count(f) + 1, "the empty database must have quality 0"),
    (judge_growing_quality, 2, "give a function (database, outcome)"),
    (judge_threshold, THRESHOLD - Fraction(1, 1000), "delta would be larger than 10^-6"),
    (judge_threshold, THRESHOLD + Fraction(1, 1000), "a smaller threshold is enough"),
    (judge_threshold, THRESHOLD * Fraction(101, 100), "a smaller threshold is enough"),
    (judge_threshold, 1, "it lies between 1 and 1000"), (judge_threshold, 70.0776, "give an integer or a Fraction")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
