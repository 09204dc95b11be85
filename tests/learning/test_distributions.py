"""The PAC game, exactly."""

from fractions import Fraction

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learning import distributions, error, grid_distributions, samples

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def test_error_is_the_mass_of_the_disagreement():
    assert error((HALF, THIRD, Fraction(1, 6)), (1, 0, 0), (0, 0, 1)) == Fraction(2, 3)
    assert error((HALF, HALF), (1, 0), (1, 0)) == 0


@pytest.mark.parametrize(("points", "denominator", "count"), [(1, 5, 1), (3, 4, 15), (5, 3, 35)])
def test_the_grid_has_all_compositions(points, denominator, count):
    grid = grid_distributions(points, denominator)
    assert len(grid) == len(set(grid)) == count
    assert all(sum(weights) == 1 for weights in grid)


def test_the_coarsest_grid_has_the_point_masses_and_max_atoms_limits_the_support():
    assert grid_distributions(2, 1) == [(0, 1), (1, 0)]
    assert grid_distributions(3, 4, max_atoms=1) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]


def test_samples_have_the_multinomial_probability():
    drawn = dict(samples((THIRD, 2 * THIRD), (1, 0), 2))
    assert drawn == {((0, 1), (0, 1)): Fraction(1, 9), ((0, 1), (1, 0)): Fraction(4, 9),
                     ((1, 0), (1, 0)): Fraction(4, 9)}
    assert sum(p for _, p in samples((HALF, THIRD, Fraction(1, 6)), (1, 0, 0), 5)) == 1
    assert list(samples((HALF, HALF), (1, 0), 0)) == [((), 1)]
    assert [database for database, _ in samples((0, 1), (1, 0), 2)] == [((1, 0), (1, 0))]


@pytest.mark.parametrize(("call", "message"), [
    *((lambda weights=weights: error(weights, (1, 0), (0, 0)), "distribution must")
      for weights in ((HALF,), (HALF, THIRD), (Fraction(3, 2), -HALF))),
    (lambda: error((HALF, HALF), (1, 0), (0, 0, 0)), "hypothesis must have 2 bits"),
    (lambda: grid_distributions(0, 1, 1), "points must"), (lambda: grid_distributions(2, 0, 1), "denominator must"),
    (lambda: grid_distributions(2, 1, 0), "max_atoms must")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_as_many_as_the_limit_are_listed_and_one_more_is_not(monkeypatch):
    for call in (lambda: grid_distributions(12, 40), lambda: next(samples((Fraction(1, 10),) * 10, (0,) * 10, 50))):
        with pytest.raises(TooLargeToEnumerate):
            call()
    monkeypatch.setattr(distributions, "LARGEST_COLLECTION", 5)
    assert len(grid_distributions(2, 4)) == len(list(samples((HALF, HALF), (1, 0), 4))) == 5
    for call in (lambda: grid_distributions(2, 5), lambda: next(samples((HALF, HALF), (1, 0), 5))):
        with pytest.raises(TooLargeToEnumerate, match="6"):
            call()
