"""Judges of the page light-hypotheses."""

from fractions import Fraction

import pytest

from privlearn.papers.bbkn14.light_hypotheses.exercises import judge_fallback, judge_few_sets


def masses(fallback, target):
    return (fallback,) * 6 + (0,) * 5 + (target,)


def test_right_answers_are_accepted():
    assert judge_fallback(masses(Fraction(7, 48), Fraction(1, 8))).startswith("accepted")  # six points of equal mass
    assert judge_few_sets([(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]).startswith("accepted")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_fallback, masses(Fraction(29, 200), Fraction(13, 100)), "the zero function has error 13/100, more than 1/8"),
    (judge_fallback, (Fraction(1, 8),) * 7 + (0,) * 4 + (Fraction(1, 8),),
     "a fallback point has error 1/4, no more than 1/4"),
    (judge_fallback, masses(Fraction(7, 48), Fraction(1, 9)), "masses are not negative and sum to 1"),
    (judge_fallback, (1 / 12,) * 12, "give 12 masses"),
    (judge_few_sets, [(0, 1), (1, 2), (2, 3), (3, 4)],
     "some pair is 40/7 times as likely on one database as on another"),
    (judge_few_sets, [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2)],
     "some pair is 68/11 times as likely on one database as on another"),
    (judge_few_sets, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)], "give at most five pairs"),
    (judge_few_sets, [*[(i, (i + 1) % 5) for i in range(5)], (0, 2)], "give at most five pairs"),
    (judge_few_sets, 5, "give at most five pairs")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
