"""Judges of the page above-threshold."""

import pytest

from privlearn.papers.klmns20.above_threshold.exercises import judge_general_queries


def test_answers_that_move_against_each_other_are_accepted():
    assert judge_general_queries(((0, 0, 1), (1, 1, 0), 2)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (((0, 0, 0), (1, 1, 1), 0), "the ratio is"), (((1, 1, 0), (0, 0, 1), 2), "the ratio is 0.0"),
    (((0, 1), (1, 0), 1), "the ratio is 6.73, the promise 16"),
    (((0, 0, 2), (1, 1, 0), 2), "neighbours change no answer by more than 1"),
    (((0, 0, 1), (1, 1, 0), 3), "two tuples of the same length, at most 6"),
    (((0, 0, 1.0), (1, 1, 0), 2), "the answers are tuples of integers"),
    ((0, 1), "give two tuples of answers and an index")])
def test_other_answers_are_refused(answer, reason):
    assert judge_general_queries(answer).startswith(f"not yet: {reason}")
