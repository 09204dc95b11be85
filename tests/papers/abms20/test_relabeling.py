"""Judges of the page relabeling."""

from fractions import Fraction
from math import comb

import pytest

from privlearn.learners.relabeling import error_count
from privlearn.papers.abms20.relabeling.exercises import judge_balanced, judge_score


def balanced(m):
    return m, *(Fraction(comb(rows, rows // 2), 2**rows) for rows in (m, m - 2))


def test_right_answers_are_accepted():
    assert judge_score(lambda data, h: error_count(data, h) + 2 * sum(h)).startswith("accepted")
    assert judge_balanced(balanced(256)) == "accepted: 256 labels: 0.04982, and 0.05001 with 254"


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_score, error_count, "its matched sensitivity is 1"),
    (judge_score, lambda data, h: 2 * error_count(data, h) + 2 * sum(h), "its sensitivity is 2"),
    (judge_score, lambda data, h: 2 * sum(h), "its sensitivity is 0"),
    (judge_score, lambda data, h: error_count(data, h) + 2.0 * sum(h), "the score of"),
    (judge_score, 3, "give a function"),
    (judge_balanced, balanced(254), "with 254 labels it is 0.05001, above 1/20"),
    (judge_balanced, balanced(258), "256 labels are enough as well"),
    (judge_balanced, (256, *balanced(258)[1:]), "n = 256 is right; the two values are not exact"),
    (judge_balanced, (255, *balanced(256)[1:]), "n is one of the integers 2, 4, ..., 1000"),
    (judge_balanced, 256, "give three exact numbers")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
