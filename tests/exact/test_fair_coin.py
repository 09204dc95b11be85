"""Deviations of a fair coin."""

from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq

from privlearn.exact import Bracket
from privlearn.exact.concentration import two_sided_tail
from privlearn.exact.fair_coin import fair_deviation, fair_deviation_by_beta, fair_deviation_floor

HALF = Fraction(1, 2)


@pytest.mark.parametrize("throws", [2, 4, 6, 10, 16, 64])
def test_both_routes_enclose_the_exact_tail(throws):
    for deviation in (Fraction(1, 3), 1, Fraction(5, 2), throws // 2):
        exact = two_sided_tail(throws, HALF, deviation)
        for found in (fair_deviation(throws, deviation), fair_deviation_by_beta(throws, deviation)):
            assert found.lower <= exact <= found.upper
            assert found.upper - found.lower < Fraction(1, 2**100)


@pytest.mark.parametrize("throws", [2, 8, 100])
def test_the_floor_is_below_the_probability(throws):
    for deviation in (1, 2, throws // 4 + 1):
        assert fair_deviation_floor(throws, deviation).lower <= fair_deviation(throws, deviation).upper
    assert Fraction(3175, 10000) < fair_deviation(2**22, 1024).lower < Fraction(3176, 10000)  # millions are feasible


BOTH = (fair_deviation, fair_deviation_by_beta)


@pytest.mark.parametrize(("throws", "deviation", "routes"), [
    (3, 1, BOTH), (0, 1, BOTH), (4, 0, (*BOTH, fair_deviation_floor)), (4, -1, BOTH), (1, 1, [fair_deviation_floor]),
    (4, Fraction(3, 2), [fair_deviation_floor])])
def test_odd_numbers_of_throws_and_deviations_out_of_range_are_refused(throws, deviation, routes):
    for route in routes:
        with pytest.raises(ValueError, match="throws must be" if route in BOTH else "throws must be|deviation must be"):
            route(throws, deviation)


@pytest.mark.parametrize("deviation", [Fraction(21, 10), 3, 4, 100])
def test_deviations_beyond_half_of_the_throws_have_probability_zero(deviation):
    assert fair_deviation(4, deviation) == fair_deviation_by_beta(4, deviation) == Bracket(0, 0)


@pytest.mark.parametrize(("throws", "deviation"), [(2, 1), (8, 1), (100, 3), (7, 2), (1000, 500), (10**6, 7)])
def test_the_floor_is_its_formula(throws, deviation):
    found = fair_deviation_floor(throws, deviation)
    with ctx.workprec(300):
        truth = 1 - deviation * (arb(8) / (arb.pi() * throws)).sqrt()
        assert arb(fmpq(found.lower.numerator, found.lower.denominator)) <= truth
        assert truth <= arb(fmpq(found.upper.numerator, found.upper.denominator))
        assert found.upper - found.lower < Fraction(deviation, 1 << 58)
