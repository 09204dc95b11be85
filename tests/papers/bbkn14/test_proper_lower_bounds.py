"""Judges of the page proper-lower-bounds."""

from fractions import Fraction
from math import comb

import pytest

from privlearn.papers.bbkn14.proper_lower_bounds.exercises import (judge_minimal_alpha, judge_packing_success,
                                                                   judge_subset_at_one, judge_two_point_failure)


def packing(databases, rows, ratio):
    return 2 * ratio**rows / (2 * ratio**rows + databases - 2)


THIRD, QUARTER = Fraction(1, 3), Fraction(1, 4)
MIXTURE, POINTS = (THIRD, 0, 0, 0, THIRD, 0, THIRD), (0, 0, QUARTER, 0, QUARTER, QUARTER, QUARTER)


@pytest.mark.parametrize("alpha", [THIRD, Fraction(2, 5), Fraction(49, 100)])
def test_the_lines_through_a_point_prove_two_fifths(alpha):
    assert judge_minimal_alpha((alpha, MIXTURE, POINTS)).startswith("accepted")


@pytest.mark.parametrize("answer", [({0}, 2, (0, 0, 1)), ({0}, 1, (THIRD, 1 - THIRD, 0)), ({0, 1}, 2, (0, 0, 1))])
def test_what_is_left_out_is_lost_below_one(answer):
    assert judge_subset_at_one(answer).startswith("accepted")


def failure(points, rows, ratio):
    allowed = [ratio**k / (ratio**k + points - 2) for k in range(rows + 1)]
    return sum(comb(rows, k) * Fraction(3 ** (rows - k), 4**rows) * (1 - a) for k, a in enumerate(allowed))


def test_right_answers_are_accepted():
    assert judge_packing_success(packing).startswith("accepted")  # the best success
    assert judge_two_point_failure(failure).endswith("T = 5, m = 2, ratio 3 gives 5/8")  # the least failure


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_packing_success, lambda databases, rows, ratio: packing(databases + 1, rows, ratio),
     "2 databases, 0 rows, ratio 2"),
    (judge_packing_success, lambda databases, rows, ratio: packing(databases, 1, ratio),
     "3 databases, 0 rows, ratio 2"),
    (judge_packing_success, lambda databases, rows, ratio: Fraction(2, databases), "3 databases, 1 rows, ratio 2"),
    (judge_packing_success, lambda databases, rows, ratio: ratio**rows / (ratio**rows + databases - 1),
     "2 databases, 0 rows, ratio 2"),
    (judge_packing_success, Fraction(1, 2), "give a function"),
    (judge_minimal_alpha, (Fraction(33, 100), MIXTURE, POINTS),
     "the mixture is wrong at the point 1 with probability 1/3"),
    (judge_minimal_alpha, (Fraction(1, 2), MIXTURE, POINTS),
     "the mixture is good, but line 1 has error 1/2 on the distribution"),
    (judge_minimal_alpha, (Fraction(2, 5), (1, 0, 0, 0, 0, 0, 0), POINTS),
     "the mixture is wrong at the point 1 with probability 1"),
    (judge_minimal_alpha, (Fraction(2, 5), MIXTURE, (Fraction(1, 7),) * 7),
     "the mixture is good, but line 4 has error 2/7"),
    (judge_minimal_alpha, (0.4, MIXTURE, POINTS), "give (alpha, seven weights"),
    (judge_minimal_alpha, Fraction(2, 5), "give (alpha, seven weights"),
    (judge_subset_at_one, (set(), 2, (0, 0, 1)), "give a non-empty proper subset"),
    (judge_subset_at_one, ({0, 1, 2}, 2, (0, 0, 1)), "give a non-empty proper subset"),
    (judge_subset_at_one, ({0}, 0, (0, 0, 1)), "the second entry is a point that the set leaves out"),
    (judge_subset_at_one, ({0}, 2, (0, 1, 0)), "on these weights one of the functions kept has error 0"),
    (judge_subset_at_one, ({0}, 2, (0, 0, 0.5)), "the weights are three exact numbers"),
    (judge_subset_at_one, {0}, "give (set of points"),
    (judge_two_point_failure, lambda *case: 1, "for T = 5, m = 2, ratio 3 some learner fails less often"),
    (judge_two_point_failure, lambda *case: Fraction(5, 8), "for T = 3, m = 1, ratio 2 some learner fails less often"),
    (judge_two_point_failure, lambda *case: failure(*case) / 2, "for T = 5, m = 2, ratio 3 no learner is that good"),
    (judge_two_point_failure, lambda *case: float(failure(*case)), "for T = 5, m = 2, ratio 3 give a Fraction"),
    (judge_two_point_failure, Fraction(5, 8), "give a function")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
