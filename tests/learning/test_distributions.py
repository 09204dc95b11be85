"""The PAC game, exactly."""

from fractions import Fraction

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learning import distributions, error, grid_distributions, samples

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def test_error_is_the_mass_of_the_disagreement():
    assert error((HALF, THIRD, Fraction(1, 6)), (1, 0, 0), (0, 0, 1)) == Fraction(2, 3)


def test_error_of_the_target_is_zero():
    assert error((HALF, HALF), (1, 0), (1, 0)) == 0


@pytest.mark.parametrize(("points", "denominator", "count"), [(1, 5, 1), (3, 4, 15), (5, 3, 35)])
def test_the_grid_has_all_compositions(points, denominator, count):
    grid = grid_distributions(points, denominator)
    assert len(grid) == len(set(grid)) == count
    assert all(sum(weights) == 1 for weights in grid)


def test_the_coarsest_grid_has_the_point_masses():
    assert grid_distributions(2, 1) == [(0, 1), (1, 0)]
    for points, denominator, atoms, name in ((0, 1, 1, "points"), (2, 0, 1, "denominator"), (2, 1, 0, "max_atoms")):
        with pytest.raises(ValueError, match=f"{name} must"):
            grid_distributions(points, denominator, atoms)


def test_max_atoms_limits_the_support():
    assert grid_distributions(3, 4, max_atoms=1) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]


def test_probabilities_of_samples_sum_to_one():
    assert sum(p for _, p in samples((HALF, THIRD, Fraction(1, 6)), (1, 0, 0), 5)) == 1


def test_samples_have_the_multinomial_probability():
    drawn = dict(samples((THIRD, 2 * THIRD), (1, 0), 2))
    assert drawn == {((0, 1), (0, 1)): Fraction(1, 9), ((0, 1), (1, 0)): Fraction(4, 9),
                     ((1, 0), (1, 0)): Fraction(4, 9)}


def test_the_empty_sample_is_certain():
    assert list(samples((HALF, HALF), (1, 0), 0)) == [((), 1)]


def test_points_without_mass_do_not_occur():
    assert [database for database, _ in samples((0, 1), (1, 0), 2)] == [((1, 0), (1, 0))]


@pytest.mark.parametrize("weights", [(HALF,), (HALF, THIRD), (Fraction(3, 2), -HALF)])
def test_weights_that_are_no_distribution_are_refused(weights):
    with pytest.raises(ValueError, match="distribution must"):
        error(weights, (1, 0), (0, 0))


def test_a_hypothesis_on_another_domain_is_refused():
    with pytest.raises(ValueError, match="hypothesis must have 2 bits"):
        error((HALF, HALF), (1, 0), (0, 0, 0))


def test_too_many_samples_are_refused():
    with pytest.raises(TooLargeToEnumerate):
        next(samples((Fraction(1, 10),) * 10, (0,) * 10, 50))


def test_too_fine_a_grid_is_refused():
    with pytest.raises(TooLargeToEnumerate):
        grid_distributions(12, 40)


def test_as_many_as_the_limit_are_listed_and_one_more_is_not(monkeypatch):
    monkeypatch.setattr(distributions, "LARGEST_COLLECTION", 5)
    assert len(grid_distributions(2, 4)) == len(list(samples((HALF, HALF), (1, 0), 4))) == 5
    with pytest.raises(TooLargeToEnumerate, match="6"):
        grid_distributions(2, 5)
    with pytest.raises(TooLargeToEnumerate, match="6"):
        next(samples((HALF, HALF), (1, 0), 5))
