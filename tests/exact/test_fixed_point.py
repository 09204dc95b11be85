"""Bounds of functions at dyadic numbers are on the side that was asked for, and close."""

import random
from fractions import Fraction
from itertools import product

import flint
import pytest

from privlearn.exact import fixed_point
from privlearn.exact.fixed_point import exp_end, log_end, log_of_two, order, power_end, sqrt_end

FUNCTIONS = {"exp": (exp_end, lambda x: x.exp()), "log": (log_end, lambda x: x.log()),
             "sqrt": (sqrt_end, lambda x: x.sqrt()),
             "power": (lambda n, unit, bits, up: power_end(n, unit, 77, bits, up), lambda x: x**77)}


def arb(end: tuple[int, int]) -> flint.arb:
    return flint.arb(end[0]) * flint.arb(2) ** end[1]


def wrong(name: str, cases: int = 300) -> int:
    """Count the ends that are on the wrong side, or farther than a few units from each other."""
    ends, function = FUNCTIONS[name]
    rng, found = random.Random(name), 0
    with flint.ctx.workprec(900):
        for _ in range(cases):
            bits, n = rng.choice((10, 53, 200)), rng.getrandbits(rng.randint(1, 100)) + 1
            unit = rng.randint(-3, 7) - n.bit_length()
            low, high = (arb(ends(n, unit, bits, up)) for up in (False, True))
            value = function(arb((n, unit)))
            found += not (low <= value or not low > value) or bool(high < value)
            found += not high - low <= abs(value) * flint.arb(2) ** (4 - bits)
    return found


@pytest.mark.parametrize("name", FUNCTIONS)
def test_ends_are_on_their_sides_and_close(name):
    assert wrong(name) == 0


NUMBERS = [(1, 0), (1, -1), (3, -1), (3, -2), (5, -2), (7, 0), (255, -8), (257, -8), (1023, -3), (12345, -20), (1, -40),
           (2**60 + 1, -60), (2**60 - 1, -60), (2**70 - 3, -66), (3**40, -61), (99, 0)]


def number(n: int, unit: int) -> Fraction:
    return n * Fraction(2) ** unit


@pytest.mark.parametrize("bits", [2, 10, 53, 128])
@pytest.mark.parametrize(("name", "cases"), [
    ("exp", [*NUMBERS, *((-n, unit) for n, unit in NUMBERS), (-445, 0), (-890, -1), (-1780, -2)]), ("log", NUMBERS)])
def test_ends_are_closer_than_four_units(name, cases, bits):
    ends, function = FUNCTIONS[name]
    with flint.ctx.workprec(900):
        for n, unit in cases:
            (low, high), value = (arb(ends(n, unit, bits, up)) for up in (False, True)), function(arb((n, unit)))
            assert low <= value <= high
            assert (high - low) * 2**bits <= 4 * abs(low).max(abs(high))


@pytest.mark.parametrize("bits", [10, 53, 128])
def test_squares_of_the_ends_of_a_root_are_on_their_sides_and_close(bits):
    for n, unit in ((0, 0), (4, 0), (9, -4), *NUMBERS, *((n, unit + 1) for n, unit in NUMBERS)):
        low, high = (number(*sqrt_end(n, unit, bits, up)) for up in (False, True))
        assert low**2 <= number(n, unit) <= high**2
        assert (high - low) * 2**bits <= high


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 7, 77])
def test_ends_of_a_power_are_closer_than_four_units(exponent):
    for (n, unit), bits in product([(0, 0), *NUMBERS], (10, 53, 128)):
        low, high = (number(*power_end(n, unit, exponent, bits, up)) for up in (False, True))
        assert low <= number(n, unit) ** exponent <= high
        assert (high - low) * 2**bits <= 4 * high


def test_two_integers_at_most_two_apart_enclose_the_logarithm_of_two():
    # ln 2 is the sum of 1/(k 2^k), and what follows the first 400 terms is at most 1/(400 2^400)
    terms = sum(Fraction(1, k * 2**k) for k in range(1, 401))
    for bits in range(1, 201):
        low, high = log_of_two(bits)
        assert low <= terms * 2**bits < (terms + Fraction(1, 400 * 2**400)) * 2**bits <= high <= low + 2


@pytest.mark.parametrize("name", FUNCTIONS)
def test_steps_that_round_the_other_way_are_noticed(monkeypatch, name):
    right = fixed_point.shifted
    monkeypatch.setattr(fixed_point, "shifted", lambda n, places, up: right(n, places, not up))
    monkeypatch.setattr(fixed_point, "isqrt", lambda n: 1 + int(flint.fmpz(n).isqrt()))
    assert wrong(name) > 0


def test_values_that_are_dyadic_come_out_exactly_and_a_logarithm_near_zero_is_relatively_close():
    for up in (False, True):
        assert exp_end(0, 7, 30, up) == (1, 0)
        assert log_end(1, 0, 30, up)[0] == 0
        assert order(sqrt_end(9, -4, 30, up), (3, -2)) == 0
        assert order(power_end(3, -1, 5, 30, up), (243, -5)) == 0
        assert power_end(0, 5, 0, 30, up) == (1, 0)
    low, high = (log_end((1 << 300) + 1, -300, 40, up) for up in (False, True))
    assert order(low, (1, -300)) < 0
    assert Fraction(high[0] - low[0], low[0]) < Fraction(1, 2**38)


def test_order_of_dyadic_numbers():
    numbers = [(-1, 10**9), (-3, 0), (-5, -1), (0, 8), (1, -10**9), (1, 0), (3, -1), (1, 1)]
    for i, one in enumerate(numbers):
        assert [(order(one, other) > 0) - (order(one, other) < 0) for other in numbers] == [
            (i > j) - (i < j) for j in range(len(numbers))]
    assert order((4, 0), (1, 2)) == 0
    small = list(product((-9, -8, -4, -3, -1, 0, 1, 2, 3, 7, 8), (-3, -2, 0, 1, 5)))
    for one, other in product(small, repeat=2):
        difference = number(*one) - number(*other)
        assert [order(one, other) > 0, order(one, other) < 0] == [difference > 0, difference < 0], (one, other)


@pytest.mark.parametrize("up", [False, True])
def test_powers_of_one_half_are_met_from_either_side(up):
    """Just above ``-ln 2`` the first guess at the power of two is one too high for some numbers of bits."""
    n = -log_of_two(300)[0]
    with flint.ctx.workprec(900):
        value = arb((n, -300)).exp()
        for bits in range(10, 90):
            end = arb(exp_end(n, -300, bits, up))
            assert (end >= value) if up else (end <= value)
            assert abs(end - value) <= value * flint.arb(2) ** (4 - bits)


@pytest.mark.parametrize(("n", "unit"), [(1, 30), (-1, 30), (3, 50), (-5, 45)])
def test_exponentials_of_large_numbers_are_close_too(n, unit):
    (low, lower), (high, upper) = (exp_end(n, unit, 53, up) for up in (False, True))
    assert 1 < Fraction(high, low) * Fraction(2) ** (upper - lower) < 1 + Fraction(1, 2**50)
