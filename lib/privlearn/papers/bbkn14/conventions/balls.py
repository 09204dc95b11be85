"""BBKN14, our conventions: intervals with dyadic ends, of which every operation is rounded outwards."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import privlearn.papers.bbkn14.conventions.quantifiers  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.exact.dyadic import Dyadic, made, precision

BITS = 4
ENDS = ((-5, -5, -1), (-9, -7, -2), (-3, 0, 1), (-1, 6, -3), (0, 0, 0), (0, 7, 2), (1, 1, 0), (1, 2, -4), (3, 3, -2),
        (7, 11, -1), (13, 13, 3), (-15, 9, -40), (7, 9, 300))
Ends = tuple[int, int, int]
Interval = tuple[Fraction, Fraction]


def ball_of(ends: Ends) -> Dyadic:
    """Return the interval ``low, high, unit``."""
    return made(*ends)


def range_of(ends: Ends) -> Interval:
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
CASES: tuple[tuple[Any, ...], ...] = (*((name, one, other) for name in OF_TWO for one in ENDS for other in ENDS),
         *((name, one) for name in OF_ONE for one in ENDS))


def apply(operation, name: str, *ends: Ends) -> Interval | None:
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
       quantifier="13 intervals, of either sign, around 0, with ends of at most 4 bits and units from 2^-40 to 2^300, "
                  "all pairs, 7 operations on two and 17 on one, at 4 bits: the range by the values at the corners",
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

def refutes_operations_are_rounded_outwards(operation, witness):
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
       quantifier="six comparisons of all pairs of the 13 intervals: those that hold for all of their points, by "
                  "the ends",
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

def refutes_comparisons_say_what_is_certain(relation, name, one, other):
    points = [RELATIONS[name](x, y) for x, y in product(range_of(one), range_of(other))]
    return compared(relation, name, one, other) != all(points) or (
        name == "!=" and range_of(one)[0] <= range_of(other)[1] and range_of(other)[0] <= range_of(one)[1])
