"""FX15, Section 6.1: the bounds (6.1) to (6.3) on the probabilities of None, One and Two."""

from fractions import Fraction
from functools import cache

from privlearn.checking import Verdict, check, judge, sabotage, verifier
from privlearn.exact import Bracket, exp_bracket, sqrt_bracket
from privlearn.papers.fx15.block_sizes import claim
from privlearn.papers.fx15.block_sizes.instances import (GRID, TIMES, events, grid_instances, heaviest_alone,
                                                         probability_of_events)


@cache
def falling(x: Fraction) -> Bracket:
    """Bracket ``e^(-x)``."""
    return exp_bracket(-x)


@cache
def root_of_power(base: Fraction, t: int) -> Bracket:
    """Bracket ``base^(t/2)``."""
    return sqrt_bracket(base**t)


claim("FX15-6.1eq", kind="inequality", step_of="FX15-6.3.good",
      title="Bound (6.1): None has probability at least 1 - r t", uses=("FX15-6.3.probs",))


@check("FX15-6.1eq", grade="exact", quantifier=f"{GRID}; t in {{1, 2, 3, 4, 5, 7, 8, 16, 64}}",
       says="{1 - r t} is at most {the probability of None}")
@verifier(lambda bound, case: bool(probability_of_events(*case)[0] < bound(case[0], case[1], case[3])))
@sabotage("1 - r t/2", lambda r, q, t: 1 - r * t / 2)
def none_is_at_least_the_bound(bound=lambda r, q, t: 1 - r * t) -> Verdict:
    return judge("<=", ((case, bound(case[0], case[1], case[3]), events(*case).none) for case in grid_instances()))


claim("FX15-6.2eq", kind="inequality", step_of="FX15-6.3.good", title="Bound (6.2): One, by the heaviest point alone",
      uses=("FX15-6.3.probs",),
      erratum_kind="misprint",
      erratum="The fact it rests on is printed as 1 - x <= e^x, which is false at x = -1; it is 1 - x <= e^(-x).")


@check("FX15-6.2eq", grade="exact", quantifier=f"{GRID}; t in {{1, 2, 3, 4, 5, 7, 8, 16, 64}}",
       says="{(1 - r + q)^t - (1 - r)^t} is at most {the probability of One}")
@verifier(lambda bound, case: bool(probability_of_events(*case)[1] < bound(case[0], case[1], case[3])))
@sabotage("None is not subtracted", lambda r, q, t: (1 - r + q) ** t)
def one_is_at_least_the_heaviest_point(bound=heaviest_alone) -> Verdict:
    return judge("<=", ((case, bound(case[0], case[1], case[3]), events(*case).one) for case in grid_instances()))


def linear_bound(r: Fraction, q: Fraction, t: int, rate: int = 1) -> Bracket:
    """Bracket ``1 - (r - q) t - e^(-rate r t)``."""
    return 1 - (r - q) * t - falling(rate * r * t)


@check("FX15-6.2eq", grade="certified", quantifier=f"{GRID}; t in {{1, 2, 3, 4, 5, 7, 8, 16, 64}}",
       says="{1 - (r - q) t - e^(-r t)} is at most {(1 - r + q)^t - (1 - r)^t}")
@sabotage("e^(-2 r t)", lambda r, q, t: linear_bound(r, q, t, 2))
@sabotage("(r - q) t/2", lambda r, q, t: linear_bound(r, q, t) + (r - q) * t / 2)
def heaviest_point_is_at_least_the_linear_bound(bound=linear_bound) -> Verdict:
    return judge("<=", ((case, bound(case[0], case[1], case[3]), heaviest_alone(case[0], case[1], case[3]))
                        for case in grid_instances()))

def refutes_heaviest_point_is_at_least_the_linear_bound(bound, r, q, _, t):
    ways, term = Fraction(0), (1 - r) ** t if r < 1 else Fraction(0)
    for k in range(1, t + 1):  # k draws of the heaviest point, the others off the line
        term = term * q / (1 - r) * (t - k + 1) / k if r < 1 else q**t * (k == t)
        ways += term
    return bool(ways < bound(r, q, t).lower)


@check("FX15-6.2eq", grade="certified", quantifier="x = -3, -2.9, ..., 3", says="{1 - x} is at most {e^(-x)}")
@verifier(lambda power, x: x < 0 and power(x).upper < 1 < 1 - x)
@sabotage("1 - x <= e^x, as printed", lambda x: exp_bracket(x))
def tangent_lies_below_the_exponential(power=lambda x: exp_bracket(-x)) -> Verdict:
    return judge("<=", ((Fraction(k, 10), 1 - Fraction(k, 10), power(Fraction(k, 10))) for k in range(-30, 31)))


claim("FX15-6.3eq", kind="inequality", step_of="FX15-6.3.good",
      title="Bound (6.3): Two, a point in the first half and another one in the second", uses=("FX15-6.3.probs",),
      erratum_kind="step", repaired=True,
      erratum="Stated for every t > 0, but false at t = 1, where two points cannot be seen. True from t = 2 on (odd t "
              "included on the grid). A block of one row is never good for Two, so the argument stands.")


def product_bound(r: Fraction, q: Fraction, t: int) -> Bracket:
    """Bracket ``(1 - (1 - r)^(t/2)) (1 - (1 - r + q)^(t/2))``."""
    return (1 - root_of_power(1 - r, t)) * (1 - root_of_power(1 - r + q, t))


def exponential_bound(r: Fraction, q: Fraction, t: int) -> Bracket:
    """Bracket ``(1 - e^(-r t/2)) (1 - e^(-(r - q) t/2))``."""
    return (1 - falling(r * t / 2)) * (1 - falling((r - q) * t / 2))


BOUNDS = {"product": product_bound, "exponential": exponential_bound}


@check("FX15-6.3eq", grade="certified",
       quantifier=f"{GRID}; both forms of the bound; t in {{2, 3, 4, 5, 7, 8, 16, 64}}",
       says="{the product or the exponential form of (6.3)} is at most {the probability of Two}")
@sabotage("t = 1 allowed, as printed", TIMES)
def two_is_at_least_both_bounds(times: tuple[int, ...] = TIMES[1:]) -> Verdict:
    return judge("<=", (((name, *case), bound(case[0], case[1], case[3]), events(*case).two)
                        for case in grid_instances(times) for name, bound in BOUNDS.items()))

def refutes_two_is_at_least_both_bounds(times, _, r, q, tail, t):
    return t in times and probability_of_events(r, q, tail, t)[2] < exponential_bound(r, q, t).lower


@check("FX15-6.3eq", grade="certified", quantifier=f"{GRID}; t in {{2, 4, 8, 16, 64}}",
       says="{(1 - e^(-r t/2)) (1 - e^(-(r - q) t/2))} is at most {the probability of Two}")
@verifier(lambda bound, case: bool(probability_of_events(*case)[2] < bound(case[0], case[1], case[3]).lower))
@sabotage("t in place of t/2", lambda r, q, t: exponential_bound(2 * r, 2 * q, t))
def halves_are_needed(bound=exponential_bound) -> Verdict:
    return judge("<=", ((case, bound(case[0], case[1], case[3]), events(*case).two)
                        for case in grid_instances((2, 4, 8, 16, 64))))
