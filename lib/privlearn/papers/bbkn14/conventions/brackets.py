"""BBKN14, our conventions: brackets of rationals, their arithmetic, and e^x, logarithms, roots and pi between them."""

import operator
from collections.abc import Callable, Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import ceil, floor, inf, isqrt
from typing import Any

import privlearn.papers.bbkn14.conventions.quantifiers  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket, Undecided, exp_bracket, is_at_most, log_bracket, round_up, sqrt_bracket
from privlearn.exact.brackets import pi_bracket, round_down

Ends = tuple[Fraction, Fraction]
PLACES = (Fraction(-2), Fraction(-1, 3), Fraction(0), Fraction(1, 2), Fraction(3))
BRACKETS = tuple(Bracket(*ends) for ends in combinations_with_replacement(PLACES, 2))
OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
TERMS = (*((one, other) for one in BRACKETS for other in BRACKETS),
         *((one, number) for one in BRACKETS for number in (*PLACES, -2, 0, 3)),
         *((number, one) for one in BRACKETS for number in (*PLACES, -2, 0, 3)))


def operation_of(sign: str) -> Callable[[Any, Any], Any]:
    """Return the operation of a sign."""
    return OPERATIONS[sign]


def applied(operation, sign: str, one, other) -> Ends | None:
    """Return the ends of what an operation gives, None if it refuses."""
    try:
        found = operation(sign)(one, other)
    except ValueError:
        return None
    return found.lower, found.upper


def ends_of(value: Any) -> Ends:
    """Return the two ends of a bracket, or a number twice."""
    return (value.lower, value.upper) if isinstance(value, Bracket) else (Fraction(value), Fraction(value))


def lower_by_lower(one, other):
    """Multiply the lower ends, and the upper ends."""
    (a, b), (c, d) = ends_of(one), ends_of(other)
    return Bracket(min(a * c, b * d), max(a * c, b * d))


@check("BBKN14-0.conventions", grade="exhaustive",
       quantifier="all brackets with ends among -2, -1/3, 0, 1/2, 3, the four operations on all pairs, and on all with "
                  "these numbers and -2, 0, 3 as integers, on either side: the values at the ends",
       says="an operation on brackets gives the least and the greatest of its values, or refuses a divisor around 0",
       fingerprint=lambda operation: [applied(operation, sign, *terms) for sign in OPERATIONS for terms in TERMS[::7]])
@sabotage("lower ends with lower ends", lambda sign: lower_by_lower if sign == "*" else OPERATIONS[sign])
@sabotage("a difference end by end", lambda sign: (lambda one, other: Bracket(*sorted(
    a - b for a, b in zip(ends_of(one), ends_of(other), strict=True)))) if sign == "-" else OPERATIONS[sign])
@judged("==")
def operations_take_the_extreme_ends(operation=operation_of):
    for sign, (one, other) in product(OPERATIONS, TERMS):
        ends = list(product(ends_of(one), ends_of(other)))
        if sign == "/" and min(ends_of(other)) <= 0 <= max(ends_of(other)):
            yield (sign, one, other), applied(operation, sign, one, other), None
        else:
            values = [OPERATIONS[sign](*pair) for pair in ends]
            yield (sign, one, other), applied(operation, sign, one, other), (min(values), max(values))

def refutes_operations_take_the_extreme_ends(operation, sign, one, other):
    found, (a, b), (c, d) = applied(operation, sign, one, other), ends_of(one), ends_of(other)
    if sign in "+-":
        return found != ((a + c, b + d) if sign == "+" else (a - d, b - c))
    if sign == "/":
        if c <= 0 <= d:
            return found is not None
        c, d = 1 / d, 1 / c
    return found != (min(a * c, a * d, b * c, b * d), max(a * c, a * d, b * c, b * d))


COMPARED = (*BRACKETS, *PLACES, -2, 0, 3, 0.5, inf)


def touching_is_undecided(left, right) -> bool:
    """Decide the order unless the brackets touch."""
    if inf not in (left, right) and ends_of(left)[1] == ends_of(right)[0]:
        raise Undecided("they touch")
    return is_at_most(left, right)


def ordered(decide, left, right) -> bool | None:
    """Return what is decided, None if nothing is."""
    try:
        return bool(decide(left, right))
    except Undecided:
        return None


@check("BBKN14-0.conventions", grade="exhaustive",
       quantifier="all pairs of the 15 brackets, of nine numbers (integers, fractions, a float) and of infinity",
       says="at most is decided just if it is the same for all points of the two brackets",
       fingerprint=lambda decide: [ordered(decide, left, right) for left, right in product(COMPARED, repeat=2)])
@sabotage("by the middles", lambda left, right: sum(ends_of(left)) <= sum(ends_of(right))
          if inf not in (left, right) else right == inf)
@sabotage("touching brackets are undecided", make=lambda: touching_is_undecided)
@judged("==")
def order_is_decided_by_all_points(decide=is_at_most):
    for left, right in product(COMPARED, repeat=2):
        points: Any = (ends_of(v) if v != inf else (inf,) for v in (left, right))
        answers = {x <= y for x, y in product(*points)}
        yield (left, right), ordered(decide, left, right), answers.pop() if len(answers) == 1 else None

def refutes_order_is_decided_by_all_points(decide, witness):
    left, right = witness
    found = ordered(decide, left, right)
    if inf in witness:
        return found is not (right == inf)
    (a, b), (c, d) = ends_of(left), ends_of(right)
    return found is not (True if b <= c else False if a > d else None)


VALUES = (Fraction(0), *(sign * value for sign in (1, -1) for value in (
    Fraction(1, 3), Fraction(2, 3), Fraction(7), Fraction(8), Fraction(9, 2), Fraction(29, 2), Fraction(1000),
    Fraction(10**9, 7), Fraction(1, 1 << 70), Fraction(5, 3 << 70), Fraction(1 << 70, 3), Fraction((1 << 70) - 1))))


def rounding(up: bool) -> Callable[[Fraction, int], Fraction]:
    """Return the rounding upwards, or downwards."""
    return round_up if up else round_down


def digits(value: Fraction) -> int:
    """Return the significant bits of a dyadic number."""
    n = abs(value.numerator)
    return (n // (n & -n)).bit_length() if n else 0


@check("BBKN14-0.conventions", grade="exact",
       quantifier="0 and 12 numbers from 2^-70 to 2^70 with both signs, 1 to 12 bits",
       says="a number is rounded up and down by less than 2^(1 - bits) of it, to at most one bit more than these",
       fingerprint=lambda way: [way(up)(value, 3) for up in (False, True) for value in VALUES])
@sabotage("negative numbers towards 0", lambda up: lambda value, bits: rounding(up != (value < 0))(value, bits))
@sabotage("two bits more", lambda up: lambda value, bits: rounding(up)(value, bits + 2))
@sabotage("two bits fewer", lambda up: lambda value, bits: rounding(up)(value, max(1, bits - 2)))
@judged("==")
def rounding_is_to_few_bits(way=rounding):
    for up, value, bits in product((False, True), VALUES, range(1, 13)):
        found = way(up)(value, bits)
        off = found - value if up else value - found
        close = off * 2**bits < 2 * abs(value) or found == value == 0
        yield (up, value, bits), (off >= 0, close, digits(found) <= bits + 1), (True,) * 3

def refutes_rounding_is_to_few_bits(way, up, value, bits):
    found = way(up)(value, bits)
    if value == 0:
        return found != 0
    step = Fraction(2) ** next(k for k in range(-200, 200) if abs(value) < Fraction(2) ** k)
    right = {(ceil if up else floor)(value / (s := step / 2**k)) * s for k in (bits, bits + 1)}
    return found not in right


FINE = 1 << 240  # what is compared with is kept as two multiples of 1/FINE


def exp_of(x: Fraction) -> Ends:
    """Return ends of ``e^x`` by the plain series, which ends where its terms are below ``x^k/k! < 1/FINE``."""
    if x < 0:
        low, high = exp_of(-x)
        return 1 / high, 1 / low
    (p, q), term, total, k = x.as_integer_ratio(), FINE, 0, 0
    while term:
        total, k = total + term, k + 1
        term = term * p // (q * k)
    return Fraction(total, FINE), Fraction(total + FINE // 2**200 * max(1, total // FINE), FINE)


def log_of(x: Fraction) -> Ends:
    """Return ends of ``ln x`` by ``2^k ln 2`` and the plain series of artanh at the rest, which lies in [1, 2)."""
    if x < 1:
        low, high = log_of(1 / x)
        return -high, -low
    twos = next(k for k in range(1000) if x < 2 ** (k + 1))

    def artanh(t: Fraction) -> int:
        (p, q), total, n = t.as_integer_ratio(), 0, 1
        power = FINE * p // q
        while power:
            total, power, n = total + power // n, power * p * p // (q * q), n + 2
        return total

    rest = x / 2**twos
    total = 2 * (twos * artanh(Fraction(1, 3)) + artanh((rest - 1) / (rest + 1)))
    return Fraction(total, FINE), Fraction(total + FINE // 2**200 * (x != 1), FINE)


def root_of(x: Fraction) -> Ends:
    """Return ends of the root of x, equal ones if it is rational."""
    top, bottom = isqrt(x.numerator), isqrt(x.denominator)
    if (top * top, bottom * bottom) == x.as_integer_ratio():
        return Fraction(top, bottom), Fraction(top, bottom)
    unit = x.denominator * FINE
    low = isqrt(x.numerator * unit * unit // x.denominator)
    return Fraction(low, unit), Fraction(low + 1, unit)


def pi_of() -> Ends:
    """Return ends of pi by Euler's series, ``2 sum k!/(3 5 ... (2k + 1))``."""
    term, total, k = 2 * FINE, 0, 0
    while term:
        total, k = total + term, k + 1
        term = term * k // (2 * k + 1)
    return Fraction(total, FINE), Fraction(total + FINE // 2**200, FINE)


def power_below(value: Fraction) -> Fraction:
    """Return the largest power of 2 that is at most a positive number."""
    n, d = value.as_integer_ratio()
    guess = n.bit_length() - d.bit_length()
    return Fraction(2) ** (guess if Fraction(2) ** guess <= value else guess - 1)


def quality(found: Bracket, exact: Ends, bits: int, units: int) -> tuple[bool, bool, bool]:
    """Tell whether a bracket encloses a number, is at most so many units of the last place wide, and has few bits.

    A number from 2^e to 2^(e + 1) has the unit 2^(e + 1 - bits).
    """
    low, high = exact
    if low == high:
        return found.lower == low, found.upper == high, True
    unit = 2 * power_below(max(abs(low), abs(high))) / 2**bits
    return (found.lower <= low and high <= found.upper, found.upper - found.lower <= units * unit,
            max(digits(found.lower), digits(found.upper)) <= bits + 1)


def by_decimals(name: str, x: Fraction) -> Fraction:
    """Return a value to 100 digits, by decimal numbers."""
    with localcontext(prec=110):
        value = Decimal(x.numerator) / x.denominator
        return Fraction(value.exp() if name == "exp" else value.ln() if name == "log" else value.sqrt())


def is_off(found: Bracket, value: Fraction, bits: int, units: int, few: bool = True) -> bool:
    """Tell whether a bracket misses a number given to 100 digits, is too wide, or has too many bits."""
    little = abs(value) / 10**90
    wide = found.upper - found.lower > 2 * units * power_below(abs(value)) / 2**bits + little
    return (found.lower > value + little or found.upper < value - little or wide
            or few and max(digits(found.lower), digits(found.upper)) > bits + 1)


def narrowed(function, share: Fraction) -> Callable[[Fraction, int], Bracket]:
    """Return the function with its upper end moved by a share of the width towards the lower one."""
    def found(x: Fraction, bits: int) -> Bracket:
        right = function(x, bits)
        return Bracket(right.lower, right.upper - share * (right.upper - right.lower))

    return found


DYADICS = tuple(Fraction(m, 1 << k) for m in (1, 3, 5, 7, 9) for k in (0, 2, 5, 9))
PRECISIONS = (1, 2, 8, 53, 120)
EXPONENTS = (*(Fraction(k, 7) for k in (1, 2, 3, 5, 10, 33)), Fraction(1, 10**9), Fraction(1, 2), Fraction(501, 1000),
             Fraction(1), Fraction(40), Fraction(1000))
NOTHING = Bracket(Fraction(0), Fraction(0))
ARGUMENTS = (*(Fraction(k, 7) for k in (8, 9, 10, 33, 71)), Fraction(4, 3), Fraction(2), Fraction(3, 2), Fraction(8, 3),
             Fraction(4), 1 + Fraction(1, 10**9), Fraction(10**50, 7), Fraction(1 << 200))


def beside(value: Ends) -> Iterator[Fraction]:
    """Yield numbers just below and just above a value: by 2^-100 of it at most."""
    yield round_down(value[0], 100)
    yield round_up(value[1], 100)


@cache
def exponentials() -> tuple[tuple[Fraction, int, int, Ends], ...]:
    """Return the cases (x, bits, units, exact ends); a negative x, or e^x beside few bits, needs a unit more."""
    plain = ((x, bits, 1 + (x < 0)) for e in EXPONENTS for x in (e, -e) for bits in PRECISIONS)
    near = ((x, bits, 2 + (x < 0)) for d in DYADICS if d != 1 for x in beside(log_of(d)) for bits in (1, 3, 7))
    known = cache(exp_of)
    return tuple((*case, known(case[0])) for case in (*plain, *near))


@check("BBKN14-0.conventions", grade="certified",
       quantifier="12 numbers from 10^-9 to 1000 with both signs at 1, 2, 8, 53, 120 bits, and numbers beside the "
                  "logarithms of 19 numbers of few bits at 1, 3, 7 bits: the plain series in integers",
       says="e^x is enclosed by ends of its bits: the nearest ones, or a unit further apart for negative x, and beside "
            "a number of few bits",
       fingerprint=lambda bracket: [bracket(x, 20) for x in EXPONENTS])
@sabotage("the middle for the upper end", make=lambda: narrowed(exp_bracket, Fraction(1, 2)))
@sabotage("a bit less", lambda x, bits: exp_bracket(x, max(1, bits - 1)))
@sabotage("a series without its remainder", lambda x, bits: Bracket(*[round_down(exp_bracket(x, 90).lower, bits)] * 2))
@judged("==")
def exponentials_are_enclosed_to_their_bits(bracket=exp_bracket):
    for x, bits, units, exact in exponentials():
        yield (x, bits, units), quality(bracket(x, bits), exact, bits, units), (True,) * 3

def refutes_exponentials_are_enclosed_to_their_bits(bracket, x, bits, units):
    return is_off(bracket(x, bits), by_decimals("exp", x), bits, units)


@cache
def logarithms() -> tuple[tuple[Fraction, int, int, Ends], ...]:
    """Return the cases (x, bits, units, exact ends); beside a number of few bits a unit more is needed."""
    plain = ((x, bits, 1) for a in ARGUMENTS for x in (a, 1 / a) for bits in PRECISIONS)
    near = ((x, bits, 2) for d in DYADICS for e in (d, -d) for x in beside(exp_of(e)) for bits in (1, 3, 7))
    known = cache(log_of)
    return tuple((*case, known(case[0])) for case in (*plain, *near))


@check("BBKN14-0.conventions", grade="certified",
       quantifier="13 numbers from 1 + 10^-9 to 2^200 and their inverses at 1, 2, 8, 53, 120 bits, and numbers beside "
                  "the powers of e to 20 numbers of few bits of either sign at 1, 3, 7 bits: the plain series in "
                  "integers",
       says="ln x is enclosed by ends of its bits: the nearest ones, or a unit further apart beside few bits",
       fingerprint=lambda bracket: [bracket(x, 20) for a in ARGUMENTS for x in (a, 1 / a)])
@sabotage("the middle for the upper end", make=lambda: narrowed(log_bracket, Fraction(1, 2)))
@sabotage("a bit less", lambda x, bits: log_bracket(x, max(1, bits - 1)))
@sabotage("below 1 the lower end is the upper one", lambda x, bits: log_bracket(x, bits) if x >= 1 else Bracket(
    *[log_bracket(x, bits).upper] * 2))
@judged("==")
def logarithms_are_enclosed_to_their_bits(bracket=log_bracket):
    yield (Fraction(1), 8, 0), bracket(Fraction(1), 8), NOTHING
    for x, bits, units, exact in logarithms():
        yield (x, bits, units), quality(bracket(x, bits), exact, bits, units), (True,) * 3

def refutes_logarithms_are_enclosed_to_their_bits(bracket, x, bits, units):
    return bracket(x, bits) != NOTHING if x == 1 else is_off(bracket(x, bits), by_decimals("log", x), bits, units)


RADICANDS = (Fraction(0), Fraction(9, 4), Fraction(10**30), Fraction(1, 49), Fraction(2), Fraction(1, 2),
             Fraction(10**40 + 1), Fraction(1, 10**40 + 1), Fraction(1 << 401), Fraction(3, 1 << 401), Fraction(8, 9),
             Fraction(5), Fraction(7, 3), Fraction(10**9, 10**9 + 1))


@check("BBKN14-0.conventions", grade="exact",
       quantifier="0, three squares and ten other numbers from 2^-400 to 2^401 at 1, 2, 8, 53, 120 bits",
       says="the squares of the ends enclose a number, no further apart than a unit over its denominator allows, and "
            "for a small number not much closer; rational roots are exact",
       fingerprint=lambda bracket: [bracket(x, 20) for x in RADICANDS])
@sabotage("the lower end twice", lambda x, bits: Bracket(*[sqrt_bracket(x, bits).lower] * 2))
@sabotage("three bits fewer", lambda x, bits: sqrt_bracket(x, max(1, bits - 3)))
@sabotage("rational roots between neighbours", lambda x, bits: sqrt_bracket(x, bits) + Bracket(
    Fraction(0), Fraction(x.numerator == 9, 2**bits)))
@judged("==")
def roots_are_enclosed_to_their_bits(bracket=sqrt_bracket):
    for x, bits in product(RADICANDS, PRECISIONS):
        found, exact = bracket(x, bits), root_of(x)
        if exact[0] == exact[1]:
            yield (x, bits), (found.lower, found.upper), exact
        else:
            unit, far = power_below(exact[0]) / 2 ** (bits - 1), (found.upper - found.lower) * x.denominator
            yield (x, bits), (
                found.lower**2 < x < found.upper**2, far <= unit / 2, unit / 16 <= far or x > 4**bits), (True,) * 3

def refutes_roots_are_enclosed_to_their_bits(bracket, witness):
    (x, bits), found = witness, bracket(*witness)
    exact = root_of(x)
    if exact[0] == exact[1]:
        return found.lower != exact[0] or found.upper != exact[1]
    near = found.lower * Fraction(1 + Fraction(1, 2**bits) / x.denominator)
    return is_off(found, by_decimals("sqrt", x), bits + 1, 1, few=False) or found.upper > near


@check("BBKN14-0.conventions", grade="certified", quantifier="1 to 140 bits: Euler's series in integers",
       says="pi is enclosed by the nearest ends of its bits",
       fingerprint=lambda bracket: [bracket(bits) for bits in range(1, 20)])
@sabotage("the middle for the upper end",
          lambda bits: narrowed(lambda _, bits: pi_bracket(bits), Fraction(1, 2))(Fraction(0), bits))
@sabotage("a bit less", lambda bits: pi_bracket(max(1, bits - 1)))
@judged("==")
def pi_is_enclosed_to_its_bits(bracket=pi_bracket):
    exact = pi_of()
    for bits in range(1, 141):
        yield bits, quality(bracket(bits), exact, bits, 1), (True,) * 3

def refutes_pi_is_enclosed_to_its_bits(bracket, bits):
    # the first hundred decimals, as they are printed everywhere
    pi = Fraction(31415926535897932384626433832795028841971693993751058209749445923078164062862089986280348253421170679,
                  10**100)
    return is_off(bracket(bits), pi, bits, 1)
