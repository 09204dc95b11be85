"""FX15, Section 6.1, the steps of the proof of Claim 6.3: bounds (6.1) to (6.3), good sizes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from privlearn.claims.fx15.section6_2_scales import LEVEL, PAGE, SECTION
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.exact.brackets import sqrt_bracket
from privlearn.learners.lines import Events, concentrated_masses, good_for, none_one_two

TIMES = (1, 2, 3, 4, 5, 7, 8, 16, 64)
Case = tuple[Fraction, Fraction, int, int]  # r, q, points of the tail, draws
UNIT = Fraction(1, 20)


@cache
def grid() -> dict[tuple[Fraction, Fraction, int], tuple[Fraction, ...]]:
    """Return (r, q, tail) -> masses: r, q in twentieths, the rest over 1, 2, 5 or 20 points no heavier than q."""
    cases: dict[Any, tuple[Fraction, ...]] = {}
    for i in range(1, 21):
        for j in range(1, i + 1):
            rest = Fraction(i - j, 20)
            for tail in (1, 2, 5, 20):
                if rest <= tail * j * UNIT:
                    cases[i * UNIT, j * UNIT, tail] = (j * UNIT, *((rest / tail,) * tail if rest else ()))
    return cases


@cache
def events(r: Fraction, q: Fraction, tail: int, t: int) -> Events:
    """Return the exact probabilities of the three events for an instance of the grid."""
    return none_one_two(grid()[r, q, tail], t)


def probability_of_events(r: Fraction, q: Fraction, tail: int, t: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return None, One and Two by a chain over what was seen so far: an independent computation."""
    rest, points = r - q, [q] + ([(r - q) / tail] * tail if r > q else [])
    none, seen, two = Fraction(1), [Fraction(0)] * len(points), Fraction(0)
    for _ in range(t):
        two += sum((s * (q + rest - m) for s, m in zip(seen, points, strict=True)), Fraction(0))
        seen = [s * (1 - r + m) + none * m for s, m in zip(seen, points, strict=True)]
        none *= 1 - r
    return none, sum(seen, Fraction(0)), two


@cache
def falling(x: Fraction) -> Bracket:
    """Bracket ``e^(-x)``."""
    return exp_bracket(-x)


@cache
def root_of_power(base: Fraction, t: int) -> Bracket:
    """Bracket ``base^(t/2)``."""
    return sqrt_bracket(base**t)


def instances(times: tuple[int, ...] = TIMES) -> Iterator[Case]:
    """Yield the instances of the grid with the numbers of draws."""
    for key in grid():
        yield from ((*key, t) for t in times)


GRID = "r and q in twentieths, the rest over 1, 2, 5 or 20 points no heavier than q"

claim("FX15-6.1eq", kind="inequality", section=SECTION, page=PAGE, step_of="FX15-6.3.good",
      title="Bound (6.1): None has probability at least 1 - r t", uses=("FX15-6.3.probs",))


@check("FX15-6.1eq", grade="exact", quantifier=f"{GRID}; t in {{1, 2, 3, 4, 5, 7, 8, 16, 64}}",
       fingerprint=lambda bound: bound(UNIT, UNIT, 4))
def none_is_at_least_the_bound(bound=lambda r, q, t: 1 - r * t) -> Verdict:
    return judge("<=", ((case, bound(case[0], case[1], case[3]), events(*case).none) for case in instances()))


@none_is_at_least_the_bound.verifier
def _(bound, case):
    return bool(probability_of_events(*case)[0] < bound(case[0], case[1], case[3]))

none_is_at_least_the_bound.sabotage("1 - r t/2", lambda r, q, t: 1 - r * t / 2)


claim("FX15-6.2eq", kind="inequality", section=SECTION, page=PAGE, step_of="FX15-6.3.good",
      title="Bound (6.2): One, by the heaviest point alone", uses=("FX15-6.3.probs",),
      erratum="The fact it rests on is printed as 1 - x <= e^x, which is false at x = -1; it is 1 - x <= e^(-x).")


def heaviest_alone(r: Fraction, q: Fraction, t: int) -> Fraction:
    """Return ``(1 - r + q)^t - (1 - r)^t``."""
    return (1 - r + q) ** t - (1 - r) ** t


@check("FX15-6.2eq", grade="exact", quantifier=f"{GRID}; t in {{1, 2, 3, 4, 5, 7, 8, 16, 64}}",
       fingerprint=lambda bound: bound(4 * UNIT, UNIT, 4))
def one_is_at_least_the_heaviest_point(bound=heaviest_alone) -> Verdict:
    return judge("<=", ((case, bound(case[0], case[1], case[3]), events(*case).one) for case in instances()))


@one_is_at_least_the_heaviest_point.verifier
def _(bound, case):
    return bool(probability_of_events(*case)[1] < bound(case[0], case[1], case[3]))

one_is_at_least_the_heaviest_point.sabotage("None is not subtracted", lambda r, q, t: (1 - r + q) ** t)


def linear_bound(r: Fraction, q: Fraction, t: int, rate: int = 1) -> Bracket:
    """Bracket ``1 - (r - q) t - e^(-rate r t)``."""
    return 1 - (r - q) * t - falling(rate * r * t)


@check("FX15-6.2eq", grade="certified", quantifier=f"{GRID}; t in {{1, 2, 3, 4, 5, 7, 8, 16, 64}}",
       fingerprint=lambda bound: bound(4 * UNIT, UNIT, 4))
def heaviest_point_is_at_least_the_linear_bound(bound=linear_bound) -> Verdict:
    return judge("<=", ((case, bound(case[0], case[1], case[3]), heaviest_alone(case[0], case[1], case[3]))
                        for case in instances()))


@heaviest_point_is_at_least_the_linear_bound.verifier
def _(bound, case):
    r, q, _, t = case
    ways, term = Fraction(0), (1 - r) ** t if r < 1 else Fraction(0)
    for k in range(1, t + 1):  # k draws of the heaviest point, the others off the line
        term = term * q / (1 - r) * (t - k + 1) / k if r < 1 else q**t * (k == t)
        ways += term
    return bool(ways < bound(r, q, t).lower)

heaviest_point_is_at_least_the_linear_bound.sabotage("e^(-2 r t)", lambda r, q, t: linear_bound(r, q, t, 2))
heaviest_point_is_at_least_the_linear_bound.sabotage(
    "(r - q) t/2", lambda r, q, t: linear_bound(r, q, t) + (r - q) * t / 2)


@check("FX15-6.2eq", grade="certified", quantifier="x = -3, -2.9, ..., 3",
       fingerprint=lambda power: power(Fraction(-1)))
def tangent_lies_below_the_exponential(power=lambda x: exp_bracket(-x)) -> Verdict:
    return judge("<=", ((Fraction(k, 10), 1 - Fraction(k, 10), power(Fraction(k, 10))) for k in range(-30, 31)))


@tangent_lies_below_the_exponential.verifier
def _(power, x):
    return x < 0 and power(x).upper < 1 < 1 - x

tangent_lies_below_the_exponential.sabotage("1 - x <= e^x, as printed", lambda x: exp_bracket(x))


claim("FX15-6.3eq", kind="inequality", section=SECTION, page=PAGE, step_of="FX15-6.3.good",
      title="Bound (6.3): Two, a point in the first half and another one in the second", uses=("FX15-6.3.probs",),
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
       quantifier=f"{GRID}; both forms of the bound; t in {{2, 3, 4, 5, 7, 8, 16, 64}}")
def two_is_at_least_both_bounds(times: tuple[int, ...] = TIMES[1:]) -> Verdict:
    return judge("<=", (((name, *case), bound(case[0], case[1], case[3]), events(*case).two)
                        for case in instances(times) for name, bound in BOUNDS.items()))


@two_is_at_least_both_bounds.verifier
def _(times, witness):
    _, r, q, tail, t = witness
    return t in times and probability_of_events(r, q, tail, t)[2] < exponential_bound(r, q, t).lower

two_is_at_least_both_bounds.sabotage("t = 1 allowed, as printed", TIMES)


@check("FX15-6.3eq", grade="certified", quantifier=f"{GRID}; t in {{2, 4, 8, 16, 64}}",
       fingerprint=lambda bound: bound(4 * UNIT, UNIT, 4))
def halves_are_needed(bound=exponential_bound) -> Verdict:
    return judge("<=", ((case, bound(case[0], case[1], case[3]), events(*case).two)
                        for case in instances((2, 4, 8, 16, 64))))


@halves_are_needed.verifier
def _(bound, case):
    return bool(probability_of_events(*case)[2] < bound(case[0], case[1], case[3]).lower)

halves_are_needed.sabotage("t in place of t/2", lambda r, q, t: exponential_bound(2 * r, 2 * q, t))


claim("FX15-6.3.good", kind="definition", section=SECTION, page=PAGE,
      title="Good block sizes: one event has probability at least 2/3",
      uses=("FX15-6.1eq", "FX15-6.2eq", "FX15-6.3eq"),
      note="For Two the paper's bound is (5/6)^2 = 25/36. The grid has all t up to 20 and multiples of 8 up to 160, "
           "odd "
           "ones included.")

GOOD_TIMES = (*range(1, 21), *range(32, 161, 32))


def chance_of(event: str, r: Fraction, q: Fraction, tail: int, t: int) -> Fraction:
    """Return the probability of None, of the heaviest point alone, or of Two."""
    none = (1 - r) ** t
    if event == "none":
        return none
    first = (1 - r + q) ** t - none
    return first if event == "one" else 1 - none - first - tail * ((1 - r + (r - q) / tail) ** t - none)


@check("FX15-6.3.good", grade="certified",
       quantifier=f"{GRID}, and the same with r and q divided by 10; t = 1, ..., 20, 32, 64, ..., 160",
       fingerprint=lambda good: [good(t, Fraction(1, 2), UNIT) for t in GOOD_TIMES])
def good_sizes_have_a_likely_event(good=good_for) -> Verdict:
    def cases() -> Iterator[Any]:
        for r, q, tail in grid():
            for scale in (1, 10):
                for t in GOOD_TIMES:
                    for event in good(t, r / scale, q / scale):
                        found = chance_of(event, r / scale, q / scale, tail, t)
                        yield (r, q, tail, scale, t, event), LEVEL, found

    return judge("<=", cases())


@good_sizes_have_a_likely_event.verifier
def _(good, witness):
    r, q, tail, scale, t, event = witness
    none, seen, two = Fraction(1), [Fraction(0)] * (tail + 1), Fraction(0)
    points = [m / scale for m in [q, *[(r - q) / tail] * tail]]
    for _ in range(t):
        two += sum((s * (r / scale - m) for s, m in zip(seen, points, strict=True)), Fraction(0))
        seen = [s * (1 - r / scale + m) + none * m for s, m in zip(seen, points, strict=True)]
        none *= 1 - r / scale
    chance = {"none": none, "one": seen[0], "two": two}[event]
    return event in good(t, r / scale, q / scale) and chance < LEVEL


@good_sizes_have_a_likely_event.sabotage("good for Two from ln 6/(r - q) on")
def _():
    six = log_bracket(6).upper
    return lambda t, r, q: tuple(dict.fromkeys((*good_for(t, r, q), *(("two",) if (r - q) * t >= six else ()))))

good_sizes_have_a_likely_event.sabotage("good for None up to 1/(2 r)",
    lambda t, r, q: tuple(dict.fromkeys((*good_for(t, r, q), *(("none",) if 2 * r * t <= 1 else ())))))


@check("FX15-6.3.good", grade="exact",
       quantifier="r and q in twentieths, all tails of the grid, t in {1, 2, 3, 4, 5, 7, 8, 16, 64}",
       fingerprint=lambda masses: masses(Fraction(1), 7 * UNIT))
def equal_points_make_two_least_likely(masses=concentrated_masses) -> Verdict:
    worst = {(r, q, t): none_one_two(masses(r, q), t).two for r, q in {key[:2] for key in grid()} for t in TIMES}
    return judge("<=", ((case, worst[case[0], case[1], case[3]], events(*case).two) for case in instances()))


@equal_points_make_two_least_likely.verifier
def _(masses, case):
    r, q, tail, t = case
    points, rest = list(masses(r, q)), r
    one = sum(((1 - rest + m) ** t - (1 - rest) ** t for m in points), Fraction(0))
    return probability_of_events(r, q, tail, t)[1] > one

equal_points_make_two_least_likely.sabotage("the rest in two halves", lambda r, q: (q, (r - q) / 2, (r - q) / 2))
