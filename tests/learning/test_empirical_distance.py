"""The exact law of the Kolmogorov distance of a sample."""

from fractions import Fraction
from itertools import product
from math import exp

import pytest

from privlearn.learners.interior_point.counting_queries import distribution_distance
from privlearn.learning import empirical_tail, massart_bound

THIRDS = [Fraction(1, 3)] * 3


def test_tail_is_that_of_all_samples():
    for r in (Fraction(1, 6), Fraction(1, 3), Fraction(1, 2), Fraction(2, 3)):
        far = sum(distribution_distance([Fraction(s.count(x), 3) for x in range(3)], THIRDS) >= r
                  for s in product(range(3), repeat=3))
        assert empirical_tail(THIRDS, 3, r) == Fraction(far, 27)


def test_points_without_weight_do_not_matter_and_one_alone_is_always_met():
    law = [Fraction(1, 4), Fraction(3, 4)]
    assert empirical_tail([0, *law, 0], 4, Fraction(1, 4)) == empirical_tail(law, 4, Fraction(1, 4))
    assert empirical_tail([1], 5, Fraction(1, 100)) == 0
    assert empirical_tail(THIRDS, 2, Fraction(3, 2)) == 0  # a radius above one


def test_bound_holds_for_the_fair_coin():
    for k in range(1, 11):
        assert empirical_tail([Fraction(1, 2)] * 2, 20, Fraction(k, 20)) <= massart_bound(20, Fraction(k, 20)).lower


@pytest.mark.parametrize(("law", "rows", "radius"), [([Fraction(1, 2)], 1, 1), (THIRDS, 0, 1), (THIRDS, 1, 0)])
def test_bad_arguments_are_refused(law, rows, radius):
    with pytest.raises(ValueError, match="must"):
        empirical_tail(law, rows, radius)


@pytest.mark.parametrize(("rows", "radius", "exponent"), [(3, Fraction(1, 2), 2), (5, Fraction(1, 3), Fraction(7, 2))])
def test_the_bound_falls_with_rows_and_radius(rows, radius, exponent):
    found, value = massart_bound(rows, radius, exponent), 2 * exp(-exponent * rows * radius**2)
    assert float(found.lower) == pytest.approx(value, rel=1e-14)
    assert found.lower <= found.upper < found.lower + Fraction(1, 10**15)
