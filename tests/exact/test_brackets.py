"""Brackets against python-flint's balls, a second arithmetic."""

import math
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq

from privlearn.exact import Bracket, Undecided, exp_bracket, is_at_most, log_bracket, round_up, sqrt_bracket
from privlearn.exact.brackets import as_bracket, pi_bracket, round_down

GRID = [Fraction(k, 7) for k in range(-40, 41)] + [Fraction(1, 10**9), Fraction(200), Fraction(-200), Fraction(1, 3)]


def ball(value):
    return arb(fmpq(value.numerator, value.denominator))


def encloses(bracket, truth):
    """Whether the ball of the truth, at 300 bits, lies in the bracket."""
    return ball(bracket.lower) <= truth and truth <= ball(bracket.upper)


@pytest.fixture(autouse=True)
def _many_bits(monkeypatch):
    before, ctx.prec = ctx.prec, 300
    yield
    ctx.prec = before


@pytest.mark.parametrize("bits", [1, 2, 10, 64, 120])
def test_exp_encloses_the_truth_on_a_grid(bits):
    assert all(encloses(exp_bracket(x, bits), ball(x).exp()) for x in GRID)


@pytest.mark.parametrize("bits", [1, 2, 10, 64, 120])
def test_log_encloses_the_truth_on_a_grid(bits):
    assert all(encloses(log_bracket(x, bits), ball(x).log()) for x in GRID if x > 0)


@pytest.mark.parametrize("bits", [1, 10, 64])
def test_sqrt_encloses_the_truth_on_a_grid(bits):
    assert all(encloses(sqrt_bracket(x, bits), ball(x).sqrt()) for x in GRID
               if x > 0 and sqrt_bracket(x).lower != sqrt_bracket(x).upper)


@pytest.mark.parametrize("bits", [1, 5, 64, 200])
def test_pi_encloses_the_truth(bits):
    assert encloses(pi_bracket(bits), arb.pi())


@pytest.mark.parametrize("function", [exp_bracket, log_bracket, sqrt_bracket])
def test_more_bits_make_brackets_as_narrow_as_promised(function):
    for x in GRID:
        if x > 0:
            found = function(x, 64)
            assert (found.upper - found.lower) * 2**60 <= max(abs(found.lower), Fraction(1, 2**10))


def test_exp_of_0_is_1():
    found = exp_bracket(0)
    assert found.lower <= 1 <= found.upper


def test_log_of_1_is_exactly_0():
    assert log_bracket(1) == Bracket(Fraction(0), Fraction(0))


def test_sqrt_of_0_is_exactly_0():
    assert sqrt_bracket(0) == Bracket(Fraction(0), Fraction(0))


def test_exp_of_a_bracket_spans_both_ends():
    found = exp_bracket(Bracket(Fraction(0), Fraction(1)))
    assert found.lower <= 1
    assert found.upper >= Fraction(27, 10)


def test_a_product_of_brackets_takes_the_extreme_corners():
    assert Bracket(-1, 2) * Bracket(-3, 5) == Bracket(-6, 10)


def test_a_difference_crosses_the_ends():
    assert Bracket(1, 2) - Bracket(0, 5) == Bracket(-4, 2)


def test_division_by_a_bracket_around_0_is_refused():
    with pytest.raises(ValueError, match="must not contain 0"):
        1 / Bracket(-1, 1)


def test_a_comparison_of_overlapping_brackets_is_undecided():
    with pytest.raises(Undecided, match="ask for more bits"):
        is_at_most(exp_bracket(1), exp_bracket(1))


def test_infinity_is_at_most_infinity_only():
    assert is_at_most(math.inf, math.inf)
    assert is_at_most(1, math.inf)
    assert not is_at_most(math.inf, exp_bracket(1))


def test_equal_exact_numbers_are_at_most_each_other():
    assert is_at_most(Fraction(1, 3), Fraction(1, 3))


@pytest.mark.parametrize("value", [Fraction(1, 3), Fraction(-1, 3), Fraction(10**9, 7), Fraction(-5)])
def test_rounding_goes_the_right_way(value):
    assert round_down(value, 5) <= value <= round_up(value, 5)


def test_rounding_keeps_numbers_of_few_bits():
    assert round_down(Fraction(13, 4), 4) == round_up(Fraction(13, 4), 4) == Fraction(13, 4)


def test_a_bracket_holds_fractions():
    assert type(Bracket(0, 0.5).upper) is Fraction


@pytest.mark.parametrize("call", [
    lambda: Bracket(1, 0), lambda: Bracket("0", 1), lambda: exp_bracket("1"), lambda: exp_bracket(1, bits=0),
    lambda: log_bracket(0), lambda: log_bracket(Bracket(-1, 1)), lambda: sqrt_bracket(-1),
    lambda: sqrt_bracket(2, bits=0), lambda: pi_bracket(bits="8"), lambda: round_down(Fraction(1), 0),
    lambda: as_bracket(None), lambda: is_at_most(float("nan"), 1), lambda: is_at_most("a", 1)])
def test_bad_arguments_are_value_errors(call):
    with pytest.raises(ValueError, match="must"):
        call()
