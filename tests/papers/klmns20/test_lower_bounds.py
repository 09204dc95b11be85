"""Judges of the page lower-bounds."""

from fractions import Fraction

import pytest

from privlearn.papers.klmns20.lower_bounds.exercises import judge_better_mechanism, judge_two_points

HALF, LEAST = Fraction(1, 2), Fraction(26_894, 100_000)


def test_right_answers_are_accepted():
    assert judge_two_points(LEAST).startswith("accepted")  # the least failure to four digits
    assert judge_two_points(0.26894).startswith("accepted")  # a float
    assert judge_better_mechanism((Fraction(5, 6), HALF)).startswith("accepted")  # failure one sixth


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_two_points, LEAST * Fraction(101, 100), "0.27163 can be reached, but tell the truth a little more often"),
    (judge_two_points, LEAST * Fraction(99, 100), "truth against lie is"),
    (judge_two_points, 0, "no answer without risk"), (judge_two_points, 2.5, "give a number between 0 and 1"),
    (judge_better_mechanism, (Fraction(3, 4), HALF), "failure 1/4; randomised response"),
    (judge_better_mechanism, (Fraction(4, 5), HALF), "failure 1/5 is private and better than 1/4, but 1/6 is possible"),
    (judge_better_mechanism, (Fraction(6, 7), HALF), "Pr[1] is 1/2 on (0, 1), more than three times"),
    (judge_better_mechanism, (Fraction(5, 6), Fraction(49, 100)), "Pr["),
    (judge_better_mechanism, (0.8, 0.5), "give two exact probabilities")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
