"""Judges of the page proper-lower-bounds."""

from fractions import Fraction

import pytest

from privlearn.claims.bbkn14.proper_lower_bounds.exercises import (judge_minimal_alpha, judge_packing_success,
                                                                   judge_subset_at_one, judge_two_point_failure)


def packing(databases, rows, ratio):
    return 2 * ratio**rows / (2 * ratio**rows + databases - 2)


def test_two_fifths_is_accepted():
    assert judge_minimal_alpha(Fraction(2, 5)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (Fraction(33, 100), "the lines do not even 33/100-represent the points"),
    (Fraction(1, 2), "at 1/2 some line can be left out"),
    (0.4, "give an integer or a Fraction"),
])
def test_another_alpha_is_refused(answer, reason):
    assert judge_minimal_alpha(answer).startswith(f"not yet: {reason}")


def test_one_point_alone_is_accepted():
    assert judge_subset_at_one({0}).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (set(), "give a non-empty proper subset"),
    ({0, 1, 2}, "give a non-empty proper subset"),
    ({3}, "give a non-empty proper subset"),
    (0, "give a non-empty proper subset"),
])
def test_what_is_no_proper_subset_is_refused(answer, reason):
    assert judge_subset_at_one(answer).startswith(f"not yet: {reason}")


def test_the_best_success_is_accepted():
    assert judge_packing_success(packing).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (lambda databases, rows, ratio: packing(databases + 1, rows, ratio), "2 databases, 0 rows, ratio 2"),
    (lambda databases, rows, ratio: packing(databases, 1, ratio), "3 databases, 0 rows, ratio 2"),
    (lambda databases, rows, ratio: Fraction(2, databases), "3 databases, 1 rows, ratio 2"),
    (lambda databases, rows, ratio: ratio**rows / (ratio**rows + databases - 1), "2 databases, 0 rows, ratio 2"),
    (Fraction(1, 2), "give a function"),
])
def test_another_formula_is_refused(answer, reason):
    assert judge_packing_success(answer).startswith(f"not yet: {reason}")


def test_the_least_failure_is_accepted():
    assert judge_two_point_failure(Fraction(5, 8)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (Fraction(3, 4), "some learner fails less often"),
    (Fraction(1, 2), "no learner is that good"),
    (0.625, "give a Fraction"),
])
def test_another_failure_is_refused(answer, reason):
    assert judge_two_point_failure(answer).startswith(f"not yet: {reason}")
