"""Judges of the page constant-sample-learner."""

from fractions import Fraction

import pytest

from privlearn.papers.bbkn14.constant_sample_learner.exercises import (judge_smallest_rows, judge_starred_ratio,
                                                                       judge_worst_pair)

OTHERS = ((0, 0),) * 3
WITH_ONE, WITH_ZERO = (*OTHERS, (1, 1)), (*OTHERS, (0, 1))


def rows(n):
    return n, Fraction(19, 20) ** n, Fraction(19, 20) ** (n - 1)


def starred_ratio(truth, keep):
    return (truth * keep + (1 - keep) / 2) / ((1 - truth) * keep + (1 - keep) / 2)


def test_right_answers_are_accepted():
    # two databases that are told apart best
    assert judge_worst_pair((WITH_ONE, WITH_ZERO, (0, 1, 0))).startswith("accepted")
    assert judge_smallest_rows(rows(28)) == "accepted: 28 rows: 0.2378, and 0.2503 with 27"  # the least number of rows
    assert judge_starred_ratio(starred_ratio) == "accepted: as audited for nine pairs; the exercise's ratio is 13/7"


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_worst_pair, (WITH_ZERO, WITH_ONE, (0, 1, 0)), "ratio 0."),
    (judge_worst_pair, (WITH_ONE, (*OTHERS, (1, 0)), (0, 1, 0)), "ratio 2.8750, and some pair has more"),
    (judge_worst_pair, (WITH_ONE, (*OTHERS[1:], (0, 1), (0, 1)), (0, 1, 0)),
     "neighbours differ in one row, these in 2"),
    (judge_worst_pair, (WITH_ONE, WITH_ZERO, (0, 1)), "the hypothesis must be a tuple of 3 bits"),
    (judge_worst_pair, (WITH_ONE, WITH_ZERO), "give (left, right, hypothesis)"),
    (judge_smallest_rows, rows(27), "with 27 rows it is 0.2503, above 1/4"),
    (judge_smallest_rows, rows(29), "28 rows are enough as well"),
    (judge_smallest_rows, (28, 0.2378, 0.2503), "give three exact numbers"),
    (judge_smallest_rows, 28, "give three exact numbers"),
    (judge_starred_ratio, lambda truth, keep: Fraction(13, 7),
     "for truth 4/5 and keep 1/3 the audit finds another ratio"),
    (judge_starred_ratio, lambda truth, keep: starred_ratio(truth, keep) * Fraction(99, 100),
     "for truth 4/5 and keep 1/2 the audit"),
    (judge_starred_ratio, lambda truth, keep: float(starred_ratio(truth, keep)),
     "for truth 4/5 and keep 1/2 the audit"),
    (judge_starred_ratio, Fraction(13, 7), "give a function")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
