"""Judges of the page random-construction."""

from itertools import product

import pytest

from privlearn.dimensions import threshold_dimension
from privlearn.dimensions.composition import or_class_of_coins
from privlearn.papers.abms20.random_construction.exercises import judge_coins, judge_sharp, judge_two_and_five

ROWS = ["00000", "10000", "11000", "00100", "01100", "10010", "01010", "10101"]
CLASS = [[int(bit) for bit in row] for row in ROWS]


def staircase(size):
    return [[int(point >= row) for point in range(size)] for row in range(size)]


LONG = [coins for coins in product((0, 1), repeat=6)
        if threshold_dimension(or_class_of_coins(3, coins).concepts()) == 3]


def test_right_answers_are_accepted():
    assert judge_two_and_five(CLASS).startswith("accepted")  # a class with two thresholds and unions with five
    assert judge_sharp(lambda k: staircase(2 * k - 2)).startswith("accepted")  # the staircase of 2k minus 2 functions
    assert judge_coins(LONG) == "accepted: 8 outcomes have T(H) = 3, the other 56 have T(H) = 2"


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_two_and_five, CLASS[:-1], "T(H) = 2, and its unions have threshold dimension 4"),
    (judge_two_and_five, [*CLASS, [1, 1, 1, 1, 1]], "T(H) = 3"),
    (judge_two_and_five, [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "T(H) = 1"),
    (judge_two_and_five, [], "give the functions as rows"),
    (judge_two_and_five, [[0] * 33], "no need for more than 32 functions or points"),
    (judge_sharp, lambda k: staircase(2 * k - 1), "for k = 2 there is a block of side 2"),
    (judge_sharp, lambda k: staircase(2 * k - 3), "for k = 2, T(H) = 1, not 2"),
    (judge_sharp, lambda k: staircase(2 if k == 2 else 2 * k - 3), "for k = 3, T(H) = 3, not 4"),
    (judge_sharp, staircase(2), "give a function that takes k"),
    (judge_coins, LONG[1:], f"{''.join(map(str, LONG[0]))} has T(H) = 3"),
    (judge_coins, [*product((0, 1), repeat=6)], "000001 has T(H) = 2"), (judge_coins, [(0, 0, 0)], "list outcomes"),
    (judge_coins, 56, "list outcomes")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
