"""The label-private learner of points."""

from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from privlearn.concepts import point_functions
from privlearn.learners.proper_points import (label_private_failure, label_private_failure_bound,
                                              label_private_point_learner, label_private_sample_size)
from privlearn.learners.proper_points.private_labels import candidate_concepts
from privlearn.learning import exact_failure
from privlearn.mechanisms import all_databases, audit_pure, flip_one_label, labelled_rows, replace_one

HALF = Fraction(1, 2)


def test_candidates_are_the_sampled_points_and_the_smallest_other():
    assert candidate_concepts(5, ((3, 1), (0, 0), (3, 1))) == (0, 3, 1)
    assert candidate_concepts(2, ((1, 0), (0, 0))) == (0, 1)
    assert label_private_point_learner(4, 4)(()).exact() == {0: 1}  # empty database names the smallest point
    assert label_private_point_learner(1, 4)(((0, 0),)).exact() == {0: 1}  # single point domain names it


def test_only_label_flips_are_protected():
    learner = label_private_point_learner(3, Fraction(9, 4))
    audit = audit_pure(learner, all_databases(labelled_rows(3), 2), flip_one_label)
    assert 1 < audit.exp_epsilon <= learner.promise.exp_epsilon
    learner = label_private_point_learner(3, 4)
    assert audit_pure(learner, all_databases(labelled_rows(3), 2), replace_one).exp_epsilon > 4


def test_bounds_and_least_sample_sizes():
    for a, b in combinations_with_replacement(range(1, 6), 2):  # bound holds on a grid of distributions
        mass = {1: Fraction(a, 12), 2: Fraction(b, 12), 3: 1 - Fraction(a + b, 12)}
        for rows in (0, 1, 5, 12):
            assert label_private_failure(mass, 1, rows, HALF, 4) <= label_private_failure_bound(rows, HALF, 4)
    # a few rows pay for the error instead
    assert label_private_failure_bound(1, Fraction(1, 10), 4) == 20 * Fraction(39, 40)
    beta = Fraction(1, 20)  # sample size is the least at which the bound suffices
    rows = label_private_sample_size(HALF, beta, 4)
    assert label_private_failure_bound(rows, HALF, 4) <= beta < label_private_failure_bound(rows - 1, HALF, 4)
    # a target outside the support is never missed by the dummy alone
    assert label_private_failure({1: 1}, 9, 0, HALF, 4) == 0
    for rows in (16, 17, 23):
        beta = label_private_failure_bound(rows, 1, 100)
        assert label_private_sample_size(1, beta, 100) == rows


@pytest.mark.parametrize("call", [
    lambda: label_private_point_learner(0, 4), lambda: label_private_point_learner(2, 2),
    lambda: label_private_point_learner(2, 4)(((2, 1),)), lambda: label_private_failure({1: HALF}, 1, 2, HALF, 4),
    lambda: label_private_failure_bound(1, 0, 4), lambda: label_private_failure_bound(1, Fraction(3, 2), 4),
    lambda: label_private_sample_size(HALF, 0, 4), lambda: label_private_sample_size(HALF, 1, 4),
    lambda: label_private_sample_size(HALF, HALF, 1)])
def test_bad_input_is_refused(call):
    with pytest.raises(ValueError, match="must"):
        call()


@pytest.mark.parametrize("alpha", [HALF, Fraction(1, 5), Fraction(1)])
@pytest.mark.parametrize("ratio", [Fraction(9, 4), 9])
@pytest.mark.parametrize("beta", [Fraction(9, 10), Fraction(1, 7), Fraction(1, 1000)])
def test_one_row_less_than_the_sample_size_never_suffices(alpha, ratio, beta):
    rows = label_private_sample_size(alpha, beta, ratio)
    assert label_private_failure_bound(rows, alpha, ratio) <= beta < label_private_failure_bound(rows - 1, alpha, ratio)


@pytest.mark.parametrize("database", [(), ((2, 1),), ((0, 1), (0, 0), (3, 1), (3, 1), (1, 0)),
                                      ((1, 0), (1, 0), (0, 1))])
def test_the_law_weighs_every_candidate_by_its_errors(database):
    points = {x for x, _ in database}
    wanted = {*points, *[min(set(range(5)) - points)]}
    weights = {j: Fraction(2, 3) ** sum(int(x == j) != y for x, y in database) for j in wanted}
    found = label_private_point_learner(5, Fraction(9, 4))(database).exact()
    assert found == {j: weight / sum(weights.values()) for j, weight in weights.items()}


@pytest.mark.parametrize("alpha", [Fraction(1, 6), Fraction(2, 5), HALF, Fraction(2, 3), Fraction(5, 6)])
@pytest.mark.parametrize(("target", "rows", "ratio"), [
    (1, 3, Fraction(9, 4)), (2, 2, Fraction(9, 4)), (4, 3, Fraction(9, 4)), (3, 0, Fraction(9, 4)),
    (3, 1, Fraction(9, 4)), (1, 4, 4), (2, 4, 4), (3, 4, 4)])
def test_an_error_of_exactly_alpha_is_no_failure(alpha, target, rows, ratio):
    mass = {1: Fraction(1, 6), 2: Fraction(1, 3), 3: HALF, 4: 0}
    weights, concepts = tuple(Fraction(mass.get(x, 0)) for x in range(5)), point_functions(5)
    learner = label_private_point_learner(5, ratio)
    game = exact_failure(learner, concepts, concepts.rows()[target], weights, rows, alpha)
    assert label_private_failure(mass, target, rows, alpha, ratio) == game


@pytest.mark.parametrize(("rows", "alpha", "ratio"), [(0, 1, 4), (5, Fraction(2, 7), Fraction(25, 16)),
                                                      (9, Fraction(1, 9), 9), (1, 1, 1)])
def test_the_bound_is_its_formula(rows, alpha, ratio):
    fall = {4: HALF, Fraction(25, 16): Fraction(1, 5), 9: Fraction(2, 3), 1: 0}[ratio]
    wanted = max(rows + 1, Fraction(2) / alpha) * (1 - Fraction(alpha) / 2 * fall) ** rows
    assert label_private_failure_bound(rows, alpha, ratio) == wanted
