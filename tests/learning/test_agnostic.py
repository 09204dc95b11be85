"""The agnostic game: label errors, the yardstick, failures."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from privlearn.concepts import ConceptClass, all_functions
from privlearn.laws import choice, pure
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learning import (agnostic_failure, agnostic_success, best_label_error, exact_failure, label_error,
                                labelled_by, labelled_samples)

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
T3 = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])


def test_label_errors_are_those_against_the_target() -> None:
    labelled, weights = (QUARTER, Fraction(0), Fraction(1, 8), Fraction(5, 8)), (QUARTER, 1 - QUARTER)
    assert label_error(labelled, (0, 1)) + label_error(labelled, (1, 0)) == 1
    assert label_error(labelled_by(weights, (0, 1)), (1, 1)) == QUARTER
    assert all(best_label_error(labelled_by(weights, f), T3) == 0 for f in T3.rows())
    with pytest.raises(ValueError, match="concepts"):
        best_label_error((1, 0), [])


def test_agnostic_game_with_a_target_is_the_pac_game() -> None:
    learner, weights = exponential_learner(T3, Fraction(9, 4)), (Fraction(1, 3), Fraction(2, 3))
    pac = exact_failure(learner, T3, (0, 1), weights, 3, QUARTER)
    assert agnostic_failure(learner, T3, T3, labelled_by(weights, (0, 1)), 3, QUARTER) == pac


def test_success_and_failure_sum_to_one() -> None:
    game = (lambda rows: pure(0), T3, T3, (QUARTER,) * 4, 2, QUARTER)
    assert agnostic_failure(*game) + agnostic_success(*game) == 1
    wrong = (lambda rows: pure(0), T3, T3, (0, 1, 0, 0), 2, QUARTER)
    assert (agnostic_failure(*wrong), agnostic_success(*wrong)) == (1, 0)
    assert agnostic_failure(lambda rows: pure(None), T3, T3, (1, 0, 0, 0), 1, QUARTER) == 1
    at_the_limit = (QUARTER, 1 - QUARTER)
    assert agnostic_failure(lambda rows: pure(0), all_functions(1), all_functions(1), at_the_limit, 1, HALF) == 0


@pytest.mark.parametrize("rows", [0, 1, 3])
def test_samples_and_failures_are_those_of_the_ordered_rows(rows) -> None:
    labelled = (Fraction(1, 7), Fraction(2, 7), Fraction(0), Fraction(4, 7))
    expected: dict[tuple[tuple[int, int], ...], Fraction] = {}
    for drawn in product(range(4), repeat=rows):
        if chance := prod((labelled[k] for k in drawn), start=Fraction(1)):
            database = tuple((k // 2, k % 2) for k in sorted(drawn))
            expected[database] = expected.get(database, Fraction(0)) + chance
    assert labelled_samples(labelled, rows) == sorted(expected.items())

    def learner(database):
        ones = sum(y for _, y in database)
        return choice({0: Fraction(1, 2 + ones), 2: Fraction(1, 3), None: Fraction(2, 3) - Fraction(1, 2 + ones)})

    for alpha, wrong in ((Fraction(0), {0, None}), (Fraction(4, 7), {0, None}), (Fraction(5, 7), {None})):
        failure = sum(p * sum(m for h, m in learner(database).exact().items() if h in wrong)
                      for database, p in expected.items())
        assert agnostic_failure(learner, T3, T3, labelled, rows, alpha) == failure
        assert agnostic_success(learner, T3.rows(), T3.rows(), labelled, rows, alpha) == 1 - failure
