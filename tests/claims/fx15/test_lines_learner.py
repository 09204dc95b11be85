"""Judges of the page lines-learner."""

import pytest

from privlearn.claims.fx15.lines_learner.exercises import judge_changes, judge_harmless_pair, judge_least_blocks


def test_one_vote_or_two_are_accepted():
    assert judge_changes((1, 2)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((2, 2), "ties go to the runner-up"),
    ((1, 1), "ties go to the winner"),
    ((1.0, 2), "give two integers"),
    (1, "give two integers"),
])
def test_another_pair_is_refused(answer, reason):
    assert judge_changes(answer).startswith(f"not yet: {reason}")


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


def test_the_least_number_of_blocks_is_accepted():
    assert judge_least_blocks(120).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (119, "with 119 blocks the probability is"),
    (121, "with 121 blocks the probability is"),
    (132, "that is enough, but a smaller number is too"),
    (2001, "far fewer will do"),
    ("120", "give a positive integer"),
])
def test_another_number_of_blocks_is_refused(answer, reason):
    assert judge_least_blocks(answer).startswith(f"not yet: {reason}")
