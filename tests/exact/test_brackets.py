"""Brackets against python-flint's balls, a second arithmetic."""

import math
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq

from privlearn.exact import Bracket, Undecided, exp_bracket, is_at_most, log_bracket, round_up, sqrt_bracket
from privlearn.exact.brackets import _arctan_of_inverse, _atanh_series, as_bracket, pi_bracket, round_down

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


BITS = [1, 2, 3, 4, 7, 12, 30, 64]
DYADICS = [Fraction(m, 1 << k) for m in (1, 3, 5, 7, 9) for k in (0, 1, 2, 5, 9)]


@pytest.mark.parametrize("bits", BITS)
def test_exp_beside_a_number_of_few_bits_stays_on_its_side(bits):
    for size in [*DYADICS, *(1 / d for d in DYADICS if d.numerator == 1), Fraction(1 << 40), Fraction(3, 1 << 30)]:
        if size != 1:
            below, above = (ends := log_bracket(size, 160)).lower, ends.upper
            assert exp_bracket(below, bits).lower < size < exp_bracket(above, bits).upper


@pytest.mark.parametrize("bits", BITS)
@pytest.mark.parametrize("sign", [1, -1])
def test_log_beside_a_number_of_few_bits_stays_on_its_side(bits, sign):
    for size in [*DYADICS, Fraction(1, 1 << 20), Fraction(1, 1 << 40), Fraction(25)]:
        below, above = (ends := exp_bracket(sign * size, 160)).lower, ends.upper
        assert log_bracket(below, bits).lower < sign * size < log_bracket(above, bits).upper


@pytest.mark.parametrize("bits", [1, 8, 64, 200])
@pytest.mark.parametrize("x", [
    Fraction(1, 10**9), Fraction(1, 3), Fraction(1, 2), Fraction(501, 1000), Fraction(1), Fraction(40), Fraction(1000),
    Fraction(10**5, 3), Fraction(1, 1 << 80)])
def test_exp_is_enclosed_to_its_bits_however_large(bits, x):
    for value in (x, -x):
        found = exp_bracket(value, bits)
        assert encloses(found, ball(value).exp())
        assert found.upper - found.lower <= found.lower * Fraction(6, 1 << bits)


@pytest.mark.parametrize("bits", [1, 8, 64, 200])
@pytest.mark.parametrize("x", [
    Fraction(1 << 200), Fraction(10**50, 7), Fraction(1 << 20) - 1, Fraction(4), Fraction(4, 3),
    Fraction(4, 3) + Fraction(1, 10**9), Fraction(8, 3), Fraction(2), Fraction(3, 2), 1 + Fraction(1, 10**9),
    1 + Fraction(1, 1 << 70)])
def test_log_is_enclosed_to_its_bits_on_both_sides_of_one(bits, x):
    for value in (x, 1 / x):
        found = log_bracket(value, bits)
        assert encloses(found, ball(value).log())
        assert found.upper - found.lower <= min(abs(found.lower), abs(found.upper)) * Fraction(6, 1 << bits)


@pytest.mark.parametrize("bits", [1, 8, 64, 200])
@pytest.mark.parametrize("x", [
    Fraction(2), Fraction(1, 2), Fraction(10**40 + 1), Fraction(1, 10**40 + 1), Fraction(1 << 401),
    Fraction(1, 1 << 401), Fraction(8, 9), Fraction(10**9, 10**9 + 1)])
def test_sqrt_is_enclosed_to_its_bits_however_large_or_small(bits, x):
    found = sqrt_bracket(x, bits)
    assert found.lower**2 < x < found.upper**2
    assert found.upper - found.lower <= found.lower * Fraction(2, 1 << bits)


@pytest.mark.parametrize("root", [Fraction(1), Fraction(3, 7), Fraction(10**30), Fraction(1, 10**30)])
def test_rational_roots_are_points(root):
    assert sqrt_bracket(root * root, 1) == Bracket(root, root)


@pytest.mark.parametrize("bits", [1, 2, 3, 8, 64, 250])
def test_pi_is_enclosed_to_its_bits(bits):
    found = pi_bracket(bits)
    assert encloses(found, arb.pi())
    assert found.upper - found.lower <= Fraction(16, 1 << bits)


@pytest.mark.parametrize(("n", "bits", "ends"), [
    (5, 1, (0, Fraction(1, 5))), (5, 3, (Fraction(1, 5) - Fraction(1, 375), Fraction(1, 5))),
    (5, 7, (Fraction(1, 5) - Fraction(1, 375), Fraction(1, 5) - Fraction(1, 375) + Fraction(1, 15625))),
    (2, 1, (0, Fraction(1, 2))), (2, 2, (Fraction(11, 24), Fraction(1, 2)))])
def test_arctan_lies_between_two_partial_sums(n, bits, ends):
    assert _arctan_of_inverse(n, bits) == Bracket(*ends)


@pytest.mark.parametrize("t", [Fraction(0), Fraction(1, 3), Fraction(1, 7), Fraction(1, 10**6), Fraction(3, 16)])
@pytest.mark.parametrize("bits", [1, 4, 20, 100])
def test_atanh_is_enclosed_to_its_bits(t, bits):
    found, x = _atanh_series(t, bits), ball(t)
    assert encloses(found, x.atanh())
    assert found.upper - found.lower <= t / (1 << (bits + 2))


@pytest.mark.parametrize(("value", "bits", "down", "up"), [
    (Fraction(1, 3), 5, Fraction(21, 64), Fraction(22, 64)), (Fraction(-1, 3), 5, Fraction(-22, 64), Fraction(-21, 64)),
    (Fraction(1000), 3, 960, 1024), (Fraction(-1000), 3, -1024, -960), (Fraction(7), 2, 7, 7),
    (Fraction(9, 2), 2, 4, 5), (Fraction(29, 2), 1, 12, 16), (Fraction(0), 1, 0, 0), (Fraction(1), 1, 1, 1),
    (Fraction(1, 1 << 90), 1, Fraction(1, 1 << 90), Fraction(1, 1 << 90))])
def test_rounding_is_to_the_neighbouring_dyadics(value, bits, down, up):
    assert (round_down(value, bits), round_up(value, bits)) == (down, up)


@pytest.mark.parametrize("ends", [(0, 1.0), (0.0, Fraction(1)), (Fraction(0), 1), (fmpq(0), fmpq(1))])
def test_both_ends_become_fractions(ends):
    found = Bracket(*ends)
    assert found == Bracket(Fraction(0), Fraction(1))
    assert type(found.lower) is type(found.upper) is Fraction


def test_a_bracket_may_be_a_point_but_not_turned_round():
    assert Bracket(Fraction(2), Fraction(2)) == Bracket(2, 2)
    with pytest.raises(ValueError, match="lower must not exceed upper, got 1 > 0"):
        Bracket(Fraction(1), Fraction(0))


A, B = Bracket(2, 3), Bracket(-1, 5)


@pytest.mark.parametrize(("found", "ends"), [
    (A + B, (1, 8)), (A + 1, (3, 4)), (1 + A, (3, 4)), (-A, (-3, -2)), (A - B, (-3, 4)), (A - 1, (1, 2)),
    (5 - A, (2, 3)), (A * B, (-3, 15)), (A * A, (4, 9)), (-A * A, (-9, -4)), (B * B, (-5, 25)), (A * 2, (4, 6)),
    (2 * A, (4, 6)), (A * -2, (-6, -4)), (A * 0, (0, 0)), (B * Fraction(1, 2), (Fraction(-1, 2), Fraction(5, 2))),
    (B / A, (Fraction(-1, 2), Fraction(5, 2))), (B / -A, (Fraction(-5, 2), Fraction(1, 2))),
    (A / 2, (1, Fraction(3, 2))), (A / -2, (Fraction(-3, 2), -1)), (6 / A, (2, 3)), (-6 / A, (-3, -2)),
    (A / A, (Fraction(2, 3), Fraction(3, 2)))])
def test_arithmetic_takes_the_extreme_ends(found, ends):
    assert found == Bracket(*ends)


@pytest.mark.parametrize("divisor", [0, Bracket(0, 1), Bracket(-1, 0), Bracket(-1, 1), Bracket(0, 0), Bracket(-3, 2)])
def test_a_divisor_that_touches_0_is_refused(divisor):
    with pytest.raises(ValueError, match="divisor must not contain 0"):
        A / divisor


@pytest.mark.parametrize(("left", "right", "answer"), [
    (A, Bracket(3, 4), True), (A, 3, True), (2, A, True), (Bracket(0, 2), A, True), (Bracket(4, 5), A, False),
    (4, A, False), (A, Fraction(19, 10), False), (1, Fraction(1, 2), False), (Fraction(1, 2), 1, True), (1, 1, True),
    (0.5, 1, True), (1, 0.5, False), (Fraction(1), 0.5, False), (A, math.inf, True), (math.inf, 3, False),
    (math.inf, A, False), (Bracket(3, 3), Bracket(3, 3), True), (A, A, None), (3, A, None), (A, 2, None),
    (Bracket(3, 4), A, None), (B, A, None)])
def test_order_is_decided_by_the_unfavourable_ends(left, right, answer):
    if answer is None:
        with pytest.raises(Undecided):
            is_at_most(left, right)
    else:
        assert is_at_most(left, right) is answer


@pytest.mark.parametrize("function", [exp_bracket, log_bracket])
def test_functions_of_a_bracket_take_one_end_each(function):
    found = function(Bracket(Fraction(1, 2), Fraction(5)), 20)
    assert (found.lower, found.upper) == (function(Fraction(1, 2), 20).lower, function(5, 20).upper)


@pytest.mark.parametrize("function", [exp_bracket, log_bracket, sqrt_bracket])
def test_64_bits_unless_told_and_at_least_one(function):
    assert function(3) == function(3, 64)
    assert function(3, 1).lower > 0
    assert pi_bracket() == pi_bracket(64)
    for bits in (0, -1, 1.5):
        with pytest.raises(ValueError, match="bits must be"):
            function(3, bits)
        with pytest.raises(ValueError, match="bits must be"):
            pi_bracket(bits)


def test_bits_are_asked_for_brackets_as_well():
    for function in (exp_bracket, log_bracket):
        with pytest.raises(ValueError, match="bits must be"):
            function(Bracket(1, 2), 0)


@pytest.mark.parametrize("value", [-1, Fraction(-1, 10**9)])
def test_roots_of_negative_numbers_are_refused(value):
    with pytest.raises(ValueError, match=f"argument must not be negative, got {value}"):
        sqrt_bracket(value)


@pytest.mark.parametrize("bits", [0, -50, "8"])
def test_an_exponential_names_the_bits_it_was_given(bits):
    with pytest.raises(ValueError, match=f"bits must be an integer of at least 1, got {bits!r}"):
        exp_bracket(1, bits)
