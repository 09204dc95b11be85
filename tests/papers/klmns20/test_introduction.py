"""Judges of the page introduction."""

from fractions import Fraction

import pytest

from privlearn.papers.klmns20.introduction.exercises import judge_labellings, judge_least_examples, judge_worst_database


def cuts(size):
    return [[1] * ones + [0] * (size - ones) for ones in range(size + 1)]


def examples(n):
    return n, Fraction(9, 10) ** n, Fraction(9, 10) ** (n - 1)


def test_right_answers_are_accepted():
    assert judge_worst_database((1, 1, 2, 2, 3)).startswith("accepted")  # three neighbouring values
    assert judge_labellings(cuts).startswith("accepted")  # one cut more than points
    assert judge_least_examples(examples(29)) == "accepted: 29 examples: 0.0471, and 0.05233 with 28"


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_worst_database, (2, 2, 2, 2, 2), "at least three of the points"),
    (judge_worst_database, (1, 1, 1, 2, 2), "at least three of the points"),
    (judge_worst_database, (1, 1, 3, 3, 4), "failure 1/10, but 3/17 is possible"),
    (judge_worst_database, (1, 1, 2, 3), "give a tuple of 5 points"),
    (judge_worst_database, (1, 1, 2, 3, 6), "give a tuple of 5 points of 0..5"),
    (judge_labellings, lambda size: cuts(size)[1:], "on 1 points (0,) is missing; where can the cut be?"),
    (judge_labellings, lambda size: cuts(size)[:1] * 2, "on 1 points a labelling is listed twice"),
    (judge_labellings, lambda size: [labels[::-1] for labels in cuts(size)],
     "on 2 points (0, 1) is no labelling by a threshold"),
    (judge_labellings, 1001, "give a function"),
    (judge_least_examples, examples(28), "with 28 examples it is 0.05233, above 1/20"),
    (judge_least_examples, examples(30), "29 examples are enough as well"),
    (judge_least_examples, (29, *examples(30)[1:]), "n = 29 is right; the two values are not exact"),
    (judge_least_examples, 29, "give three exact numbers")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
