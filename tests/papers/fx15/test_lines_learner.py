"""Judges of the page lines-learner."""

from fractions import Fraction
from math import comb

import pytest

from privlearn.papers.fx15.lines_learner.exercises import judge_changes, judge_harmless_pair, judge_least_blocks


def test_a_winner_against_the_zero_function_is_accepted():
    assert judge_harmless_pair(((2, 1), (1, 2))).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (((0, 2, 1), (0, 1, 2)), "the two directions cost"),
    (((2, 1), (3, 0)), "hypothesis 0 wins both times"),
    (((2, 1), (0, 3)), "the second must come from the first by changing one vote"),
    (((2, -1), (1, 2)), "counts are integers of at least 0"),
    (((2.0, 1), (1, 2)), "counts are integers"),
    (2, "give two tuples of counts"),
])
def test_other_votes_are_refused(answer, reason):
    assert judge_harmless_pair(answer).startswith(f"not yet: {reason}")


def moved(most, second, winner_first):
    return (most - second) // 2 + 1 if winner_first else (most - second + 1) // 2


def test_the_lead_is_halved():
    assert judge_changes(moved).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (lambda most, second, first: most - second, "2 against 0 votes, ties go to the runner-up: it is not 2"),
    (lambda most, second, first: moved(most, second, False), "2 against 0 votes, ties go to the winner: it is not 1"),
    (lambda *case: float(moved(*case)), "1 against 0 votes, ties go to the runner-up: it is not 1.0"),
    ((1, 2), "give a function"),
])
def test_another_number_of_votes_is_refused(answer, reason):
    assert judge_changes(answer).startswith(f"not yet: {reason}")


def tail(blocks):
    return blocks, Fraction(sum(comb(blocks, k) * 2**k for k in range(blocks + 1) if 12 * k < 7 * blocks), 3**blocks)


def test_the_least_number_of_blocks_is_accepted():
    assert judge_least_blocks(tail(120)) == "accepted: with 120 blocks the probability is 0.0225"


@pytest.mark.parametrize(("answer", "reason"), [
    (tail(119), "with 119 blocks the probability is"),
    (tail(266), "that is enough, but a smaller number is too"),
    ((120, tail(119)[1]), "120 is right, but the probability is not exactly that"),
    ((501, 0), "the number of blocks is between 1 and 500"),
    (120, "give (number of blocks, the exact probability)"),
])
def test_another_number_of_blocks_is_refused(answer, reason):
    assert judge_least_blocks(answer).startswith(f"not yet: {reason}")
