"""Judges of the page preliminaries."""

from fractions import Fraction

import pytest

from privlearn.papers.bbkn14.preliminaries.exercises import (judge_consistent_sample, judge_largest_shattered,
                                                             judge_one_row_ratio, judge_two_cnf, judge_unprotected_pair)

MAJORITY = [{(0, 1), (1, 1)}, {(0, 1), (2, 1)}, {(1, 1), (2, 1)}]
LEFT, RIGHT, UNFIT = ((0, 1), (0, 1)), ((0, 1), (1, 0)), ((0, 1), (0, 0))  # no point function fits the last
PRINTED = ("row", 0, 1)


def ratio(size, root):
    return (1 + root * (size - 1)) * root / (root + size - 1)


EVEN = (Fraction(1, 4),) * 4


def test_right_answers_are_accepted():
    assert judge_one_row_ratio(ratio).startswith("accepted")  # the exact ratio
    assert judge_two_cnf(MAJORITY).startswith("accepted")  # the majority of three variables
    # an outcome that one database rules out
    assert judge_unprotected_pair((UNFIT, LEFT, PRINTED)).startswith("accepted")
    worst = (0, Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))  # the least number of rows
    assert judge_consistent_sample((9, worst)).startswith("accepted: 9 rows")
    assert judge_largest_shattered(lambda size: {0} if size > 1 else set()).startswith("accepted")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_one_row_ratio, lambda size, root: ratio(size, root) * Fraction(101, 100),
     "at T = 3 and root 3/2 the audit finds another ratio"),
    (judge_one_row_ratio, lambda size, root: root**2, "at T = 3 and root 3/2 the audit finds another ratio"),
    (judge_one_row_ratio, 2, "give a function"),
    (judge_two_cnf, MAJORITY[:1], "its truth table"), (judge_two_cnf, MAJORITY[:2], "its truth table"),
    (judge_two_cnf, [*MAJORITY[:2], {(0, 1), (1, 1), (2, 1)}], "a clause has more than two literals"),
    (judge_two_cnf, [[0, 1]], "a literal is a pair"), (judge_two_cnf, "x0 or x1", "give clauses"),
    (judge_unprotected_pair, (LEFT, RIGHT, 1), "1 occurs on both, with ratio 7/6"),
    (judge_unprotected_pair, (LEFT, UNFIT, PRINTED), "('row', 0, 1) does not occur on the first database"),
    (judge_unprotected_pair, (LEFT, LEFT, 1), "the databases do not differ in exactly one row"),
    (judge_unprotected_pair, (LEFT, RIGHT), "give (left, right, outcome)"),
    (judge_consistent_sample, (8, EVEN), "with 8 rows some distribution"),
    (judge_consistent_sample, (10, EVEN), "10 rows are enough, and on your weights 9 fail with"),
    (judge_consistent_sample, (9, (1, 0, 0, 0)), "9 rows are enough, and on your weights 8 fail with 0.0000"),
    (judge_consistent_sample, (9, (Fraction(1, 2), Fraction(1, 8), Fraction(1, 8), Fraction(1, 4))),
     "the weights are four multiples"),
    (judge_consistent_sample, 9, "give a number of rows, and four weights"),
    (judge_largest_shattered, lambda size: {0}, "on 1 point the set [0] is not shattered"),
    (judge_largest_shattered, lambda size: {*range(size - 1)}, "on 3 points the set [0, 1] is not shattered"),
    (judge_largest_shattered, lambda size: (), "on 2 points a larger set is shattered"),
    (judge_largest_shattered, lambda size: {size}, "on 1 point give a set of points"),
    (judge_largest_shattered, 1, "give a function")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
