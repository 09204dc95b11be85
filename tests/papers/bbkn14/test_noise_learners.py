"""Judges of the page noise-learners."""

from fractions import Fraction

import pytest

from privlearn.papers.bbkn14.noise_learners.exercises import judge_conditioned_noise, judge_noise_region


def test_right_answers_are_accepted():
    assert judge_noise_region(lambda alpha, beta: beta < Fraction(9, 25)).startswith("accepted")
    assert judge_conditioned_noise((4, Fraction(1, 3), Fraction(1, 4))).startswith("accepted")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_noise_region, lambda alpha, beta: beta < Fraction(9, 25) and alpha < beta, "correct so far, but alpha' ="),
    (judge_noise_region, lambda alpha, beta: beta < Fraction(17, 50),
     "correct so far, but alpha' = 1/30, beta' = 17/50"),
    (judge_noise_region, lambda alpha, beta: beta < Fraction(1, 2), "at alpha' = 4/15"),
    (judge_noise_region, Fraction(9, 25), "give a function"),
    (judge_conditioned_noise, (4, Fraction(1, 3) * Fraction(101, 100), Fraction(1, 4)),
     "given E, the expected noise is 101/603; half of 101/300 is"),
    (judge_conditioned_noise, (4, Fraction(1, 3), Fraction(1, 5)), "E has probability 16/81 only"),
    (judge_conditioned_noise, (4, Fraction(1, 3), Fraction(1, 2)), "given E, the expected noise is"),
    (judge_conditioned_noise, (4, Fraction(1, 3), 1), "at most 12 points, and both numbers strictly between 0 and 1"),
    (judge_conditioned_noise, (4, 1 / 3, Fraction(1, 4)), "give (number of points, noise rate, alpha')")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
