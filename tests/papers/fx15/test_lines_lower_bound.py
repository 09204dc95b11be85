"""Judges of the page lines-lower-bound."""

from fractions import Fraction

import pytest

from privlearn.communication.lines import messages_needed
from privlearn.papers.fx15.lines_lower_bound.exercises import (judge_block_collision, judge_gamma_threshold,
                                                               judge_least_loss, judge_pencil_distance,
                                                               judge_refuted_error)


def test_one_over_p_squared_is_accepted():
    assert judge_pencil_distance(lambda p: Fraction(1, p * p)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (lambda p: Fraction(1, p), "for p = 2 the distance is 1/4"),
    (lambda p: Fraction(1, p + 2), "for p = 3 the distance is 1/9"),
    (lambda p: 1 / p**2, "for p = 2 the distance is 1/4"),
    (4, "give a function of p"),
])
def test_another_distance_is_refused(answer, reason):
    assert judge_pencil_distance(answer).startswith(f"not yet: {reason}")


def test_the_collision_of_a_block_is_accepted():
    assert judge_block_collision(
        lambda p, r, s: Fraction(1, p * r * s) + (1 - Fraction(1, r)) / p**2).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (lambda p, r, s: Fraction(1, p * p), "for p = 2, r = 1 and s = 1 it is 1/2"),
    (lambda p, r, s: (1 + Fraction(1, s) - Fraction(1, p)) / p**2, "for p = 2, r = 1 and s = 1 it is 1/2"),
    (lambda p, s: Fraction(1, p), "this cannot be judged"),
    (4, "give a function of p, r and s"),
])
def test_another_collision_is_refused(answer, reason):
    assert judge_block_collision(answer).startswith(f"not yet: {reason}")


def test_five_lines_of_different_slopes_are_accepted():
    assert judge_least_loss([(a, 0) for a in range(5)]).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ([(0, b) for b in range(5)], "the first inequality loses"),
    ([*[(a, 0) for a in range(5)], (0, 1)], "the first inequality loses 2/225; 1/125 is possible"),
    ([(0, 0), (0, 0)], "lines must be different pairs"),
    ([(5, 0)], "lines must be different pairs"),
    ([], "give a list of 1 to 25 pairs"),
])
def test_another_class_is_refused(answer, reason):
    assert judge_least_loss(answer).startswith(f"not yet: {reason}")


def attained_at(gamma):
    return next(p for p in range(11, 1000) if 2 * (Fraction(1, 10) - Fraction(1, p)) ** 2 == gamma)


def test_a_search_for_gamma_is_accepted():
    assert judge_gamma_threshold(attained_at).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (lambda gamma: 60, "at p = 60 gamma is 0.0138"),
    (lambda gamma: attained_at(gamma) + 1, "at p = 21 gamma is 0.0054"),
    (lambda gamma: 10, "for gamma = 1/200 give an integer above 10"),
    (lambda gamma: 60.0, "for gamma = 1/200 give an integer above 10"),
    (60, "give a function"),
])
def test_another_function_of_gamma_is_refused(answer, reason):
    assert judge_gamma_threshold(answer).startswith(f"not yet: {reason}")


def bounds(n):
    return n, messages_needed(257, Fraction(n, 1000)), messages_needed(257, Fraction(n + 1, 1000))


def test_the_largest_refuted_error_is_accepted():
    assert judge_refuted_error(bounds(228)).startswith("accepted: error 228/1000")


@pytest.mark.parametrize(("answer", "reason"), [
    (bounds(229), "for error 229/1000 the bound asks for 29"),
    (bounds(227), "the bound refutes a larger error too"),
    ((228, 301, 299), "228 is right, but the bounds are not exactly these"),
    ((Fraction(456, 2000), 301, 299), "the number of thousandths is an integer"),
    (228, "give three exact numbers"),
])
def test_another_error_is_refused(answer, reason):
    assert judge_refuted_error(answer).startswith(f"not yet: {reason}")
