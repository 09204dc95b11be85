"""Judges of the page random-construction."""

import pytest

from privlearn.claims.abms20.random_construction.exercises import judge_count, judge_sharp, judge_two_and_five

ROWS = ["00000", "10000", "11000", "00100", "01100", "10010", "01010", "10101"]
CLASS = [[int(bit) for bit in row] for row in ROWS]


def staircase(size):
    return [[int(point >= row) for point in range(size)] for row in range(size)]


def test_a_class_with_two_thresholds_and_unions_with_five_is_accepted():
    assert judge_two_and_five(CLASS).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (CLASS[:-1], "T(H) = 2, and its unions have threshold dimension 4"),
    ([*CLASS, [1, 1, 1, 1, 1]], "T(H) = 3"),
    ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], "T(H) = 1"),
    ([], "give the functions as rows"),
    ([[0] * 33], "no need for more than 32 functions or points"),
])
def test_another_class_is_refused(answer, reason):
    assert judge_two_and_five(answer).startswith(f"not yet: {reason}")


def test_fifty_six_outcomes_have_two_thresholds():
    assert judge_count(56).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (55, "more than 55"),
    (57, "fewer than 57"),
    (56.0, "give an integer"),
])
def test_another_count_is_refused(answer, reason):
    assert judge_count(answer).startswith(f"not yet: {reason}")


def test_the_staircase_of_2k_minus_2_functions_is_accepted():
    assert judge_sharp(lambda k: staircase(2 * k - 2)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (lambda k: staircase(2 * k - 1), "for k = 2 there is a block of side 2"),
    (lambda k: staircase(2 * k - 3), "for k = 2, T(H) = 1, not 2"),
    (lambda k: staircase(2 if k == 2 else 2 * k - 3), "for k = 3, T(H) = 3, not 4"),
    (staircase(2), "give a function that takes k"),
])
def test_another_function_is_refused(answer, reason):
    assert judge_sharp(answer).startswith(f"not yet: {reason}")
