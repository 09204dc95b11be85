"""BBKN14, our conventions: balls of e^x, logarithms, roots, factorials and binomial coefficients."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb, factorial
from typing import Any

import privlearn.papers.bbkn14.conventions.quantifiers  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.exact import exp_bracket, log_bracket, sqrt_bracket
from privlearn.exact.dyadic import Dyadic, precision
from privlearn.papers.bbkn14.conventions.balls import Ends, Interval, ball_of, inwards, range_of


def bracketed(bracket) -> Callable[[Fraction, Fraction], Interval]:
    """Return the range of a rising function from its brackets."""
    return lambda low, high: (bracket(low, 200).lower, bracket(high, 200).upper)


ZERO = ((0, 0, 0), (0, 3, -1))
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


def at_53_bits(function, name: str, ends: Ends) -> Interval:
    """Return the ends of a function's ball at 53 bits."""
    with precision.workprec(53):
        found = function(name)(ball_of(ends))
        return found.lower().fmpq(), found.upper().fmpq()


@check("BBKN14-0.conventions", grade="certified",
       quantifier="e^x, ln x, the root and the powers 5/2 and 1/3 of six positive intervals, the root of two at 0, at "
                  "53 bits: the brackets of 200 bits at their ends",
       says="the ball of a rising function holds its values at both ends, and is no wider by more than 2^-44",
       fingerprint=lambda function: [at_53_bits(function, name, ends) for name in FUNCTIONS for ends in POSITIVE])
@sabotage("the middle of the interval", lambda name: lambda x: FUNCTIONS[name][0](x.mid()))
@sabotage("rounded inwards", lambda name: lambda x: inwards(FUNCTIONS[name][0](x)))
@judged("<=")
def rising_functions_of_balls(function=function_of):
    for name, ends in (*product(FUNCTIONS, POSITIVE), *product(("sqrt",), ZERO)):
        (low, high), exact = at_53_bits(function, name, ends), FUNCTIONS[name][1](*range_of(ends))
        far = (abs(low) + abs(high)) / 2**44
        yield (name, ends, "below"), low, exact[0]
        yield (name, ends, "above"), exact[1], high
        yield (name, ends, "close below"), exact[0] - low, far
        yield (name, ends, "close above"), high - exact[1], far

def refutes_rising_functions_of_balls(function, name, ends, _):
    (low, high), exact = at_53_bits(function, name, ends), FUNCTIONS[name][1](*range_of(ends))
    far = (abs(low) + abs(high)) / 2**44
    return not (exact[0] - far <= low <= exact[0] and exact[1] <= high <= exact[1] + far)


COUNTS = (("factorial", 0), ("factorial", 20), ("factorial", 8192), ("factorial", 8193), ("choose", 10, 3),
          ("choose", 8192, 5), ("choose", 8193, 4), ("choose", 9000, 4500), ("choose", 20000, 19998))


def counting(name: str) -> Callable[..., Any]:
    """Return factorials, or binomial coefficients, as balls."""
    return Dyadic.bin_uiui if name == "choose" else lambda n: Dyadic(n).fac()


@check("BBKN14-0.conventions", grade="exact",
       quantifier="0!, 20!, 8192!, 8193!, five binomial coefficients from 10 over 3 to 20000 over 19998, at 53 bits: "
                  "the integers themselves",
       says="the balls of factorials and binomial coefficients hold them, small ones exactly, others within 2^-40",
       fingerprint=lambda count: [counted_at(count, *case) for case in COUNTS])
@sabotage("n! in place of (n - 1)! inside", lambda name: lambda *case: counting(name)(case[0] + 1, *case[1:]))
@sabotage("rounded inwards", lambda name: lambda *case: counting(name)(*case).lower())
@judged("<=")
def balls_of_factorials(count=counting):
    for name, *case in COUNTS:
        (low, high), exact = counted_at(count, name, *case), factorial(*case) if name == "factorial" else comb(*case)
        yield (name, *case, "below"), low, exact
        yield (name, *case, "above"), exact, high
        yield (name, *case, "close"), (high - low) * 2**40, exact * is_rounded(case[0], exact)


def is_rounded(n: int, exact: int) -> bool:
    """Tell whether a count is no small integer, found by multiplication."""
    return n > 8192 or exact >= 2**53


def counted_at(count, name: str, *case: int) -> Interval:
    """Return the ends of a count at 53 bits."""
    with precision.workprec(53):
        found = count(name)(*case)
        return found.lower().fmpq(), found.upper().fmpq()


def refutes_balls_of_factorials(count, witness):
    name, *case, _ = witness
    (low, high), exact = counted_at(count, name, *case), 1
    if name == "factorial":
        for k in range(2, case[0] + 1):
            exact *= k
    else:
        for k in range(min(case[1], case[0] - case[1])):
            exact = exact * (case[0] - k) // (k + 1)
    return not low <= exact <= high or (high - low) * 2**40 > exact * is_rounded(case[0], exact)
