"""Judges of the page closure-learner."""

import pytest

from privlearn.papers.abms20.closure_learner.exercises import judge_loss, judge_rows

TIE = [(1, 0)] * 4 + [(1, 1)] * 4


def test_right_answers_are_accepted():
    assert judge_loss(([*TIE, (0, 0)], [*TIE, (2, 1)])).startswith("accepted")  # a tie that one row breaks
    assert judge_rows(509_630).startswith("accepted")  # the least number of rows
    assert judge_rows(510_000).startswith("accepted")  # the largest number allowed


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_loss, ([*TIE, (1, 0)], [*TIE, (1, 1)]), "the largest ratio of probabilities is"),
    (judge_loss, ([*TIE, (0, 0)], [*TIE, (0, 1)]), "the largest ratio of probabilities is"),
    (judge_loss, ([*TIE, (0, 0)], [*TIE, (0, 0)]), "neighbours differ in one replaced row, these differ in 0"),
    (judge_loss, ([*TIE, (0, 0)], [*TIE[:-1], (0, 1), (2, 1)]),
     "neighbours differ in one replaced row, these differ in 2"),
    (judge_loss, (TIE, TIE), "a database has nine rows"), (judge_loss, TIE, "give a pair of databases"),
    (judge_rows, 509_629, "with 509629 rows the ratio is"),
    (judge_rows, 510_001, "510001 rows suffice, but 510,000 do as well"), (judge_rows, 999, "give a number of rows"),
    (judge_rows, 509_630.0, "give a number of rows")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
