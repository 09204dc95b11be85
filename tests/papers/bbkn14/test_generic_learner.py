"""Judges of the page generic-learner."""

from fractions import Fraction
from math import comb

import pytest

from privlearn.papers.bbkn14.generic_learner.exercises import (judge_named_target, judge_outside_count,
                                                               judge_superfluous_zero, judge_two_subsets)

S = Fraction(1, 7)
MIXTURE, POINTS = (2 * S, 2 * S, S, S, S), (S, S, S, S, S, S, S, 0, 0, 0)


def failures(m):
    def failure(rows):
        return 1 - sum(Fraction(comb(rows, k) * 3 ** (rows - k), 4**rows)
                       / (1 + Fraction(1, 2**rows) + Fraction(14, 2**k)) for k in range(rows + 1))

    return m, failure(m), failure(m - 1)


def test_right_answers_are_accepted():
    # a mixture and a distribution with the same value
    assert judge_two_subsets((MIXTURE, POINTS)).startswith("accepted")
    assert judge_outside_count(lambda size, database: size - len({x for x, _ in database})).startswith("accepted")
    assert judge_superfluous_zero((16, Fraction(1, 16))).startswith("accepted")  # sixteen points and a sixteenth
    assert judge_named_target(failures(34)).startswith("accepted: 34 rows: 0.09")  # the least number of rows


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_two_subsets, ((Fraction(1, 5),) * 5, POINTS), "the mixture misses a point with probability"),
    (judge_two_subsets, (MIXTURE, (Fraction(1, 10),) * 10), "the mixture misses a point with probability 3/7"),
    (judge_two_subsets, (MIXTURE, (S * 1.0,) * 10), "give integers or Fractions"),
    (judge_two_subsets, (MIXTURE, POINTS[:-1]), "give a tuple of 5 probabilities"),
    (judge_outside_count, lambda size, database: size - len(database),
     "on ((0, 0), (0, 0), (0, 0)) the law differs from the"),
    (judge_outside_count, lambda size, database: size - len(set(database)),
     "on ((0, 0), (0, 0), (0, 1)) the law differs from the"),
    (judge_outside_count, 4, "give a function"),
    (judge_superfluous_zero, (16, Fraction(1, 17)),
     "without the zero function the class has value 1/16, more than 1/17"),
    (judge_superfluous_zero, (4, Fraction(1, 4)), "give alpha as a Fraction"),
    (judge_superfluous_zero, (10, Fraction(1, 10)), "give alpha as a Fraction"),
    (judge_superfluous_zero, (16, 1 / 16), "give alpha as a Fraction"),
    (judge_superfluous_zero, (41, Fraction(1, 16)), "give (number of points, alpha)"),
    (judge_named_target, failures(33), "with 33 rows it is 0.1037"),
    (judge_named_target, failures(35), "34 rows are enough as well"),
    (judge_named_target, (34, *failures(33)[1:]), "n = 34 is right; the two values are not exact"),
    (judge_named_target, (61, *failures(34)[1:]), "n is one of the integers 2, 3, ..., 60"),
    (judge_named_target, 34, "give three exact numbers")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
