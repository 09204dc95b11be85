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


def test_the_learner_names_the_first_consistent_concept_or_nothing():
    learner = consistent_learner(initial_segments(3))
    assert learner(()).exact() == {0: 1}
    assert learner(((0, 1), (2, 0))).exact() == {1: 1}
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


def test_failures_of_one_and_of_unknown_concepts():
    assert adversarial_failure(point_functions(1), (1,), (Fraction(1),), 0, QUARTER) == 0
    assert adversarial_failure(point_functions(2), (0, 0), (HALF, HALF), 0, QUARTER) == 1
    assert smallest_sample(point_functions(1), [((1,), (Fraction(1),))], QUARTER, HALF) == 0
    assert difference_sets(initial_segments(2), (0, 0)) == [0b01, 0b11]


def test_the_worst_game_is_the_largest_and_the_first_of_several():
    points = point_functions(3)
    games = [(points.rows()[0], d) for k in (2, 3, 5) for d in grid_distributions(3, k)]
    worst = worst_adversarial_failure(points, games, 2, QUARTER)
    assert worst.failure == max(adversarial_failure(points, c, d, 2, QUARTER) for c, d in games)
    assert worst.failure == adversarial_failure(points, worst.target, worst.distribution, 2, QUARTER)
    points = point_functions(2)
    laws = [(HALF, HALF), (Fraction(1, 3), Fraction(2, 3)), (HALF, HALF), (QUARTER, Fraction(3, 4))]
    for order in (laws, laws[1:], laws[::-1]):
        games = [(target, law) for law in order for target in points.rows()]
        failures = [adversarial_failure(points, *game, 1, 0) for game in games]
        worst = worst_adversarial_failure(points, games, 1, 0)
        assert (worst.failure, worst.games) == (max(failures), len(games))
        assert (worst.target, worst.distribution) == games[failures.index(max(failures))]


def test_the_smallest_sample_is_enough_and_one_less_is_not():
    points = point_functions(3)
    games = [(points.rows()[0], d) for d in grid_distributions(3, 6)]
    n = smallest_sample(points, games, QUARTER, Fraction(1, 10))
    assert worst_adversarial_failure(points, games, n, QUARTER).failure <= Fraction(1, 10)
    assert worst_adversarial_failure(points, games, n - 1, QUARTER).failure > Fraction(1, 10)


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


@pytest.mark.parametrize(("v", "a", "b"), [(0, QUARTER, Fraction(1, 3)), (1, Fraction(2, 3), Fraction(1, 9)),
                                           (2, Fraction(3, 7), Fraction(2, 5)), (1, Fraction(13, 16), Fraction(1, 64)),
                                           (3, Fraction(9, 10), Fraction(1, 2**30)), (1, Fraction(13, 64), HALF)])
def test_the_sample_size_is_the_least_integer_of_its_formula(v, a, b):
    def enough(n, factor, argument):
        return Fraction(2) ** (n * factor.denominator) >= argument**factor.numerator

    n = vc_sample_size(v, a, b)
    pairs = [(4 / a, 2 / b), (8 * v / a, 13 / a)]
    assert all(enough(n, *pair) for pair in pairs)
    assert not all(enough(n - 1, *pair) for pair in pairs)


@pytest.mark.parametrize("target", [(0, 0, 0), (0, 1, 1), (1, 1, 0)])
def test_difference_sets_are_the_masks_of_wrong_points_the_small_ones_first(target):
    masks = difference_sets(all_functions(3), target)
    assert sorted(masks) == list(range(1, 8))
    assert [mask.bit_count() for mask in masks] == [1, 1, 1, 2, 2, 2, 3]
    assert masks == [1, 2, 4, 3, 5, 6, 7]
    wrong = {sum(2**x for x, pair in enumerate(zip(row, target, strict=True)) if len(set(pair)) == 2)
             for row in initial_segments(3).rows()}
    assert set(difference_sets(initial_segments(3), target)) == wrong - {0}


@pytest.mark.parametrize("beta", [1, Fraction(99, 100), HALF, Fraction(9, 25), Fraction(1, 10), Fraction(1, 50)])
def test_the_smallest_sample_is_the_first_that_is_large_enough(beta):
    segments = initial_segments(2)
    games = [(target, law) for target in segments.rows() for law in [(Fraction(2, 5), Fraction(3, 5)), (HALF, HALF)]]
    assert smallest_sample(segments, games, QUARTER, beta) == next(
        n for n in range(20) if worst_adversarial_failure(segments, games, n, QUARTER).failure <= beta)


def test_limits_end_where_rows_and_points_do():
    assert point_failure_limit(3, 2, HALF) == 1 - Fraction(1, 2)
    assert point_failure_limit(4, 4, Fraction(3, 5)) == Fraction(3, 5) ** 4 * (1 - Fraction(36, 81))
    for arguments, name in (((2, 1, HALF), "size"), ((3, -1, HALF), "rows")):
        with pytest.raises(ValueError, match=f"{name} must be an integer"):
            point_failure_limit(*arguments)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: vc_sample_size(1, 0, HALF), "must satisfy 0 < alpha < 1"),
    (lambda: vc_sample_size(1, 1, HALF), "must satisfy 0 < alpha < 1"),
    (lambda: vc_sample_size(1, HALF, 0), "must satisfy 0 < beta < 1"),
    (lambda: vc_sample_size(1, HALF, 1), "must satisfy 0 < beta < 1"),
    (lambda: worst_adversarial_failure(point_functions(2), [], 1, HALF), "games must not be empty"),
    (lambda: smallest_sample(point_functions(2), [((1, 0), (HALF, HALF))], HALF, 0), "beta must be above 0"),
    (lambda: adversarial_failure(point_functions(2), (1, 0), (HALF, HALF), -1, 0), "rows must be"),
    (lambda: worst_adversarial_failure(point_functions(2), [((1, 0), (HALF, HALF))], -1, 0), "rows must be"),
    (lambda: vc_sample_size(-1, HALF, HALF), "dimension must be")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(("alpha", "failing"), [(Fraction(2, 5), 1), (Fraction(3, 5), 0)])
def test_an_error_of_exactly_alpha_is_no_failure(alpha, failing):
    assert adversarial_failure(all_functions(1), (0,), (1,), 0, 1) == 0
    segments = initial_segments(2)
    assert adversarial_failure(segments, (0, 0), (Fraction(3, 5), Fraction(2, 5)), 0, alpha) == 1
    assert adversarial_failure(segments, (1, 0), (Fraction(2, 5), Fraction(3, 5)), 0, alpha) == failing
