"""From representations to learners and back: laws, bounds, numbers of rows, errors."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from privlearn.concepts import ConceptClass, point_functions
from privlearn.exact import Bracket, TooLargeToEnumerate
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.selection import (
    agnostic_learner_rows,
    drawn_hypotheses,
    hashed_points,
    partitioned_points,
    private_rows,
    representation_failure,
    representation_failure_bound,
    representation_failure_terms,
    representation_learner,
    representation_learner_rows,
    representation_lower_rows,
)
from privlearn.learners.selection.representation_rows import good_exponent
from privlearn.learners.selection.representations import as_branches
from privlearn.learning import exact_failure, grid_distributions
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, replace_one_unordered

QUARTER, RATIO = Fraction(1, 4), Fraction(9, 4)
T3 = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])
ITSELF = ((Fraction(1), tuple(T3.rows())),)


def test_one_branch_is_the_exponential_mechanism() -> None:
    database = ((0, 0), (1, 1), (1, 0))
    listed = exponential_learner(T3, RATIO)(database).exact()
    assert representation_learner(ITSELF, RATIO)(database).exact() == {T3.rows()[k]: p for k, p in listed.items()}


def test_mixture_keeps_the_ratio() -> None:
    learner = representation_learner(hashed_points(1, 1), RATIO)
    audit = audit_pure(learner, multiset_databases(labelled_rows(2), 2), replace_one_unordered)
    assert audit.exp_epsilon <= learner.promise.exp_epsilon == RATIO


@pytest.mark.parametrize("rows", [0, 1, 3])
def test_failure_is_that_of_the_pac_game(rows: int) -> None:
    for target, weights in product(T3.rows(), grid_distributions(2, 4)):
        exact = exact_failure(exponential_learner(T3, RATIO), T3, target, weights, rows, QUARTER)
        found = representation_failure(ITSELF, target, weights, rows, RATIO, QUARTER)
        assert found.lower <= exact <= found.upper < found.lower + Fraction(1, 2**80)


def test_bound_is_no_smaller_than_the_failure() -> None:
    branches = hashed_points(1, 2)
    for target, weights in product(point_functions(2).rows(), grid_distributions(2, 5)):
        game = (branches, target, weights, 12, RATIO, QUARTER)
        assert representation_failure(*game).lower <= representation_failure_bound(*game)


def test_branch_without_a_good_hypothesis_is_lost() -> None:
    hopeless = ((QUARTER, ((0, 0),)), (1 - QUARTER, ((1, 1),)))
    assert representation_failure_bound(hopeless, (1, 1), (QUARTER * 2, QUARTER * 2), 5, RATIO, QUARTER) == QUARTER


def test_hash_branches_sum_to_one_and_collide_rarely() -> None:
    for bits, hashes in product((0, 1, 2, 3), (0, 1, 3)):
        branches = hashed_points(bits, hashes)
        together = sum((w for w, hs in branches if any(h[0] and h[-1] for h in hs)), Fraction(0))
        assert sum(w for w, _ in branches) == 1
        assert together == (Fraction(1, 2**hashes) if bits else 1)


def test_partition_branches_sum_to_one_and_have_the_zero_function() -> None:
    branches = partitioned_points(4, 3)
    assert sum(w for w, _ in branches) == 1
    assert all((0,) * 4 in hypotheses for _, hypotheses in branches)


def test_one_block_is_the_constant() -> None:
    assert partitioned_points(2, 1) == ((Fraction(1), ((0, 0), (1, 1))),)


def test_too_many_points_are_refused() -> None:
    with pytest.raises(TooLargeToEnumerate):
        partitioned_points(9, 2)


def test_terms_at_the_explicit_rows_are_at_most_delta() -> None:
    rows = representation_learner_rows(16, RATIO, QUARTER, QUARTER)
    assert sum(representation_failure_terms(16, RATIO, QUARTER, QUARTER, rows), Bracket(Fraction(0), Fraction(0))).upper <= QUARTER


def test_good_exponent_is_just_above_one_over_37() -> None:
    assert Fraction(1, 37) < good_exponent().lower <= good_exponent().upper < Fraction(10, 369)


def test_agnostic_rows_grow_with_the_square_of_the_accuracy() -> None:
    many = agnostic_learner_rows(2, 2**1000, Fraction(1, 40), QUARTER)
    assert many > 99 * agnostic_learner_rows(2, 2**1000, QUARTER, QUARTER)


def test_lower_rows_are_least() -> None:
    n = representation_lower_rows(1000, 2, 1 - QUARTER, QUARTER)
    assert drawn_hypotheses(n - 1, 2, 1 - QUARTER, QUARTER) < 1000 <= drawn_hypotheses(n, 2, 1 - QUARTER, QUARTER)


@pytest.mark.parametrize("branches", [(), ((Fraction(1), ()),), ((QUARTER, ((0,),)),),
                                      ((QUARTER * 2, ((0,),)), (QUARTER * 2, ((0, 1),)))])
def test_bad_branches_are_refused(branches: object) -> None:
    with pytest.raises(ValueError, match=r"branches|weights|hypotheses"):
        as_branches(branches)


def test_no_privacy_loss_is_refused() -> None:
    for attempt in (lambda: representation_learner(ITSELF, 1), lambda: private_rows(16, 0, 2, 1, QUARTER, QUARTER),
                    lambda: representation_lower_rows(3, 1, QUARTER, QUARTER)):
        with pytest.raises(ValueError, match="exp_epsilon"):
            attempt()


def test_bad_success_is_refused() -> None:
    with pytest.raises(ValueError, match="success"):
        drawn_hypotheses(1, 2, 0, QUARTER)
