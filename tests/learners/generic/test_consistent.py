"""Consistent learners with adversarial ties."""

from fractions import Fraction

import pytest

from privlearn.concepts import all_functions, initial_segments, point_functions
from privlearn.laws import pure
from privlearn.learners.generic import (adversarial_failure, consistent_learner, point_failure_limit, smallest_sample,
                                        vc_sample_size)
from privlearn.learners.generic.consistent import difference_sets, worst_adversarial_failure
from privlearn.learning import exact_failure, grid_distributions

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def test_the_learner_names_the_first_consistent_concept():
    learner = consistent_learner(initial_segments(3))
    assert learner(()).exact() == {0: 1}
    assert learner(((0, 1), (2, 0))).exact() == {1: 1}


def test_the_learner_gives_nothing_where_no_concept_fits():
    assert consistent_learner(point_functions(3))(((0, 1), (1, 1))).exact() == {None: 1}


@pytest.mark.parametrize("concepts", [point_functions(4), initial_segments(3), all_functions(3)])
@pytest.mark.parametrize("rows", [0, 1, 3])
def test_the_failure_is_that_of_the_learner_with_the_worst_ties(concepts, rows):
    for target in concepts.rows():
        for weights in grid_distributions(concepts.size, 4):
            def spiteful(database, target=target, weights=weights):
                fitting = [h for h, row in enumerate(concepts.rows()) if all(row[x] == y for x, y in database)]
                return pure(max(fitting, key=lambda h: sum(
                    w for w, a, b in zip(weights, concepts.rows()[h], target, strict=True) if a != b)))

            assert adversarial_failure(concepts, target, weights, rows, QUARTER) == exact_failure(
                spiteful, concepts, target, weights, rows, QUARTER)


def test_difference_sets_leave_the_target_out():
    assert difference_sets(initial_segments(2), (0, 0)) == [0b01, 0b11]


def test_a_class_of_one_concept_never_fails():
    assert adversarial_failure(point_functions(1), (1,), (Fraction(1),), 0, QUARTER) == 0


def test_an_unknown_target_may_be_missed_by_all_concepts():
    assert adversarial_failure(point_functions(2), (0, 0), (HALF, HALF), 0, QUARTER) == 1


def test_the_worst_game_is_the_largest_over_all_denominators():
    points = point_functions(3)
    games = [(points.rows()[0], d) for k in (2, 3, 5) for d in grid_distributions(3, k)]
    worst = worst_adversarial_failure(points, games, 2, QUARTER)
    assert worst.failure == max(adversarial_failure(points, c, d, 2, QUARTER) for c, d in games)
    assert worst.failure == adversarial_failure(points, worst.target, worst.distribution, 2, QUARTER)


def test_the_smallest_sample_is_enough_and_one_less_is_not():
    points = point_functions(3)
    games = [(points.rows()[0], d) for d in grid_distributions(3, 6)]
    n = smallest_sample(points, games, QUARTER, Fraction(1, 10))
    assert worst_adversarial_failure(points, games, n, QUARTER).failure <= Fraction(1, 10)
    assert worst_adversarial_failure(points, games, n - 1, QUARTER).failure > Fraction(1, 10)


def test_no_sample_is_needed_where_nothing_can_go_wrong():
    points = point_functions(1)
    assert smallest_sample(points, [((1,), (Fraction(1),))], QUARTER, HALF) == 0


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("rows", [0, 1, 2, 6])
def test_the_limit_is_approached_from_below_at_masses_just_above_the_least(size, rows):
    limit = point_failure_limit(size, rows, HALF)
    least = max(Fraction(0), (HALF * (size - 1) - 1) / (size - 2))
    mass = least + Fraction(1, 10**9)
    weights = (mass, *[(1 - mass) / (size - 1)] * (size - 1))
    near = adversarial_failure(point_functions(size), (1, *[0] * (size - 1)), weights, rows, HALF)
    assert 0 <= limit - near < Fraction(1, 10**6)


def test_the_sample_size_grows_as_alpha_beta_fall_and_the_dimension_rises():
    base = vc_sample_size(1, QUARTER, QUARTER)
    assert vc_sample_size(2, QUARTER, QUARTER) > base
    assert vc_sample_size(1, QUARTER / 2, QUARTER) > base
    assert vc_sample_size(0, QUARTER, Fraction(1, 2**20)) == 16 * 21  # 4/alpha log2(2/beta), exactly


@pytest.mark.parametrize(("alpha", "beta"), [(0, HALF), (1, HALF), (HALF, 0), (HALF, 1)])
def test_parameters_at_the_ends_are_refused(alpha, beta):
    with pytest.raises(ValueError, match="strictly between 0 and 1"):
        vc_sample_size(1, alpha, beta)


def test_no_game_and_no_risk_are_refused():
    with pytest.raises(ValueError, match="games must not be empty"):
        worst_adversarial_failure(point_functions(2), [], 1, HALF)
    with pytest.raises(ValueError, match="beta must be above 0"):
        smallest_sample(point_functions(2), [((1, 0), (HALF, HALF))], HALF, 0)
