"""Judges of the page stars-and-boosting."""

import pytest

from privlearn.claims.bbkn14.stars_and_boosting.exercises import judge_selection_change, judge_where_the_route_breaks


def test_the_least_k_is_accepted():
    assert judge_where_the_route_breaks(132).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (131, "at beta = 131/1000 there are 17 runs"),
    (133, "it breaks at a smaller beta already"),
    (0.1, "give an integer k from 1 to 1000"),
])
def test_another_k_is_refused(answer, reason):
    assert judge_where_the_route_breaks(answer).startswith(f"not yet: {reason}")


def test_a_hypothesis_that_gains_on_forty_others_is_accepted():
    assert judge_selection_change(((0,) * 40 + (3,), (1,) * 40 + (2,), 40)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (((0,) * 10 + (3,), (1,) * 10 + (2,), 10), "the probability changes by the factor 2.1719"),
    (((0,) * 40 + (3,), (1,) * 40 + (2,), 0), "the probability changes by the factor 0.9909"),
    (((0,) * 40 + (3,), (2,) * 40 + (2,), 40), "one row changes each number of errors by at most 1"),
    (((0,) * 40, (1,) * 40, 40), "give two equally long tuples"),
    ((0, 1), "give (errors before, errors after, number of the hypothesis)"),
])
def test_another_change_is_refused(answer, reason):
    assert judge_selection_change(answer).startswith(f"not yet: {reason}")
