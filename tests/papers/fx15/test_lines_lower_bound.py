"""Judges of the page lines-lower-bound."""

from fractions import Fraction

import pytest

from privlearn.communication.lines import messages_needed
from privlearn.papers.fx15.lines_lower_bound.exercises import (judge_block_collision, judge_gamma_threshold,
                                                               judge_least_loss, judge_pencil_distance,
                                                               judge_refuted_error)


def attained_at(gamma):
    return next(p for p in range(11, 1000) if 2 * (Fraction(1, 10) - Fraction(1, p)) ** 2 == gamma)


def bounds(n):
    return n, messages_needed(257, Fraction(n, 1000)), messages_needed(257, Fraction(n + 1, 1000))


def test_right_answers_are_accepted():
    assert judge_pencil_distance(lambda p: Fraction(1, p * p)).startswith("accepted")  # one over p squared
    assert judge_block_collision(
        lambda p, r, s: Fraction(1, p * r * s) + (1 - Fraction(1, r)) / p**2).startswith("accepted")
    assert judge_least_loss([(a, 0) for a in range(5)]).startswith("accepted")  # five lines of different slopes
    assert judge_gamma_threshold(attained_at).startswith("accepted")  # a search for gamma
    assert judge_refuted_error(bounds(228)).startswith("accepted: error 228/1000")  # the largest refuted error


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_pencil_distance, lambda p: Fraction(1, p), "for p = 2 the distance is 1/4"),
    (judge_pencil_distance, lambda p: Fraction(1, p + 2), "for p = 3 the distance is 1/9"),
    (judge_pencil_distance, lambda p: 1 / p**2, "for p = 2 the distance is 1/4"),
    (judge_pencil_distance, 4, "give a function of p"),
    (judge_block_collision, lambda p, r, s: Fraction(1, p * p), "for p = 2, r = 1 and s = 1 it is 1/2"),
    (judge_block_collision, lambda p, r, s: (1 + Fraction(1, s) - Fraction(1, p)) / p**2,
     "for p = 2, r = 1 and s = 1 it is 1/2"),
    (judge_block_collision, lambda p, s: Fraction(1, p), "this cannot be judged"),
    (judge_block_collision, 4, "give a function of p, r and s"),
    (judge_least_loss, [(0, b) for b in range(5)], "the first inequality loses"),
    (judge_least_loss, [*[(a, 0) for a in range(5)], (0, 1)], "the first inequality loses 2/225; 1/125 is possible"),
    (judge_least_loss, [(0, 0), (0, 0)], "lines must be different pairs"),
    (judge_least_loss, [(5, 0)], "lines must be different pairs"),
    (judge_least_loss, [], "give a list of 1 to 25 pairs"),
    (judge_gamma_threshold, lambda gamma: 60, "at p = 60 gamma is 0.0138"),
    (judge_gamma_threshold, lambda gamma: attained_at(gamma) + 1, "at p = 21 gamma is 0.0054"),
    (judge_gamma_threshold, lambda gamma: 10, "for gamma = 1/200 give an integer above 10"),
    (judge_gamma_threshold, lambda gamma: 60.0, "for gamma = 1/200 give an integer above 10"),
    (judge_gamma_threshold, 60, "give a function"),
    (judge_refuted_error, bounds(229), "for error 229/1000 the bound asks for 29"),
    (judge_refuted_error, bounds(227), "the bound refutes a larger error too"),
    (judge_refuted_error, (228, 301, 299), "228 is right, but the bounds are not exactly these"),
    (judge_refuted_error, (Fraction(456, 2000), 301, 299), "the number of thousandths is an integer"),
    (judge_refuted_error, 228, "give three exact numbers")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
