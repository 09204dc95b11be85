"""Judges of the page preliminaries."""

from fractions import Fraction

import pytest

from privlearn.claims.bbkn14.preliminaries.exercises import (judge_consistent_sample, judge_dimension_zero,
                                                             judge_one_row_ratio, judge_two_cnf, judge_unprotected_pair)

MAJORITY = [{(0, 1), (1, 1)}, {(0, 1), (2, 1)}, {(1, 1), (2, 1)}]
LEFT, RIGHT, UNFIT = ((0, 1), (0, 1)), ((0, 1), (1, 0)), ((0, 1), (0, 0))  # no point function fits the last
PRINTED = ("row", 0, 1)


def ratio(size, root):
    return (1 + root * (size - 1)) * root / (root + size - 1)


def test_the_exact_ratio_is_accepted():
    assert judge_one_row_ratio(ratio).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (lambda size, root: ratio(size, root) * Fraction(101, 100), "at T = 3 and root 3/2 the audit finds another ratio"),
    (lambda size, root: root**2, "at T = 3 and root 3/2 the audit finds another ratio"),
    (2, "give a function"),
])
def test_another_formula_is_refused(answer, reason):
    assert judge_one_row_ratio(answer).startswith(f"not yet: {reason}")


def test_the_least_number_of_rows_is_accepted():
    assert judge_consistent_sample(9).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (8, "with"),
    (10, "10 rows are enough, but so is one fewer"),
    (-1, "give an integer from 0 to 200"),
])
def test_another_number_of_rows_is_refused(answer, reason):
    assert judge_consistent_sample(answer).startswith(f"not yet: {reason}")


def test_the_majority_of_three_variables_is_accepted():
    assert judge_two_cnf(MAJORITY).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (MAJORITY[:1], "its truth table"),
    (MAJORITY[:2], "its truth table"),
    ([*MAJORITY[:2], {(0, 1), (1, 1), (2, 1)}], "a clause has more than two literals"),
    ([[0, 1]], "a literal is a pair"),
    ("x0 or x1", "give clauses"),
])
def test_other_clauses_are_refused(answer, reason):
    assert judge_two_cnf(answer).startswith(f"not yet: {reason}")


def test_an_outcome_that_one_database_rules_out_is_accepted():
    assert judge_unprotected_pair((UNFIT, LEFT, PRINTED)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((LEFT, RIGHT, 1), "1 occurs on both, with ratio 7/6"),
    ((LEFT, UNFIT, PRINTED), "('row', 0, 1) does not occur on the first database"),
    ((LEFT, LEFT, 1), "the databases do not differ in exactly one row"),
    ((LEFT, RIGHT), "give (left, right, outcome)"),
])
def test_another_pair_is_refused(answer, reason):
    assert judge_unprotected_pair(answer).startswith(f"not yet: {reason}")


def test_one_point_is_accepted():
    assert judge_dimension_zero(1).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (2, "on 2 points the set"),
    (0, "give an integer from 1 to 64"),
    (1.0, "give an integer from 1 to 64"),
])
def test_another_number_of_points_is_refused(answer, reason):
    assert judge_dimension_zero(answer).startswith(f"not yet: {reason}")
