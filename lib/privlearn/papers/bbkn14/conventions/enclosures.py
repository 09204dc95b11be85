"""BBKN14, our conventions: e^x, logarithms and roots of dyadic numbers, from below and from above.

Where python-flint has no build, as in a browser, all enclosures rest on these functions.
"""

from fractions import Fraction
from itertools import product

import privlearn.papers.bbkn14.conventions.quantifiers  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage, verifier
from privlearn.exact import Bracket, exp_bracket, log_bracket, sqrt_bracket
from privlearn.exact.fixed_point import exp_end, log_end, log_of_two, order, power_end, sqrt_end

FINE = 220  # bits of what is compared with
PRECISIONS = (10, 53, 128)
NUMBERS = ((1, 0), (1, -1), (3, -1), (3, -2), (5, -2), (7, 0), (255, -8), (257, -8), (1023, -3), (12345, -20), (1, -40),
           (2**60 + 1, -60), (2**60 - 1, -60), (2**70 - 3, -66), (3**40, -61), (99, 0))
Dyad = tuple[int, int]


def number(end: Dyad) -> Fraction:
    """Return the dyadic number as a fraction."""
    return Fraction(end[0]) * Fraction(2) ** end[1]


def both(ends, n: int, unit: int, bits: int) -> tuple[Fraction, Fraction]:
    """Return the two ends as fractions."""
    return number(ends(n, unit, bits, False)), number(ends(n, unit, bits, True))


def sides(ends, truth, numbers, precisions=PRECISIONS):
    """Yield, for the two ends of the function at every number, that they are on their sides and close."""
    for (n, unit), bits in product(numbers, precisions):
        (low, high), exact = both(ends, n, unit, bits), truth(n, unit)
        yield ("below", n, unit, bits), low, exact
        yield ("above", n, unit, bits), exact, high
        yield ("close", n, unit, bits), (high - low) * 2**bits, 4 * max(abs(low), abs(high))


def exp_of(n: int, unit: int) -> Bracket:
    """Bracket ``e^(n 2^unit)`` by another program, with fractions."""
    return exp_bracket(number((n, unit)), FINE)


SIGNED = ((0, 0), *NUMBERS, *((-n, unit) for n, unit in NUMBERS))


@check("BBKN14-0.conventions", grade="certified",
       quantifier="0 and 16 dyadic numbers from 2^-40 to 127 with both signs, precisions of 10, 53 and 128 bits, and "
                  "-445 at 2 bits, where a step of ln 2 shows: a bracket of 220 bits by another program, in fractions",
       says="the ends of e^x are on their sides, and closer than 2^(2 - bits) of it",
       fingerprint=lambda ends: [ends(n, unit, 53, up) for n, unit in SIGNED for up in (False, True)])
@sabotage("the lower end twice", lambda n, unit, bits, up: exp_end(n, unit, bits, False))
@sabotage("one unit in the last place less", lambda n, unit, bits, up: (exp_end(n, unit, bits, up)[0] - 1 + (n == 0),
                                                                        exp_end(n, unit, bits, up)[1]))
@sabotage("half of the bits", lambda n, unit, bits, up: exp_end(n, unit, bits // 2, up))
@judged("<=")
def ends_of_the_exponential(ends=exp_end):
    yield from sides(ends, exp_of, SIGNED)
    yield from sides(ends, exp_of, ((-445, 0), (-890, -1), (-1780, -2)), (2,))

def refutes_ends_of_the_exponential(ends, _, n, unit, bits):
    (low, high), inverse = both(ends, n, unit, bits), inverse_by_series(n, unit)
    return low * inverse[0] > 1 or high * inverse[1] < 1 or (high - low) * inverse[0] * 2**bits > 3


def inverse_by_series(n: int, unit: int) -> tuple[Fraction, Fraction]:
    """Return ends of ``e^-x``, by the series of x/2^k with its remainder, squared k times."""
    x, halvings = number((-n, unit)), 12
    small, term, total = x / 2**halvings, Fraction(1), Fraction(0)
    for k in range(1, 40):
        total, term = total + term, term * small / k
    ends = [total - abs(term) * 2, total + abs(term) * 2]
    for _ in range(halvings):
        ends = [Fraction(int(end * end * 2**800) + up, 2**800) for up, end in enumerate(ends)]
    return ends[0], ends[1]


@check("BBKN14-0.conventions", grade="certified",
       quantifier="16 dyadic numbers from 2^-40 to 127, some at 2^-60 from 1, precisions of 10, 53 and 128 bits: both "
                  "ends against a bracket of 220 bits that another program finds in fractions",
       says="the ends of ln x are on their sides, and closer than 2^(2 - bits) of it",
       fingerprint=lambda ends: [ends(n, unit, 53, up) for n, unit in NUMBERS for up in (False, True)])
@sabotage("negative logarithms rounded as positive ones", lambda n, unit, bits, up: log_end(
    n, unit, bits, up != (number((n, unit)) < 1)))
@sabotage("one unit in the last place more", lambda n, unit, bits, up: (log_end(n, unit, bits, up)[0] + 1 - (n == 1),
                                                                        log_end(n, unit, bits, up)[1]))
@sabotage("the exponent is left out", lambda n, unit, bits, up: log_end(n, 0, bits, up))
@judged("<=")
def ends_of_the_logarithm(ends=log_end):
    yield from sides(ends, lambda n, unit: log_bracket(number((n, unit)), FINE), NUMBERS)

def refutes_ends_of_the_logarithm(ends, _, n, unit, bits):
    (low, high), x = both(ends, n, unit, bits), number((n, unit))
    outside = exp_bracket(low, FINE).lower > x or exp_bracket(high, FINE).upper < x
    return outside or (high - low) * 2**bits > 4 * max(abs(low), abs(high))


@check("BBKN14-0.conventions", grade="certified",
       quantifier="1 to 200 bits: two integers around 2^bits ln 2 by another series, at most two apart",
       says="two integers at most two apart enclose 2^bits ln 2",
       fingerprint=lambda ends: [ends(bits) for bits in range(1, 201)])
@verifier(lambda ends, bits, side: not (ends(bits)[0] <= 2**bits * log_bracket(2, FINE).lower < ends(bits)[1]
                                        <= ends(bits)[0] + 2))
@sabotage("the upper end is the lower one", lambda bits: (log_of_two(bits)[0],) * 2)
@sabotage("the lower end is the upper one", lambda bits: (log_of_two(bits)[1],) * 2)
@sabotage("16 bits fewer", lambda bits: tuple(end >> 16 << 16 for end in log_of_two(bits)))
@judged("<=")
def ends_of_the_logarithm_of_two(ends=log_of_two):
    # ln 2 is the sum of 1/(k 2^k), and what follows the first 400 terms is at most 1/(400 2^400)
    terms = sum(Fraction(1, k * 2**k) for k in range(1, 401))
    for bits in range(1, 201):
        low, high = ends(bits)
        yield (bits, "below"), low, terms * 2**bits
        yield (bits, "above"), (terms + Fraction(1, 400 * 2**400)) * 2**bits, high
        yield (bits, "close"), high - low, 2


ROOTS = ((0, 0), (4, 0), (9, -4), *NUMBERS, *((n, unit + 1) for n, unit in NUMBERS))
POWERS = (0, 1, 2, 3, 7, 77)


@check("BBKN14-0.conventions", grade="exact",
       quantifier="35 dyadic numbers, precisions of 10, 53 and 128 bits: the squares of both ends against the number, "
                  "and equal ends where the root has few bits",
       says="the squares of the ends of a root enclose the number, closely, and are equal to it where that can be",
       fingerprint=lambda ends: [ends(n, unit, 53, up) for n, unit in ROOTS for up in (False, True)])
@sabotage("the lower end twice", lambda n, unit, bits, up: sqrt_end(n, unit, bits, False))
@sabotage("rounded up where it is exact", lambda n, unit, bits, up: (sqrt_end(n, unit, bits, up)[0] + up,
                                                                     sqrt_end(n, unit, bits, up)[1]))
@sabotage("an odd exponent cut to an even one", lambda n, unit, bits, up: sqrt_end(n, unit // 2 * 2, bits, up))
@judged("<=")
def ends_of_the_root(ends=sqrt_end):
    for (n, unit), bits in product(ROOTS, PRECISIONS):
        (low, high), square = both(ends, n, unit, bits), number((n, unit))
        yield ("below", n, unit, bits), low * low, square
        yield ("above", n, unit, bits), square, high * high
        yield ("close", n, unit, bits), (high - low) * 2**bits, high
        if (n, unit) in ROOTS[:3]:
            yield ("exact", n, unit, bits), high, low

def refutes_ends_of_the_root(ends, _, n, unit, bits):
    (low, high), exact = both(ends, n, unit, bits), sqrt_bracket(number((n, unit)), FINE)
    few = exact.lower == exact.upper and exact.lower.numerator.bit_length() <= bits
    return low > exact.upper or high < exact.lower or (high - low) * 2**bits > high * (not few)


@check("BBKN14-0.conventions", grade="exact",
       quantifier="0 and 16 dyadic numbers, exponents 0, 1, 2, 3, 7, 77, precisions of 10, 53 and 128 bits: both ends "
                  "against the power itself",
       says="the ends of a power enclose it, closer than 2^(2 - bits) of it",
       fingerprint=lambda ends: [ends(n, unit, k, 53, up) for n, unit in NUMBERS for k in POWERS
                                 for up in (False, True)])
@sabotage("always rounded up", lambda n, unit, k, bits, up: power_end(n, unit, k, bits, True))
@sabotage("always rounded down", lambda n, unit, k, bits, up: power_end(n, unit, k, bits, False))
@sabotage("half of the bits", lambda n, unit, k, bits, up: power_end(n, unit, k, bits // 2, up))
@judged("<=")
def ends_of_a_power(ends=power_end):
    for k in POWERS:
        for (*case, bits), left, right in sides(
                lambda n, unit, bits, up, k=k: ends(n, unit, k, bits, up),
                lambda n, unit, k=k: number((n, unit)) ** k, ((0, 0), *NUMBERS)):
            yield (*case, bits, k), left, right

def refutes_ends_of_a_power(ends, _, n, unit, bits, k):
    low, high = (number(ends(n, unit, k, bits, up)) for up in (False, True))
    exact = Fraction(n**k) * Fraction(2) ** (k * unit)
    return low > exact or high < exact or (high - low) * 2**bits > 4 * high


ORDERED = tuple((n, unit) for n in (-9, -8, -4, -3, -1, 0, 1, 2, 3, 7, 8) for unit in (-3, -2, 0, 1, 5))


@check("BBKN14-0.conventions", grade="exhaustive",
       quantifier="all pairs of 55 dyadic numbers, some of them equal: the sign of the order against that of their "
                  "difference as fractions",
       says="the order of two dyadic numbers is that of the fractions",
       fingerprint=lambda order: [order(a, b) > 0 for a, b in product(ORDERED, repeat=2)])
@verifier(lambda order, a, b: (order(a, b) > 0) != (a[0] * 2 ** (a[1] + 3) > b[0] * 2 ** (b[1] + 3)) or (
    order(a, b) < 0) != (a[0] * 2 ** (a[1] + 3) < b[0] * 2 ** (b[1] + 3)))
@sabotage("negative numbers by their size", lambda a, b: order((abs(a[0]), a[1]), b))
@sabotage("by the leading bits alone", lambda a, b: order(a, b) if a[0].bit_length() + a[1] != b[0].bit_length() + b[1]
          else 0)
@judged("==")
def dyadic_numbers_are_ordered(order=order):
    for a, b in product(ORDERED, repeat=2):
        found, difference = order(a, b), number(a) - number(b)
        yield (a, b), [found > 0, found < 0], [difference > 0, difference < 0]
