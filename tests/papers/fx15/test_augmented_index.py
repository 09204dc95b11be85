"""Judges of the page augmented-index."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.papers.fx15.augmented_index.exercises import judge_reduction, judge_slacks, judge_two_messages

STRINGS = {u: 7 - 4 * u[0] - 2 * u[1] - u[2] for u in product((0, 1), repeat=3)}
PREFIXES = {(): 3, (0,): 5, (1,): 1, (0, 0): 6, (0, 1): 4, (1, 0): 2, (1, 1): 0}
ERRORS = dict(zip(range(2, 8), map(Fraction, ("1/4", "5/24", "1/6", "1/8", "1/12", "1/24")), strict=True))


def test_right_answers_are_accepted():
    assert judge_two_messages(lambda x: int(sum(x) >= 2)).startswith("accepted")  # the majority of three bits
    assert judge_reduction((STRINGS, PREFIXES)).startswith("accepted")  # thresholds and midpoints
    assert judge_slacks((2, ERRORS)).startswith("accepted")  # two messages come closest


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_two_messages, lambda x: x[0] ^ x[1] ^ x[2],
     "the errors at the three positions are 1/2, 1/2, 0; their mean 1/3"),
    (judge_two_messages, lambda x: x[0], "the errors at the three positions are 0, 1/2, 1/2"),
    (judge_two_messages, lambda x: sum(x), "messages must be 0 or 1"),
    (judge_two_messages, 1, "give a function of a string"),
    (judge_reduction, (STRINGS, PREFIXES | {(1, 1): 1}), "string (1, 1, 0), position 3"),
    (judge_reduction, (STRINGS | {(1, 1, 1): 1}, PREFIXES), "string (1, 1, 1), position 3"),
    (judge_reduction, (STRINGS, PREFIXES | {(): 8}), "thresholds and points are numbers from 0 to 7"),
    (judge_reduction, (STRINGS, {(): 3}), "string (0, 0, 0), position 2: the value is not the bit, or one"),
    (judge_reduction, STRINGS, "give two dictionaries"),
    (judge_slacks, (3, ERRORS), "the errors are right; another k than 3"),
    (judge_slacks, (2, ERRORS | {5: Fraction(1, 7)}), "the least error with 5 messages is not 1/7"),
    (judge_slacks, (2, {2: Fraction(1, 4)}), "the dictionary gives an exact error for each"),
    (judge_slacks, 2, "give a number of messages, and a dictionary")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
