"""Our balls hold what python-flint finds at the points of random intervals."""

import math
import operator
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import flint
import pytest

from privlearn.exact import dyadic
from privlearn.exact.dyadic import ANYTHING, Dyadic, made, precision
from privlearn.exact.fixed_point import shifted

CASES, FEW, FINE = 1000, 150, 700
ONE, TWO = 1, 2


def arb(x: Fraction) -> flint.arb:
    return flint.arb(flint.fmpq(x.numerator, x.denominator))


# name -> how many numbers it takes, from where to where, the operation on both kinds of balls
OPERATIONS: dict[str, tuple[int, tuple[Any, Any], Callable[..., Any]]] = {
    "add": (TWO, (-1000, 1000), lambda x, y: x + y),
    "subtract": (TWO, (-1000, 1000), lambda x, y: x - y),
    "multiply": (TWO, (-1000, 1000), lambda x, y: x * y),
    "divide": (TWO, (Fraction(1, 1000), 1000), lambda x, y: x / y),
    "divide by a negative": (TWO, (-1000, Fraction(-1, 1000)), lambda x, y: x / y),
    "from an integer": (ONE, (-1000, 1000), lambda x: 7 - x),
    "into an integer": (ONE, (Fraction(1, 1000), 1000), lambda x: 3 / x),
    "negate": (ONE, (-1000, 1000), lambda x: -x),
    "absolute value": (ONE, (-1000, 1000), abs),
    "square": (ONE, (-1000, 1000), lambda x: x**2),
    "cube": (ONE, (-1000, 1000), lambda x: x**3),
    "high power": (ONE, (Fraction(1, 2), 2), lambda x: x**1001),
    "negative power": (ONE, (Fraction(1, 2), 2), lambda x: x**-5),
    "power": (TWO, (Fraction(1, 1000), 20), lambda x, y: x**y),
    "half-integer power": (ONE, (0, 1000), lambda x: x**2.5),
    "exp": (ONE, (-700, 700), lambda x: x.exp()),
    "log": (ONE, (Fraction(1, 1000), 1000), lambda x: x.log()),
    "sqrt": (ONE, (0, 1000), lambda x: x.sqrt()),
    "lgamma": (ONE, (Fraction(1, 1000), 10**5), lambda x: x.lgamma()),
    "fac": (ONE, (0, 100), lambda x: x.fac()),
    "floor": (ONE, (-1000, 1000), lambda x: x.floor()),
    "min": (TWO, (-1000, 1000), lambda x, y: x.min(y)),
    "max": (TWO, (-1000, 1000), lambda x, y: x.max(y)),
    "polylog": (ONE, (Fraction(1, 100), Fraction(1, 2)), lambda x: x.polylog(1.5)),
}
ROUNDED = ["add", "multiply", "divide", "square", "high power", "negative power", "power", "exp", "log", "sqrt",
           "lgamma", "fac", "polylog"]


def interval(rng: random.Random, low: Fraction, high: Fraction) -> tuple[Dyadic, Fraction]:
    """Return an interval between the two numbers, and a point of it: often an end."""
    unit = -rng.choice((2, 30, precision.prec + 9))
    ends = sorted(rng.randint(math.ceil(low * 2**-unit), math.floor(high * 2**-unit)) for _ in range(2))
    if rng.random() < 0.7:  # a point, or a narrow one
        ends[1] = min(ends[1], ends[0] + rng.choice((0, 0, 1)))
    inside = rng.choice((*ends, rng.randint(*ends)))
    return made(ends[0], ends[1], unit), Fraction(inside) * Fraction(2) ** unit


def holds(found: Dyadic, value: flint.arb) -> bool:
    """Tell that the value is not certainly outside."""
    return not (value < arb(found.lower().fmpq()) or value > arb(found.upper().fmpq()))


def missed(name: str, cases: int, change: Callable[[Dyadic], Dyadic] = lambda found: found) -> int:
    """Count the random cases in which the interval found, changed, does not hold the value."""
    takes, (low, high), operation = OPERATIONS[name]
    rng, misses = random.Random(name), 0
    for _ in range(cases):
        bits = rng.choice((20, 53, 128))
        with precision.workprec(bits), flint.ctx.workprec(FINE):
            drawn = [interval(rng, Fraction(low), Fraction(high)) for _ in range(takes)]
            found = change(operation(*(ball for ball, _ in drawn)))
            misses += not holds(found, operation(*(arb(point) for _, point in drawn)))
    return misses


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_holds_its_value_at_every_point_but_not_with_one_unit_less_at_both_ends(name):
    assert missed(name, CASES) == 0
    assert missed(name, FEW, lambda found: made(found._low + 1, found._high - 1, found._unit)) > 0


@pytest.mark.parametrize("name", ROUNDED)
def test_rounding_inwards_is_noticed(monkeypatch, name):
    def between(least: tuple[int, int], most: tuple[int, int]) -> Dyadic:
        unit = max(n.bit_length() + place for n, place in (least, most)) - precision.prec
        return made(shifted(least[0], least[1] - unit, True), shifted(most[0], most[1] - unit, False), unit)

    monkeypatch.setattr(dyadic, "between", between)
    monkeypatch.setattr(dyadic, "rounded", lambda low, high, unit: between((low, unit), (high, unit)))
    assert missed(name, FEW) > 0


@pytest.mark.parametrize("name", ROUNDED)
def test_the_ball_of_a_point_is_narrow(name):
    takes, (low, high), operation = OPERATIONS[name]
    with precision.workprec(100):
        ball = operation(*(Dyadic(Fraction(low) + (Fraction(high) - low) * share)
                           for share in (Fraction(3, 10), Fraction(2, 5))[:takes]))
        assert (ball.upper() - ball.lower()) < abs(ball) * Fraction(1, 2**85)


def test_constants_are_enclosed():
    for bits in (20, 53, 300):
        with precision.workprec(bits), flint.ctx.workprec(FINE):
            assert holds(Dyadic.pi(), flint.arb.pi())
            for n, k in ((0, 0), (5, 2), (9000, 4000), (10**6, 3), (10**6, 10**6)):
                assert holds(Dyadic.bin_uiui(n, k), flint.arb.bin_uiui(n, k))
            assert holds(Dyadic(10**4).fac(), flint.arb(10**4).fac())


def test_what_has_no_finite_value_is_the_whole_line():
    zero, whole = Dyadic(0, 1), 1 / Dyadic(0)
    for found in (1 / zero, zero.log(), Dyadic(-1).sqrt(), zero.lgamma(), Dyadic(2**70).exp(), Dyadic(math.inf),
                  Dyadic(1, math.nan), zero**-1, zero ** Fraction(1, 3), zero.polylog(1), whole + 1, 1 - whole,
                  zero * whole, zero / whole, 2**whole, whole.union(1), zero.union(whole), zero.min(whole),
                  zero.max(whole), -whole, Dyadic(0.5).polylog(0)):
        assert found is ANYTHING
    assert not whole.is_finite()
    assert math.isnan(float(whole))


def test_comparisons_say_what_is_certain():
    one, wide, whole = Dyadic(1), Dyadic(1, 2), 1 / Dyadic(0)
    assert [one < 2, one <= 1, one == 1, one != 1, one > 0, wide < 3, wide <= 3] == [
        True, True, True, False, True, False, True]
    assert [compared for x in (one, wide) for compared in (x < whole, x > whole, x == whole, x != whole, whole <= x)
            if compared] == []
    assert 1 <= Dyadic(1) + made(1, 1, -10**6) < 1.5 < made(1, 1, 10**6)
    assert made(1, 1, 10**15) > made(-1, 3, 10**15 - 2)


BITS = 4
ENDS = [(-5, -5, -1), (-9, -7, -2), (-3, 0, 1), (-1, 6, -3), (0, 0, 0), (0, 7, 2), (1, 1, 0), (1, 2, -4), (3, 3, -2),
        (7, 11, -1), (13, 13, 3), (-15, 9, -40), (7, 9, 300)]
# name -> the operation, and where it has corners inside an interval
CORNERED: dict[str, tuple[Callable[..., Any], tuple[int, ...]]] = {
    "sum": (lambda x, y: x + y, ()), "difference": (lambda x, y: x - y, ()), "product": (lambda x, y: x * y, ()),
    "quotient": (lambda x, y: x / y, ()), "negative": (lambda x: -x, ()), "absolute value": (abs, (0,)),
    "and a third": (lambda x: x + Fraction(1, 3), ()), "from 7": (lambda x: 7 - x, ()), "into 3": (lambda x: 3 / x, ()),
    **{f"power {k}": (lambda x, k=k: x**k, (0,)) for k in (-2, -1, 0, 1, 2, 3, 5)}}
ENDED: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "union": (lambda x, y: x.union(y), lambda x, y: (min(x[0], y[0]), max(x[1], y[1]))),
    "smaller": (lambda x, y: x.min(y), lambda x, y: (min(x[0], y[0]), min(x[1], y[1]))),
    "larger": (lambda x, y: x.max(y), lambda x, y: (max(x[0], y[0]), max(x[1], y[1]))),
    "floor": (lambda x: x.floor(), lambda x: tuple(Fraction(math.floor(end)) for end in x)),
    "lower end": (lambda x: x.lower(), lambda x: (x[0], x[0])),
    "upper end": (lambda x: x.upper(), lambda x: (x[1], x[1])),
    "middle": (lambda x: x.mid(), lambda x: (sum(x) / 2,) * 2),
    "two to it": (lambda x: 2 ** x.max(-9).min(9).floor().lower(),
                  lambda x: (Fraction(2) ** math.floor(max(-9, min(9, x[0]))),) * 2)}


def range_of(low: int, high: int, unit: int) -> tuple[Fraction, Fraction]:
    return low * Fraction(2) ** unit, high * Fraction(2) ** unit


def is_to_its_bits(found: Dyadic, least: Fraction, most: Fraction) -> bool:
    """Tell whether each end is outside, by a unit in the last place of the interval at most."""
    low, high = found.lower().fmpq(), found.upper().fmpq()
    unit = max(abs(low), abs(high)) / 2 ** (BITS - 2)
    return 0 <= least - low <= unit and 0 <= high - most <= unit


@pytest.mark.parametrize("name", CORNERED)
def test_operations_are_rounded_outwards_to_their_bits(name):
    operation, corners = CORNERED[name]
    for ends in product(ENDS, repeat=2 if name in ("sum", "difference", "product", "quotient") else 1):
        ranges = [range_of(*one) for one in ends]
        points = [(low, high, *(x for x in corners if low < x < high)) for low, high in ranges]
        with precision.workprec(BITS):
            found = operation(*(made(*one) for one in ends))
            low, high = ranges[-1]
            if name in ("quotient", "into 3", "power -1", "power -2") and low <= 0 <= high:
                assert found is ANYTHING, ends
            else:
                values = [operation(*point) for point in product(*points)]
                assert is_to_its_bits(found, min(values), max(values)), ends


@pytest.mark.parametrize("name", ENDED)
def test_what_is_taken_of_the_ends_is_rounded_outwards_to_its_bits(name):
    operation, on_ends = ENDED[name]
    for ends in product(ENDS, repeat=2 if name in ("union", "smaller", "larger") else 1):
        with precision.workprec(BITS):
            found = operation(*(made(*one) for one in ends))
            assert is_to_its_bits(found, *on_ends(*(range_of(*one) for one in ends))), ends


@pytest.mark.parametrize("relation", [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne])
def test_a_comparison_is_true_just_if_it_is_for_all_points(relation):
    for one, other in product(ENDS, repeat=2):
        (a, b), (c, d) = range_of(*one), range_of(*other)
        certain = all(relation(x, y) for x, y in product((a, b), (c, d)))
        if relation is operator.ne:
            certain = b < c or a > d
        assert relation(made(*one), made(*other)) is certain, (one, other)


RISING: dict[str, Callable[[Any], Any]] = {
    "exp": lambda x: x.exp(), "log": lambda x: x.log(), "sqrt": lambda x: x.sqrt(), "power 5/2": lambda x: x**2.5,
    "power 1/3": lambda x: x ** (Fraction(1, 3) if isinstance(x, Dyadic) else flint.fmpq(1, 3))}
POSITIVE = [(1, 1, 0), (1, 2, -4), (3, 3, -2), (5, 11, -1), (13, 13, 3), (1, 3, -60)]


@pytest.mark.parametrize(("name", "ends"), [*product(RISING, POSITIVE), *product(["sqrt"], [(0, 0, 0), (0, 3, -1)])])
def test_a_rising_function_goes_from_end_to_end(name, ends):
    with precision.workprec(53), flint.ctx.workprec(FINE):
        found = RISING[name](made(*ends))
        low, high = arb(found.lower().fmpq()), arb(found.upper().fmpq())
        least, most = (RISING[name](arb(x)) for x in range_of(*ends))
        far = (abs(low) + abs(high)) / 2**44
        assert low <= least <= low + far
        assert high - far <= most <= high


@pytest.mark.parametrize(("case", "exactly"), [
    ((0,), True), ((20,), False), ((8192,), False), ((8193,), False), ((10, 3), True), ((8192, 5), False),
    ((8193, 4), False), ((9000, 4500), False), ((20000, 19998), False)])
def test_factorials_and_binomials_are_enclosed(case, exactly):
    with precision.workprec(53):
        found = Dyadic(*case).fac() if len(case) == 1 else Dyadic.bin_uiui(*case)
        value = math.factorial(*case) if len(case) == 1 else math.comb(*case)
        assert found.lower().fmpq() <= value <= found.upper().fmpq()
        assert (found.upper() - found.lower()).upper().fmpq() * 2**40 <= value * (not exactly)


def test_numbers_are_taken_exactly_however_long_and_whatever_the_precision():
    for value in (Fraction(2**200 + 1), Fraction(2**200 + 1, 2), Fraction(2**200 + 1, 8), Fraction(-3)):
        assert dyadic.as_dyadic(value).fmpq() == value
    with precision.workprec(20):
        assert Dyadic(0.1).fmpq() == Fraction(0.1)
    assert Dyadic(0).sqrt() == 0


def test_parts_of_a_ball():
    third = Dyadic(Fraction(1, 3))
    assert third.lower().fmpq() < Fraction(1, 3) < third.upper().fmpq()
    assert Dyadic(3, 1).mid().fmpq() == 3
    assert abs(float(third) - 1 / 3) < 1e-15
    assert (Dyadic(3).unique_fmpz(), Dyadic(2.5, 1).unique_fmpz(), Dyadic(2.5, 0.6).unique_fmpz()) == (3, None, None)
    assert (Dyadic(2.5, 0.75).unique_fmpz(), Dyadic(2.25, 0.5).unique_fmpz()) == (None, 2)
    assert repr(Dyadic(1, 2)) == "[-1.0, 3.0]"
    with pytest.raises(ValueError, match="not exact"):
        third.fmpq()


def test_middles_beyond_all_floats_are_infinite():
    ends = {(1, 1): math.inf, (-1, -1): -math.inf, (-1, 2): math.inf, (-2, 1): -math.inf, (0, 1): math.inf,
            (-1, 0): -math.inf}
    assert {(low, high): float(made(low, high, 2000)) for low, high in ends} == ends
    assert float(made(1, 1, 5000)) == math.inf


def test_what_is_no_number_is_refused_and_the_incomplete_beta_function_says_what_it_needs():
    for wrong in ("1", None, [1]):
        with pytest.raises(TypeError):
            Dyadic(wrong)
    with pytest.raises(ModuleNotFoundError, match="needs python-flint") as error:
        Dyadic(0.5).beta_lower(3, 4, regularized=True)
    assert error.value.name == "flint"


@pytest.mark.parametrize("bits", [30, 53, 100])
def test_large_factorials_and_binomials_are_two_units_wide_at_most(bits):
    with precision.workprec(bits):
        found = [*(Dyadic.bin_uiui(n, k) for n, k in ((10**6, 3), (10**7, 4 * 10**6), (2**60, 3))),
                 *(x.fac() for x in (Dyadic(8193), Dyadic(10**6), Dyadic(2**40), made(1, 1, 40), made(1, 1, -1)))]
        assert {ball._low.bit_length() for ball in found} == {bits}
        assert max(ball._high - ball._low for ball in found) <= 2


def test_factorials_and_binomials_are_exact_up_to_the_limit(monkeypatch):
    monkeypatch.setattr(dyadic, "LARGEST_FACTORIAL", 5)
    assert (Dyadic(5).fac().fmpq(), Dyadic.bin_uiui(5, 2).fmpq()) == (120, 10)
    for found, value in ((Dyadic(6).fac(), 720), (Dyadic.bin_uiui(6, 2), 15)):
        assert found.lower() < value < found.upper()


def test_powers_of_an_interval_around_zero_reach_both_ends():
    for high in (0, 1, 2):
        cube, square = made(-3, high, 0) ** 3, made(-3, high, 0) ** 2
        assert (cube.lower().fmpq(), cube.upper().fmpq()) == (-27, high**3)
        assert (square.lower().fmpq(), square.upper().fmpq()) == (0, 9)
