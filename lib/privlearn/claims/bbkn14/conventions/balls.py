"""BBKN14, our conventions: intervals with dyadic ends, every operation rounded outwards, where there is no other build."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb, factorial
from typing import Any

import privlearn.claims.bbkn14.conventions.quantifiers  # noqa: F401  declares what is checked here
from privlearn.claims import check, judged, sabotage
from privlearn.exact import exp_bracket, log_bracket, sqrt_bracket
from privlearn.exact.dyadic import Dyadic, made, precision

BITS = 4
ENDS = ((-5, -5, -1), (-9, -7, -2), (-3, 0, 1), (-1, 6, -3), (0, 0, 0), (0, 7, 2), (1, 1, 0), (1, 2, -4), (3, 3, -2),
        (7, 11, -1), (13, 13, 3), (-15, 9, -40), (7, 9, 300))
Interval = tuple[Fraction, Fraction]


def ball_of(ends: tuple[int, int, int]) -> Dyadic:
    """Return the interval ``low, high, unit``."""
    return made(*ends)


def range_of(ends: tuple[int, int, int]) -> Interval:
    """Return its ends as fractions."""
    return ends[0] * Fraction(2) ** ends[2], ends[1] * Fraction(2) ** ends[2]


def corners(function: Callable[..., Fraction]) -> Callable[..., Interval | None]:
    """Return the range of a function that is monotone in each of its arguments, None where it is not defined."""
    def found(*intervals: Interval) -> Interval | None:
        try:
            values = [function(*point) for point in product(*intervals)]
        except ZeroDivisionError:
            return None
        return min(values), max(values)

    return found


def power(exponent: int) -> Callable[[Interval], Interval | None]:
    """Return the range of ``x^exponent``: at the ends, and at 0 where it lies between."""
    def found(interval: Interval) -> Interval | None:
        low, high = interval
        if exponent < 0 and low <= 0 <= high:
            return None
        values = [low**exponent, high**exponent, *([Fraction(0)] if low < 0 < high and exponent > 0 else [])]
        return min(values), max(values)

    return found


def quotient(one: Interval, other: Interval) -> Interval | None:
    """Return the range of quotients."""
    return None if other[0] <= 0 <= other[1] else corners(lambda x, y: x / y)(one, other)


def size(interval: Interval) -> Interval:
    """Return the range of the absolute value."""
    low, high = interval
    return (Fraction(0) if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))


# name -> (on balls, on ranges); of two arguments, or of one
OF_TWO: dict[str, tuple[Callable[..., Any], Callable[..., Interval | None]]] = {
    "sum": (lambda x, y: x + y, corners(lambda x, y: x + y)),
    "difference": (lambda x, y: x - y, corners(lambda x, y: x - y)),
    "product": (lambda x, y: x * y, corners(lambda x, y: x * y)),
    "quotient": (lambda x, y: x / y, quotient),
    "union": (lambda x, y: x.union(y), lambda x, y: (min(x[0], y[0]), max(x[1], y[1]))),
    "smaller": (lambda x, y: x.min(y), corners(min)),
    "larger": (lambda x, y: x.max(y), corners(max))}
OF_ONE: dict[str, tuple[Callable[..., Any], Callable[..., Interval | None]]] = {
    "negative": (lambda x: -x, corners(lambda x: -x)), "size": (abs, size),
    "floor": (lambda x: x.floor(), corners(lambda x: Fraction(x.__floor__()))),
    "lower end": (lambda x: x.lower(), lambda x: (x[0], x[0])),
    "upper end": (lambda x: x.upper(), lambda x: (x[1], x[1])),
    "middle": (lambda x: x.mid(), lambda x: ((x[0] + x[1]) / 2,) * 2),
    "and a third": (lambda x: x + Fraction(1, 3), lambda x: (x[0] + Fraction(1, 3), x[1] + Fraction(1, 3))),
    "from 7": (lambda x: 7 - x, corners(lambda x: 7 - x)), "into 3": (lambda x: 3 / x, lambda x: quotient((
        Fraction(3), Fraction(3)), x)),
    "two to it": (lambda x: 2 ** x.max(-9).min(9).floor().lower(),
                  lambda x: (Fraction(2) ** max(-9, min(9, x[0])).__floor__(),) * 2),
    **{f"power {k}": (lambda x, k=k: x**k, power(k)) for k in (-2, -1, 0, 1, 2, 3, 5)}}
CASES = (*((name, one, other) for name in OF_TWO for one in ENDS for other in ENDS),
         *((name, one) for name in OF_ONE for one in ENDS))


def apply(operation, name: str, *ends: tuple[int, int, int]) -> Interval | None:
    """Return the ends of what the operation on balls gives at 4 bits, None for the whole line."""
    with precision.workprec(BITS):
        found = operation(name)(*map(ball_of, ends))
        return (found.lower().fmpq(), found.upper().fmpq()) if found.is_finite() else None


def on_balls(name: str) -> Callable[..., Any]:
    """Return the operation of a name."""
    return (OF_TWO | OF_ONE)[name][0]


def changed(name: str, change: Callable[..., Any]) -> Callable[[str], Callable[..., Any]]:
    """Return the operations with another one of this name."""
    return lambda given: change if given == name else on_balls(given)


def inwards(found: Any) -> Any:
    """Return an interval one unit shorter at its upper end, if it is none of a point."""
    return made(found._low, found._high - (found._low < found._high), found._unit) if found.is_finite() else found


@check("BBKN14-0.conventions", grade="exhaustive",
       quantifier="13 intervals, of either sign, around 0, with ends of at most 4 bits and units from 2^-40 to 2^300, all "
                  "pairs, 7 operations on two and 17 on one, at 4 bits: the range by the values at the corners",
       says="a ball holds the range of its operation, with ends at most a unit in the last place outside",
       fingerprint=lambda operation: [apply(operation, *case) for case in CASES])
@sabotage("a sum rounded inwards", make=lambda: changed("sum", lambda x, y: inwards(x + y)))
@sabotage("a quotient rounded inwards", make=lambda: changed("quotient", lambda x, y: inwards(x / y)))
@sabotage("a product of lower and of upper ends",
          make=lambda: changed("product", lambda x, y: (x.lower() * y.lower()).union(x.upper() * y.upper())))
@sabotage("a square of the ends", make=lambda: changed("power 2", lambda x: (x.lower()**2).union(x.upper()**2)))
@sabotage("a quotient by an interval around 0", make=lambda: changed("into 3", lambda x: 3 / x.upper()))
@judged("<=")
def operations_are_rounded_outwards(operation=on_balls):
    for name, *ends in CASES:
        found, exact = apply(operation, name, *ends), (OF_TWO | OF_ONE)[name][1](*map(range_of, ends))
        if exact is None:
            yield (name, *ends, "whole"), int(found is not None), 0
            continue
        yield (name, *ends, "finite"), int(found is None), 0
        low, high = found or (Fraction(0), Fraction(0))
        yield (name, *ends, "below"), low, exact[0]
        yield (name, *ends, "above"), exact[1], high
        unit = max(abs(low), abs(high)) / 2 ** (BITS - 2)
        yield (name, *ends, "close below"), exact[0] - low, unit
        yield (name, *ends, "close above"), high - exact[1], unit

@operations_are_rounded_outwards.verifier
def _(operation, witness):
    name, *ends, _ = witness
    found, exact = apply(operation, name, *ends), (OF_TWO | OF_ONE)[name][1](*map(range_of, ends))
    if found is None or exact is None:
        return found is not exact
    far = max(abs(end) for end in found) / 4
    return not (found[0] <= exact[0] <= found[0] + far and found[1] - far <= exact[1] <= found[1])


RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda x, y: x < y, "<=": lambda x, y: x <= y, ">": lambda x, y: x > y, ">=": lambda x, y: x >= y,
    "==": lambda x, y: x == y, "!=": lambda x, y: x != y}


def relation_of(name: str) -> Callable[[Any, Any], bool]:
    """Return the comparison of a name."""
    return RELATIONS[name]


def compared(relation, name: str, one, other) -> bool:
    """Tell whether the comparison of two balls is true."""
    return bool(relation(name)(ball_of(one), ball_of(other)))


@check("BBKN14-0.conventions", grade="exhaustive",
       quantifier="six comparisons of all pairs of the 13 intervals: those that hold for all of their points, by the ends",
       says="a comparison of balls is true just if it holds for all their points",
       fingerprint=lambda relation: [compared(relation, name, one, other) for name in RELATIONS for one in ENDS
                                     for other in ENDS])
@sabotage("the lower ends are compared", lambda name: lambda x, y: RELATIONS[name](x.lower(), y.lower()))
@sabotage("equal ends for equal numbers", lambda name: lambda x, y: (
    x.lower() == y.lower() and x.upper() == y.upper()) if name == "==" else RELATIONS[name](x, y))
@judged("==")
def comparisons_say_what_is_certain(relation=relation_of):
    for name, one, other in product(RELATIONS, ENDS, ENDS):
        (a, b), (c, d) = range_of(one), range_of(other)
        certain = {"<": b < c, "<=": b <= c, ">": a > d, ">=": a >= d, "==": a == b == c == d, "!=": b < c or a > d}
        yield (name, one, other), compared(relation, name, one, other), certain[name]

@comparisons_say_what_is_certain.verifier
def _(relation, witness):
    name, one, other = witness
    points = [RELATIONS[name](x, y) for x, y in product(range_of(one), range_of(other))]
    return compared(relation, name, one, other) != all(points) or (
        name == "!=" and range_of(one)[0] <= range_of(other)[1] and range_of(other)[0] <= range_of(one)[1])


def bracketed(bracket) -> Callable[[Fraction, Fraction], Interval]:
    """Return the range of a rising function from its brackets."""
    return lambda low, high: (bracket(low, 200).lower, bracket(high, 200).upper)


POSITIVE = ((1, 1, 0), (1, 2, -4), (3, 3, -2), (5, 11, -1), (13, 13, 3), (1, 3, -60))
FUNCTIONS: dict[str, tuple[Callable[[Any], Any], Callable[[Fraction, Fraction], Interval]]] = {
    "exp": (lambda x: x.exp(), bracketed(exp_bracket)), "log": (lambda x: x.log(), bracketed(log_bracket)),
    "sqrt": (lambda x: x.sqrt(), bracketed(sqrt_bracket)),
    "to the power 5/2": (lambda x: x**2.5, lambda low, high: (sqrt_bracket(low**5, 200).lower,
                                                             sqrt_bracket(high**5, 200).upper)),
    "to the power 1/3": (lambda x: (x ** Fraction(1, 3))**3, lambda low, high: (low, high))}


def function_of(name: str) -> Callable[[Any], Any]:
    """Return the function of a name on balls."""
    return FUNCTIONS[name][0]


def at_53_bits(function, name: str, ends) -> Interval:
    """Return the ends of a function's ball at 53 bits."""
    with precision.workprec(53):
        found = function(name)(ball_of(ends))
        return found.lower().fmpq(), found.upper().fmpq()


@check("BBKN14-0.conventions", grade="certified",
       quantifier="e^x, ln x, the root and the powers 5/2 and 1/3 of six positive intervals at 53 bits: the brackets of "
                  "200 bits at their ends",
       says="the ball of a rising function holds its values at both ends, and is no wider by more than 2^-44",
       fingerprint=lambda function: [at_53_bits(function, name, ends) for name in FUNCTIONS for ends in POSITIVE])
@sabotage("the middle of the interval", lambda name: lambda x: FUNCTIONS[name][0](x.mid()))
@sabotage("rounded inwards", lambda name: lambda x: inwards(FUNCTIONS[name][0](x)))
@judged("<=")
def rising_functions_of_balls(function=function_of):
    for name, ends in product(FUNCTIONS, POSITIVE):
        (low, high), exact = at_53_bits(function, name, ends), FUNCTIONS[name][1](*range_of(ends))
        far = (abs(low) + abs(high)) / 2**44
        yield (name, ends, "below"), low, exact[0]
        yield (name, ends, "above"), exact[1], high
        yield (name, ends, "close below"), exact[0] - low, far
        yield (name, ends, "close above"), high - exact[1], far

@rising_functions_of_balls.verifier
def _(function, witness):
    name, ends, _ = witness
    (low, high), exact = at_53_bits(function, name, ends), FUNCTIONS[name][1](*range_of(ends))
    far = (abs(low) + abs(high)) / 2**44
    return not (exact[0] - far <= low <= exact[0] and exact[1] <= high <= exact[1] + far)


COUNTS = (("factorial", 0), ("factorial", 20), ("factorial", 8192), ("factorial", 8193), ("choose", 10, 3),
          ("choose", 8192, 5), ("choose", 8193, 4), ("choose", 9000, 4500), ("choose", 20000, 19998))


def counting(name: str) -> Callable[..., Any]:
    """Return factorials, or binomial coefficients, as balls."""
    return Dyadic.bin_uiui if name == "choose" else lambda n: Dyadic(n).fac()


@check("BBKN14-0.conventions", grade="exact",
       quantifier="0!, 20!, 8192!, 8193!, five binomial coefficients from 10 over 3 to 20000 over 19998, at 53 bits: the "
                  "integers themselves",
       says="the balls of factorials and binomial coefficients hold them, and are narrower than 2^-40 of them",
       fingerprint=lambda count: [counted_at(count, *case) for case in COUNTS])
@sabotage("n! in place of (n - 1)! inside", lambda name: lambda *case: counting(name)(case[0] + 1, *case[1:]))
@sabotage("rounded inwards", lambda name: lambda *case: counting(name)(*case).lower())
@judged("<=")
def balls_of_factorials(count=counting):
    for name, *case in COUNTS:
        (low, high), exact = counted_at(count, name, *case), factorial(*case) if name == "factorial" else comb(*case)
        yield (name, *case, "below"), low, exact
        yield (name, *case, "above"), exact, high
        yield (name, *case, "close"), (high - low) * 2**40, exact


def counted_at(count, name: str, *case: int) -> Interval:
    """Return the ends of a count at 53 bits."""
    with precision.workprec(53):
        found = count(name)(*case)
        return found.lower().fmpq(), found.upper().fmpq()


@balls_of_factorials.verifier
def _(count, witness):
    name, *case, _ = witness
    (low, high), exact = counted_at(count, name, *case), 1
    if name == "factorial":
        for k in range(2, case[0] + 1):
            exact *= k
    else:
        for k in range(min(case[1], case[0] - case[1])):
            exact = exact * (case[0] - k) // (k + 1)
    return not low <= exact <= high or (high - low) * 2**40 > exact
