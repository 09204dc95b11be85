"""The judges of the page on privacy."""

from fractions import Fraction
from itertools import combinations

import pytest

from privlearn.papers.foundations.privacy.exercises import (judge_bounded_noise, judge_differences, judge_one_bit,
                                                            judge_truth)

OTHERS = ("Ada", "Ben", "Cleo", "Emil")
QUARTERS = [(Fraction(1, 4), four) for four in combinations((*OTHERS, "Dora"), 4)]
ONES, THREE = (1, 1, 1, 1), (1, 1, 1, 0)


def one_bit(success):
    return {0: success, 1: 1 - success}, {1: success, 0: 1 - success}


def test_odds_of_one_to_nine_may_become_one_to_two():
    def truth(before, most):
        ratio = most / (1 - most) * (1 - before) / before
        return ratio / (1 + ratio)

    assert judge_truth(truth).endswith("from 1/10 to at most 1/3 it is 9/11")
    assert "to at most 1/3: the answer 1 lifts the belief" in judge_truth(lambda *beliefs: Fraction(5, 6))
    assert "more often" in judge_truth(lambda *beliefs: Fraction(9, 11))
    assert "give a Fraction" in judge_truth(lambda *beliefs: Fraction(2, 11))
    assert "give a function" in judge_truth(Fraction(9, 11))


@pytest.mark.parametrize("answer", [(ONES, THREE, 6), ((0, 0, 0, 0), (0, 0, 0, 1), -2)])
def test_noise_that_ends_gives_a_row_away(answer):
    assert judge_bounded_noise(answer).startswith("accepted")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_differences, [(1, (*OTHERS[:3], "Dora"))], "where Cleo is ill"),
    (judge_differences, QUARTERS, "where Emil is ill"), (judge_differences, [(1, OTHERS[:3])], "exactly four"),
    (judge_differences, [(1, (*OTHERS[:3], "Ada"))], "four different"),
    (judge_differences, [(0.25, OTHERS)], "int or a Fraction"), (judge_differences, [], "at most"),
    (judge_bounded_noise, (ONES, THREE, 5), "possible on both"),
    (judge_bounded_noise, (THREE, ONES, 6), "not possible on the left"),
    (judge_bounded_noise, (ONES, (1, 1, 0, 0), 6), "exactly one row"),
    (judge_bounded_noise, (ONES, (1, 1, 1), 6), "four bits")])
def test_other_answers_are_refused(judge, answer, reason):
    assert reason in judge(answer)


def test_right_answers_are_accepted():
    # six counts over four patients give one row
    assert judge_differences([*QUARTERS, (-1, OTHERS)]).startswith("accepted")
    assert judge_one_bit(one_bit(Fraction(7, 10))).startswith("accepted")  # seven tenths are the most for one bit
    assert "2/3 only" in judge_one_bit(one_bit(Fraction(2, 3)))
    assert "needs delta 13/100" in judge_one_bit(one_bit(Fraction(71, 100)))
    assert "0 and 1" in judge_one_bit(({"a": 1}, {"b": 1}))
