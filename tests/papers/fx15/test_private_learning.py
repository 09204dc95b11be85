"""Judges of the page private-learning."""

from fractions import Fraction

import pytest

from privlearn.papers.fx15.private_learning.exercises import judge_response_curve, judge_three_examples


def delta(truth, ratio):
    return max(Fraction(0), truth - ratio * (1 - truth))


LAW = (Fraction(1, 6), Fraction(1, 3), Fraction(2, 3), Fraction(5, 6))


def test_right_answers_are_accepted():
    assert judge_response_curve(delta).startswith("accepted")  # the curve
    assert judge_three_examples(LAW).startswith("accepted")  # the optimum


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_response_curve, lambda truth, ratio: truth - ratio * (1 - truth),
     "for truth 1/2 and ratio 3/2 the least beta is not -1/4"),
    (judge_response_curve, lambda truth, ratio: delta(truth, ratio) * Fraction(101, 100),
     "for truth 3/5 and ratio 1 the least beta is not 101/500"),
    (judge_response_curve, lambda truth, ratio: float(delta(truth, ratio)),
     "for truth 1/2 and ratio 1 the answer is no exact number"),
    (judge_response_curve, 0, "give a function"),
    (judge_three_examples, (Fraction(1, 6) * Fraction(99, 100), *LAW[1:]),
     "between 0 and 1 labels 1 some output's probability more than doubles"),
    (judge_three_examples, (Fraction(1, 5), Fraction(1, 3), Fraction(2, 3), Fraction(4, 5)),
     "private, but right only with probability 4/5"),
    (judge_three_examples, (Fraction(1, 2),) * 4, "private, but right only with probability 1/2"),
    (judge_three_examples, (1 / 6, 1 / 3, 2 / 3, 5 / 6), "give four probabilities")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
