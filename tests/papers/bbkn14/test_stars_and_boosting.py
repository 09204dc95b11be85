"""Judges of the page stars-and-boosting."""

from fractions import Fraction

import pytest

from privlearn.papers.bbkn14.stars_and_boosting.exercises import judge_selection_change, judge_where_the_route_breaks


def terms(k, runs):
    beta = Fraction(k, 1000)
    return k, beta / 5 + beta**2 / 3 + runs * (beta**2 / 3 + beta**3 / 27)


def test_right_answers_are_accepted():
    # a hypothesis that gains on forty others
    assert judge_selection_change(((0,) * 40 + (3,), (1,) * 40 + (2,), 40)).startswith("accepted")
    assert judge_where_the_route_breaks(terms(132, 17)).startswith("accepted: at beta = 0.132 there are 17 runs")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_selection_change, ((0,) * 10 + (3,), (1,) * 10 + (2,), 10), "the probability changes by the factor 2.1719"),
    (judge_selection_change, ((0,) * 40 + (3,), (1,) * 40 + (2,), 0), "the probability changes by the factor 0.9909"),
    (judge_selection_change, ((0,) * 40 + (3,), (2,) * 40 + (2,), 40),
     "one row changes each number of errors by at most 1"),
    (judge_selection_change, ((0,) * 40, (1,) * 40, 40), "give two equally long tuples"),
    (judge_selection_change, (0, 1), "give (errors before, errors after, number of the hypothesis)"),
    (judge_where_the_route_breaks, terms(131, 17), "at beta = 131/1000 there are 17 runs"),
    (judge_where_the_route_breaks, terms(133, 17), "it breaks at a smaller beta already"),
    (judge_where_the_route_breaks, terms(132, 18), "k = 132 is right, but the sum is another"),
    (judge_where_the_route_breaks, 132, "give (k, the exact sum")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
