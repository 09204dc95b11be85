"""Judges of the page lines-learner."""

from fractions import Fraction
from math import comb

import pytest

from privlearn.papers.fx15.lines_learner.exercises import judge_changes, judge_harmless_pair, judge_least_blocks


def moved(most, second, winner_first):
    return (most - second) // 2 + 1 if winner_first else (most - second + 1) // 2


def tail(blocks):
    return blocks, Fraction(sum(comb(blocks, k) * 2**k for k in range(blocks + 1) if 12 * k < 7 * blocks), 3**blocks)


def test_right_answers_are_accepted():
    assert judge_harmless_pair(((2, 1), (1, 2))).startswith("accepted")  # a winner against the zero function
    assert judge_changes(moved).startswith("accepted")  # the lead is halved
    assert judge_least_blocks(tail(120)) == "accepted: with 120 blocks the probability is 0.0225"


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_harmless_pair, ((0, 2, 1), (0, 1, 2)), "the two directions cost"),
    (judge_harmless_pair, ((2, 1), (3, 0)), "hypothesis 0 wins both times"),
    (judge_harmless_pair, ((2, 1), (0, 3)), "the second must come from the first by changing one vote"),
    (judge_harmless_pair, ((2, -1), (1, 2)), "counts are integers of at least 0"),
    (judge_harmless_pair, ((2.0, 1), (1, 2)), "counts are integers"),
    (judge_harmless_pair, 2, "give two tuples of counts"),
    (judge_changes, lambda most, second, first: most - second,
     "2 against 0 votes, ties go to the runner-up: it is not 2"),
    (judge_changes, lambda most, second, first: moved(most, second, False),
     "2 against 0 votes, ties go to the winner: it is not 1"),
    (judge_changes, lambda *case: float(moved(*case)), "1 against 0 votes, ties go to the runner-up: it is not 1.0"),
    (judge_changes, (1, 2), "give a function"),
    (judge_least_blocks, tail(119), "with 119 blocks the probability is"),
    (judge_least_blocks, tail(266), "that is enough, but a smaller number is too"),
    (judge_least_blocks, (120, tail(119)[1]), "120 is right, but the probability is not exactly that"),
    (judge_least_blocks, (501, 0), "the number of blocks is between 1 and 500"),
    (judge_least_blocks, 120, "give (number of blocks, the exact probability)")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
