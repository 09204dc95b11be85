"""BBKN14, our conventions: brackets of power series, and functions of brackets."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.exact.brackets import _arctan_of_inverse, _atanh_series
from privlearn.papers.bbkn14.conventions.brackets import Ends, by_decimals, digits, narrowed, power_below


def partial_sums(step: Callable[[int], Fraction], left: Callable[[int], bool]) -> tuple[Fraction, Fraction, int]:
    """Return the sum of the steps 0, 1, ... before the first that is left, that step, and its number."""
    last = next(k for k in range(10**4) if left(k))
    return sum((step(k) for k in range(last)), Fraction(0)), step(last), last


def arctan_sums(n: int, bits: int) -> Ends:
    """Return the two neighbouring partial sums of ``arctan(1/n)`` from the first power of 1/n below 2^-bits on."""
    total, step, _ = partial_sums(lambda k: Fraction((-1) ** k, (2 * k + 1) * n ** (2 * k + 1)),
                                  lambda k: n ** (2 * k + 1) >= 2**bits)
    return min(total, total + step), max(total, total + step)


def artanh_sums(t: Fraction, bits: int) -> Ends:
    """Return the partial sum of ``artanh(t)``, and with twice the first term left out, of power ``t 2^(-bits - 4)``."""
    total, step, _ = partial_sums(lambda k: t ** (2 * k + 1) / (2 * k + 1),
                                  lambda k: t ** (2 * k) * 2 ** (bits + 4) <= 1 or t == 0)
    return total, total + 2 * step


SERIES = (("arctan", Fraction(1, 5)), ("arctan", Fraction(1, 239)), ("arctan", Fraction(1, 2)),
          ("arctan", Fraction(1, 4)), ("artanh", Fraction(0)), ("artanh", Fraction(1, 3)), ("artanh", Fraction(1, 4)),
          ("artanh", Fraction(3, 16)), ("artanh", Fraction(2, 7)), ("artanh", Fraction(1, 10**6)))


def series_of(name: str) -> Callable[[Fraction, int], Bracket]:
    """Return the bracket of arctan, or of artanh, by its power series."""
    return (lambda t, bits: _arctan_of_inverse(t.denominator, bits)) if name == "arctan" else _atanh_series


@check("BBKN14-0.conventions", grade="exact",
       quantifier="arctan at 1/5, 1/239, 1/2, 1/4 and artanh at six numbers from 0 to 1/3, 1 to 40 bits: all terms as "
                  "fractions, one by one",
       says="the ends are a partial sum and the next one, or for artanh that sum and twice the term that is left out",
       fingerprint=lambda series: [series(name)(t, bits) for name, t in SERIES for bits in (1, 12)])
@sabotage("a term fewer", lambda name: lambda t, bits: series_of(name)(t, max(1, bits - 5)))
@sabotage("the alternating series as the other", lambda name: lambda t, bits: series_of("artanh")(t, bits))
@sabotage("a remainder of half the term", lambda name: narrowed(series_of(name), Fraction(3, 4)))
@judged("==")
def series_end_where_they_may(series=series_of):
    for (name, t), bits in product(SERIES, range(1, 41)):
        found = series(name)(t, bits)
        yield (name, t, bits), (found.lower, found.upper), (
            arctan_sums(t.denominator, bits) if name == "arctan" else artanh_sums(t, bits))

def refutes_series_end_where_they_may(series, name, t, bits):
    found, total, power, n, sign = series(name)(t, bits), Fraction(0), t, 1, 1
    while power > Fraction(1, 2**bits) * (1 if name == "arctan" else t / 16):
        total, power, n = total + sign * power / n, power * t * t, n + 2
        sign = -sign if name == "arctan" else 1
    other = total + power / n * (sign if name == "arctan" else 2)
    return {found.lower, found.upper} != {total, other}


LEAST: tuple[Any, ...] = (Fraction(1, 3), Fraction(2), 5)
MOST: tuple[Any, ...] = (Fraction(7, 3), 6, 8.5)
WIDE = tuple((low, high) for low, high in product(LEAST, MOST) if low < high)


def with_ends(name: str) -> Callable[..., Bracket]:
    """Return e^x or the logarithm, of brackets as well."""
    return exp_bracket if name == "exp" else log_bracket


@check("BBKN14-0.conventions", grade="exact",
       quantifier="eight brackets with ends from 1/3 to 17/2, some given as integers or floats, at 1, 20, 64 bits, and "
                  "where no bits are given",
       says="a rising function of a bracket goes from its lower end at the lower one to its upper end at the upper "
            "one, at 64 bits unless told",
       fingerprint=lambda function: [function(name)(Bracket(*wide), 9) for name in ("exp", "log") for wide in WIDE])
@sabotage("the upper end at the lower one", lambda name: lambda x, *bits: with_ends(name)(x.lower, *bits)
          if isinstance(x, Bracket) else with_ends(name)(x, *bits))
@sabotage("bits are not handed on", lambda name: lambda x, *bits: with_ends(name)(x))
@judged("==")
def functions_of_brackets_take_one_end_each(function=with_ends):
    for name, pair, bits in product(("exp", "log"), WIDE, ((1,), (20,), (64,), ())):
        wide = Bracket(*pair)
        found, many = function(name)(wide, *bits), bits[0] if bits else 64
        ends = [with_ends(name)(Fraction(end), many) for end in (wide.lower, wide.upper)]
        types = {type(end) for end in (wide.lower, wide.upper, found.lower, found.upper)}
        yield (name, pair, bits), (found.lower, found.upper, types), (ends[0].lower, ends[1].upper, {Fraction})

def refutes_functions_of_brackets_take_one_end_each(function, name, wide, bits):
    found = function(name)(Bracket(*wide), *bits)
    least, most = (by_decimals(name, Fraction(end)) for end in wide)
    far, narrow = (2 * power_below(abs(value)) / 2 ** (bits[0] if bits else 64) for value in (least, most))
    fit = least - far <= found.lower <= least and most <= found.upper <= most + narrow
    return not fit or max(digits(found.lower), digits(found.upper)) > (bits[0] if bits else 64) + 1
