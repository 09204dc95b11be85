"""The basic learner of lines: failure, its bound, and the rows that serve every plane."""
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from privlearn.learners.lines.basic_failure import basic_draws, basic_failure, basic_failure_bound, equal_masses

TENTH, QUARTER = Fraction(1, 10), Fraction(1, 4)


def test_equal_masses_exceed_alpha_by_the_share_asked_for():
    assert equal_masses(4, Fraction(1, 5), Fraction(1, 2)) == (TENTH,) * 4
    assert equal_masses(3, TENTH) == (TENTH * (1 + Fraction(1, 10**9)) / 2,) * 3
    masses = equal_masses(5, TENTH)  # equal masses without one weigh just more than alpha
    assert len(masses) == 5
    assert TENTH < sum(masses[1:]) < TENTH * (1 + Fraction(1, 10**8))
    assert equal_masses(2, TENTH, excess=0) == (TENTH, TENTH)
    with pytest.raises(ValueError, match="points must"):
        equal_masses(1, TENTH)


@pytest.mark.parametrize("call", [lambda: basic_failure((Fraction(2),), 1, TENTH), lambda: basic_failure((), -1, TENTH),
                                  lambda: basic_failure((), 1, 1), lambda: basic_draws(TENTH, 0),
                                  lambda: equal_masses(1, TENTH), lambda: equal_masses(2, Fraction(2, 3))])
def test_bad_input_is_named(call):
    with pytest.raises(ValueError, match="must|at least|sum"):
        call()


@pytest.mark.parametrize("masses", [
    (QUARTER, QUARTER, TENTH), (Fraction(1, 2), TENTH), (Fraction(1, 3),) * 3, (), (TENTH,), (QUARTER,),
    (QUARTER, QUARTER), (Fraction(1, 2), Fraction(1, 2))])
@pytest.mark.parametrize("draws", [0, 1, 2, 3, 4])
def test_failure_is_that_of_all_samples(masses, draws):
    for alpha in (TENTH, Fraction(1, 5), QUARTER, Fraction(7, 20), Fraction(3, 5)):
        chances, failure = [*masses, 1 - sum(masses)], Fraction(0)
        for sample in product(range(len(chances)), repeat=draws):
            seen = {z for z in sample if z < len(masses)}
            error = sum(masses) - sum(masses[z] for z in seen) if len(seen) < 2 else 0
            failure += prod(chances[z] for z in sample) if error > alpha else 0
        assert basic_failure(masses, draws, alpha) == failure


def test_bound_and_draws_are_those_of_coins():
    for alpha in (TENTH, Fraction(3, 7), Fraction(1, 2), Fraction(9, 10)):
        bounds = [sum(prod(alpha if coin else 1 - alpha for coin in coins) for coins in product((0, 1), repeat=t)
                      if sum(coins) <= 1) for t in range(9)]
        assert [basic_failure_bound(t, alpha) for t in range(9)] == bounds
        for beta in (Fraction(99, 100), Fraction(1, 2), *bounds[2:5]):
            assert basic_draws(alpha, beta) == next(t for t in range(99) if basic_failure_bound(t, alpha) <= beta)
