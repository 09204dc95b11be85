"""Brackets against python-flint's balls, a second arithmetic."""

import operator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import inf

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
def _many_bits():
    with ctx.workprec(300):
        yield


def digits(value):
    """Return the significant bits of a dyadic number."""
    n = abs(value.numerator)
    return (n // (n & -n)).bit_length() if n else 0


def power_below(value):
    """Return the largest power of 2 that is at most a positive number."""
    guess = Fraction(2) ** (value.numerator.bit_length() - value.denominator.bit_length())
    return guess if guess <= value else guess / 2


def size(truth):
    low = abs(truth).lower().fmpq()
    return Fraction(int(low.p), int(low.q))


def fits(found, truth, bits, units=1):
    """Whether a bracket encloses the truth, is so many units of its last place wide at most, and has few bits.

    A number from 2^e to 2^(e + 1) has the unit 2^(e + 1 - bits).
    """
    return (encloses(found, truth) and found.upper - found.lower <= units * power_below(size(truth)) * 2 / 2**bits
            and max(digits(found.lower), digits(found.upper)) <= bits + 1)


def test_a_comparison_of_overlapping_brackets_is_undecided():
    with pytest.raises(Undecided, match="ask for more bits"):
        is_at_most(exp_bracket(1), exp_bracket(1))


BITS = [1, 2, 3, 4, 7, 8, 12, 30, 53, 64, 120, 200]
DYADICS = [Fraction(m, 1 << k) for m in (1, 3, 5, 7, 9) for k in (0, 1, 2, 5, 9)]
EXPONENTS = [*(x for x in GRID if x > 0), Fraction(1, 2), Fraction(501, 1000), Fraction(40), Fraction(1000),
             Fraction(10**5, 3), Fraction(1, 1 << 80)]
ARGUMENTS = [*(x for x in GRID if x > 0 and x != 1), Fraction(2), Fraction(3, 2), Fraction(4), Fraction(4, 3),
             Fraction(4, 3) + Fraction(1, 10**9), Fraction(8, 3), 1 + Fraction(1, 10**9), Fraction(1 << 20) - 1,
             Fraction(10**50, 7), Fraction(1 << 200)]
RADICANDS = [*(x for x in GRID if x > 0 and x not in (1, 4)), Fraction(10**40 + 1), Fraction(1, 10**40 + 1),
             Fraction(1 << 401), Fraction(1, 1 << 401), Fraction(3, 1 << 401), Fraction(8, 9),
             Fraction(10**9, 10**9 + 1)]


@pytest.mark.parametrize("bits", BITS)
def test_exponentials_have_the_nearest_ends_or_a_unit_more_below_1(bits):
    for x in EXPONENTS:
        assert fits(exp_bracket(x, bits), ball(x).exp(), bits), x
        assert fits(exp_bracket(-x, bits), ball(-x).exp(), bits, 2), x
    assert exp_bracket(0, bits).lower <= 1 <= exp_bracket(0, bits).upper


@pytest.mark.parametrize("bits", BITS)
def test_exponentials_beside_a_number_of_few_bits_stay_on_its_side(bits):
    for few in [*DYADICS, *(1 / d for d in DYADICS if d.numerator == 1), Fraction(1 << 40), Fraction(3, 1 << 30)]:
        if few != 1:
            for x in ((near := log_bracket(few, 240)).lower, near.upper):
                assert fits(exp_bracket(x, bits), ball(x).exp(), bits, 2 + (x < 0)), few


@pytest.mark.parametrize("bits", BITS)
def test_logarithms_have_the_nearest_ends(bits):
    for x in ARGUMENTS:
        assert fits(log_bracket(x, bits), ball(x).log(), bits), x
        assert log_bracket(1 / x, bits) == -log_bracket(x, bits), x


@pytest.mark.parametrize("bits", BITS)
@pytest.mark.parametrize("sign", [1, -1])
def test_logarithms_beside_a_number_of_few_bits_stay_on_its_side(bits, sign):
    for few in [*DYADICS, Fraction(1, 1 << 20), Fraction(1, 1 << 40), Fraction(1, 1 << 70), Fraction(25)]:
        for x in ((near := exp_bracket(sign * few, 240)).lower, near.upper):
            assert fits(log_bracket(x, bits), ball(x).log(), bits, 2), few


@pytest.mark.parametrize("bits", BITS)
def test_roots_have_ends_of_their_bits_and_not_of_many_more(bits):
    for x in RADICANDS:
        found, unit = sqrt_bracket(x, bits), power_below(size(ball(x).sqrt())) / 2**bits
        far = (found.upper - found.lower) * x.denominator
        assert found.lower**2 < x < found.upper**2, x
        assert far <= unit, x
        assert unit / 8 <= far or x > 4**bits, x


@pytest.mark.parametrize("bits", BITS)
def test_rational_roots_are_points(bits):
    for root in (0, 1, Fraction(3, 7), Fraction(3, 2), 10**15, 10**30, Fraction(1, 10**30)):
        assert sqrt_bracket(root * root, bits) == Bracket(root, root)


@pytest.mark.parametrize("bits", [*range(1, 141), 250])
def test_pi_has_the_nearest_ends(bits):
    assert fits(pi_bracket(bits), arb.pi(), bits)


def partial_sums(term, is_last):
    """Return the sum of the terms 0, 1, ... before the last one, and that one."""
    last = next(k for k in range(10**4) if is_last(k))
    return sum((term(k) for k in range(last)), Fraction(0)), term(last)


@pytest.mark.parametrize("n", [2, 4, 5, 239])
def test_arctan_lies_between_two_partial_sums(n):
    for bits in range(1, 41):
        total, last = partial_sums(lambda k: Fraction((-1) ** k, (2 * k + 1) * n ** (2 * k + 1)),
                                   lambda k, bits=bits: n ** (2 * k + 1) >= 2**bits)
        found = _arctan_of_inverse(n, bits)
        assert found == Bracket(*sorted((total, total + last)))
        assert encloses(found, ball(Fraction(1, n)).atan())


@pytest.mark.parametrize("t", [Fraction(0), Fraction(1, 3), Fraction(1, 4), Fraction(1, 7), Fraction(3, 16),
                               Fraction(2, 7), Fraction(1, 10**6)])
def test_artanh_lies_above_a_partial_sum_by_twice_the_next_term_at_most(t):
    for bits in (*range(1, 41), 100):
        total, last = partial_sums(lambda k: t ** (2 * k + 1) / (2 * k + 1),
                                   lambda k, bits=bits: t ** (2 * k) * 2 ** (bits + 4) <= 1 or t == 0)
        assert _atanh_series(t, bits) == Bracket(total, total + 2 * last)
        assert encloses(_atanh_series(t, bits), ball(t).atanh())


@pytest.mark.parametrize(("way", "sign"), [(round_up, 1), (round_down, -1)])
@pytest.mark.parametrize("value", [
    Fraction(1, 3), Fraction(2, 3), Fraction(7), Fraction(8), Fraction(9, 2), Fraction(29, 2), Fraction(1000),
    Fraction(10**9, 7), Fraction(1, 1 << 70), Fraction(5, 3 << 70), Fraction(1 << 70, 3), Fraction((1 << 70) - 1)])
def test_rounding_goes_the_right_way_and_to_few_bits(way, sign, value):
    for x, bits in product((value, -value), range(1, 13)):
        found = way(x, bits)
        assert 0 <= sign * (found - x) < 2 * value / 2**bits
        assert digits(found) <= bits + 1


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
    assert type(found.lower) is type(found.upper) is type(Bracket(0, 0.5).upper) is Fraction


def test_a_bracket_may_be_a_point():
    assert Bracket(Fraction(2), Fraction(2)) == Bracket(2, 2)
    assert log_bracket(1) == Bracket(Fraction(0), Fraction(0))


PLACES = (Fraction(-2), Fraction(-1, 3), Fraction(0), Fraction(1, 2), Fraction(3))
BRACKETS = [Bracket(*ends) for ends in combinations_with_replacement(PLACES, 2)]
NUMBERS = [*PLACES, -2, 0, 3]


def ends_of(value):
    return (value.lower, value.upper) if isinstance(value, Bracket) else (value, value)


@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul, operator.truediv])
def test_arithmetic_takes_the_extreme_ends(operation):
    for one, other in (*product(BRACKETS, [*BRACKETS, *NUMBERS]), *product(NUMBERS, BRACKETS)):
        (low, high), points = ends_of(other), list(product(ends_of(one), ends_of(other)))
        if operation is operator.truediv and low <= 0 <= high:
            with pytest.raises(ValueError, match="divisor must not contain 0"):
                operation(one, other)
        else:
            values = [operation(Fraction(x), y) for x, y in points]
            assert operation(one, other) == Bracket(min(values), max(values)), (one, other)


def test_negation_turns_the_ends_round():
    assert [-bracket for bracket in BRACKETS] == [Bracket(-bracket.upper, -bracket.lower) for bracket in BRACKETS]


@pytest.mark.parametrize("left", [*BRACKETS, *NUMBERS, 0.5, inf])
def test_order_is_decided_just_if_it_is_the_same_for_all_points(left):
    for right in [*BRACKETS, *NUMBERS, 0.5, inf]:
        answers = {x <= y for x, y in product(ends_of(left), ends_of(right))}
        if len(answers) == 2:
            with pytest.raises(Undecided):
                is_at_most(left, right)
        else:
            assert is_at_most(left, right) is answers.pop(), right


@pytest.mark.parametrize("function", [exp_bracket, log_bracket])
@pytest.mark.parametrize("bits", [(1,), (20,), (64,), ()])
def test_functions_of_a_bracket_take_one_end_each(function, bits):
    for low, high in product((Fraction(1, 3), Fraction(2), 5), (Fraction(7, 3), 6, 8.5)):
        if low < high:
            least, most = (function(Fraction(end), *(bits or (64,))) for end in (low, high))
            assert function(Bracket(low, high), *bits) == Bracket(least.lower, most.upper)


@pytest.mark.parametrize("function", [exp_bracket, log_bracket, sqrt_bracket])
def test_64_bits_unless_told_and_at_least_one(function):
    assert function(3) == function(3, 64)
    assert function(3, 1).lower > 0
    assert pi_bracket() == pi_bracket(64)
    for bits in (0, -1, 1.5):
        with pytest.raises(ValueError, match="bits must be"):
            function(3, bits)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: Bracket(1, 0), "must"), (lambda: Bracket("0", 1), "must"), (lambda: exp_bracket("1"), "must"),
    (lambda: log_bracket(0), "must"), (lambda: log_bracket(Bracket(-1, 1)), "must"),
    (lambda: sqrt_bracket(2, bits=0), "must"), (lambda: pi_bracket(bits="8"), "must"),
    (lambda: round_down(Fraction(1), 0), "must"), (lambda: as_bracket(None), "must"),
    (lambda: is_at_most(float("nan"), 1), "must"), (lambda: is_at_most("a", 1), "must"),
    (lambda: Bracket(Fraction(1), Fraction(0)), "lower must not exceed upper, got 1 > 0"),
    *((lambda bits=bits: pi_bracket(bits), "bits must be") for bits in (0, -1, 1.5)),
    *((lambda bits=bits: exp_bracket(1, bits), f"bits must be an integer of at least 1, got {bits!r}")
      for bits in (0, -50, "8")),
    (lambda: exp_bracket(Bracket(1, 2), 0), "bits must be"), (lambda: log_bracket(Bracket(1, 2), 0), "bits must be"),
    *((lambda value=value: sqrt_bracket(value), f"argument must not be negative, got {value}")
      for value in (-1, Fraction(-1, 10**9)))])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
