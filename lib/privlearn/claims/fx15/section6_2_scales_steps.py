"""FX15, Section 6.1, the steps of the proof of Claim 6.3: bounds (6.1) to (6.5), good and bad sizes, accuracy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from privlearn.claims.fx15.section6_2_scales import LEVEL, PAGE, SECTION
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.exact import Bracket, exp_bracket, is_at_most, log_bracket
from privlearn.exact.brackets import sqrt_bracket
from privlearn.learners.lines import Events, bad_intervals, concentrated_masses, good_for, none_one_two

TIMES = (1, 2, 3, 4, 5, 7, 8, 16, 64)
Bound = Callable[[Fraction, Fraction, int], Any]
Case = tuple[Fraction, Fraction, int, int]  # r, q, points of the tail, draws
UNIT = Fraction(1, 20)


@cache
def grid() -> tuple[tuple[tuple[Fraction, Fraction, int], tuple[Fraction, ...]], ...]:
    """Return ((r, q, tail), masses): r, q in twentieths, the rest over 1, 2, 5 or 20 points no heavier than q."""
    cases: dict[Any, tuple[Fraction, ...]] = {}
    for i in range(1, 21):
        for j in range(1, i + 1):
            rest = Fraction(i - j, 20)
            for tail in (1, 2, 5, 20):
                if rest <= tail * j * UNIT:
                    cases[i * UNIT, j * UNIT, tail] = (j * UNIT, *((rest / tail,) * tail if rest else ()))
    return tuple(cases.items())


@cache
def events(r: Fraction, q: Fraction, tail: int, t: int) -> Events:
    """Return the exact probabilities of the three events for an instance of the grid."""
    return none_one_two(dict(grid())[r, q, tail], t)


def probability_of_events(r: Fraction, q: Fraction, tail: int, t: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return None, One and Two by a chain over what was seen so far: an independent computation."""
    rest, points = r - q, [q] + ([(r - q) / tail] * tail if r > q else [])
    none, seen, two = Fraction(1), [Fraction(0)] * len(points), Fraction(0)
    for _ in range(t):
        two += sum((s * (q + rest - m) for s, m in zip(seen, points, strict=True)), Fraction(0))
        seen = [s * (1 - r + m) + none * m for s, m in zip(seen, points, strict=True)]
        none *= 1 - r
    return none, sum(seen, Fraction(0)), two


def instances(times: tuple[int, ...] = TIMES) -> Iterator[Case]:
    """Yield the instances of the grid with the numbers of draws."""
    for key, _ in grid():
        yield from ((*key, t) for t in times)


GRID = "r and q in twentieths, the rest over 1, 2, 5 or 20 points no heavier than q"

claim("FX15-6.1eq", kind="inequality", section=SECTION, page=PAGE, step_of="FX15-6.3",
      title="Bound (6.1): None has probability at least 1 - r t", uses=("FX15-6.3.probs",))


@check("FX15-6.1eq", grade="exact", quantifier=f"{GRID}; t in {{1, 2, 3, 4, 5, 7, 8, 16, 64}}",
       fingerprint=lambda bound: bound(UNIT, UNIT, 4))
def none_is_at_least_the_bound(bound: Bound = lambda r, q, t: 1 - r * t) -> Verdict:
    return judge("<=", ((case, bound(case[0], case[1], case[3]), events(*case).none) for case in instances()))


@none_is_at_least_the_bound.verifier
def _(bound: Bound, case: Any) -> bool:
    return bool(probability_of_events(*case)[0] < bound(case[0], case[1], case[3]))


@none_is_at_least_the_bound.sabotage("1 - r t/2")
def _() -> Bound:
    return lambda r, q, t: 1 - r * t / 2


claim("FX15-6.2eq", kind="inequality", section=SECTION, page=PAGE, step_of="FX15-6.3",
      title="Bound (6.2): One, by the heaviest point alone", uses=("FX15-6.3.probs",),
      erratum="The fact it rests on is printed as 1 - x <= e^x, which is false at x = -1; it is 1 - x <= e^(-x).")


def heaviest_alone(r: Fraction, q: Fraction, t: int) -> Fraction:
    """Return ``(1 - r + q)^t - (1 - r)^t``."""
    return (1 - r + q) ** t - (1 - r) ** t


@check("FX15-6.2eq", grade="exact", quantifier=f"{GRID}; t in {{1, 2, 3, 4, 5, 7, 8, 16, 64}}",
       fingerprint=lambda bound: bound(4 * UNIT, UNIT, 4))
def one_is_at_least_the_heaviest_point(bound: Bound = heaviest_alone) -> Verdict:
    return judge("<=", ((case, bound(case[0], case[1], case[3]), events(*case).one) for case in instances()))


@one_is_at_least_the_heaviest_point.verifier
def _(bound: Bound, case: Any) -> bool:
    return bool(probability_of_events(*case)[1] < bound(case[0], case[1], case[3]))


@one_is_at_least_the_heaviest_point.sabotage("None is not subtracted")
def _() -> Bound:
    return lambda r, q, t: (1 - r + q) ** t


def linear_bound(r: Fraction, q: Fraction, t: int, rate: int = 1) -> Bracket:
    """Bracket ``1 - (r - q) t - e^(-rate r t)``."""
    return 1 - (r - q) * t - exp_bracket(-rate * r * t)


@check("FX15-6.2eq", grade="certified", quantifier=f"{GRID}; t in {{1, 2, 3, 4, 5, 7, 8, 16, 64}}",
       fingerprint=lambda bound: bound(4 * UNIT, UNIT, 4))
def heaviest_point_is_at_least_the_linear_bound(bound: Bound = linear_bound) -> Verdict:
    return judge("<=", ((case, bound(case[0], case[1], case[3]), heaviest_alone(case[0], case[1], case[3]))
                        for case in instances()))


@heaviest_point_is_at_least_the_linear_bound.verifier
def _(bound: Bound, case: Any) -> bool:
    r, q, _, t = case
    ways, term = Fraction(0), (1 - r) ** t if r < 1 else Fraction(0)
    for k in range(1, t + 1):  # k draws of the heaviest point, the others off the line
        term = term * q / (1 - r) * (t - k + 1) / k if r < 1 else q**t * (k == t)
        ways += term
    return bool(ways < bound(r, q, t).lower)


@heaviest_point_is_at_least_the_linear_bound.sabotage("e^(-2 r t)")
def _() -> Bound:
    return lambda r, q, t: linear_bound(r, q, t, 2)


@heaviest_point_is_at_least_the_linear_bound.sabotage("(r - q) t/2")
def _() -> Bound:
    return lambda r, q, t: linear_bound(r, q, t) + (r - q) * t / 2


@check("FX15-6.2eq", grade="certified", quantifier="x = -3, -2.9, ..., 3",
       fingerprint=lambda power: power(Fraction(-1)))
def tangent_lies_below_the_exponential(power: Callable[[Fraction], Bracket] = lambda x: exp_bracket(-x)) -> Verdict:
    return judge("<=", ((Fraction(k, 10), 1 - Fraction(k, 10), power(Fraction(k, 10))) for k in range(-30, 31)))


@tangent_lies_below_the_exponential.verifier
def _(power: Callable[[Fraction], Bracket], x: Any) -> bool:
    return x < 0 and power(x).upper < 1 < 1 - x


@tangent_lies_below_the_exponential.sabotage("1 - x <= e^x, as printed")
def _() -> Callable[[Fraction], Bracket]:
    return lambda x: exp_bracket(x)


claim("FX15-6.3eq", kind="inequality", section=SECTION, page=PAGE, step_of="FX15-6.3",
      title="Bound (6.3): Two, a point in the first half and another one in the second", uses=("FX15-6.3.probs",),
      erratum="Stated for every t > 0, but false at t = 1, where two points cannot be seen. True from t = 2 on (odd t "
              "included on the grid). A block of one row is never good for Two, so the argument stands.")


def product_bound(r: Fraction, q: Fraction, t: int) -> Bracket:
    """Bracket ``(1 - (1 - r)^(t/2)) (1 - (1 - r + q)^(t/2))``."""
    return (1 - sqrt_bracket((1 - r) ** t)) * (1 - sqrt_bracket((1 - r + q) ** t))


def exponential_bound(r: Fraction, q: Fraction, t: int) -> Bracket:
    """Bracket ``(1 - e^(-r t/2)) (1 - e^(-(r - q) t/2))``."""
    return (1 - exp_bracket(-r * t / 2)) * (1 - exp_bracket(-(r - q) * t / 2))


BOUNDS = {"product": product_bound, "exponential": exponential_bound}


@check("FX15-6.3eq", grade="certified", quantifier=f"{GRID}; both forms of the bound; t in {{2, 3, 4, 5, 7, 8, 16, 64}}")
def two_is_at_least_both_bounds(times: tuple[int, ...] = TIMES[1:]) -> Verdict:
    return judge("<=", (((name, *case), bound(case[0], case[1], case[3]), events(*case).two)
                        for case in instances(times) for name, bound in BOUNDS.items()))


@two_is_at_least_both_bounds.verifier
def _(times: tuple[int, ...], witness: Any) -> bool:
    _, r, q, tail, t = witness
    return t in times and probability_of_events(r, q, tail, t)[2] < exponential_bound(r, q, t).lower


@two_is_at_least_both_bounds.sabotage("t = 1 allowed, as printed")
def _() -> tuple[int, ...]:
    return TIMES


@check("FX15-6.3eq", grade="certified", quantifier=f"{GRID}; t in {{2, 4, 8, 16, 64}}",
       fingerprint=lambda bound: bound(4 * UNIT, UNIT, 4))
def halves_are_needed(bound: Bound = exponential_bound) -> Verdict:
    return judge("<=", ((case, bound(case[0], case[1], case[3]), events(*case).two)
                        for case in instances((2, 4, 8, 16, 64))))


@halves_are_needed.verifier
def _(bound: Bound, case: Any) -> bool:
    return bool(probability_of_events(*case)[2] < bound(case[0], case[1], case[3]).lower)


@halves_are_needed.sabotage("t in place of t/2")
def _() -> Bound:
    return lambda r, q, t: exponential_bound(2 * r, 2 * q, t)


claim("FX15-6.3.good", kind="definition", section=SECTION, page=PAGE,
      title="Good block sizes: one event has probability at least 2/3",
      uses=("FX15-6.1eq", "FX15-6.2eq", "FX15-6.3eq"),
      note="For Two the paper's bound is (5/6)^2 = 25/36. The grid has all t up to 20 and multiples of 8 up to 160, odd "
           "ones included.")

GOOD_TIMES = (*range(1, 21), *range(24, 161, 8))
Good = Callable[[int, Fraction, Fraction], tuple[str, ...]]


@check("FX15-6.3.good", grade="certified",
       quantifier=f"{GRID}, and the same with r and q divided by 10; t = 1, ..., 20, 24, 32, ..., 160",
       fingerprint=lambda good: [good(t, Fraction(1, 2), UNIT) for t in GOOD_TIMES])
def good_sizes_have_a_likely_event(good: Good = good_for) -> Verdict:
    def cases() -> Iterator[Any]:
        for (r, q, tail), masses in grid():
            for scale in (1, 10):
                for t in GOOD_TIMES:
                    for event in good(t, r / scale, q / scale):
                        chances = none_one_two([m / scale for m in masses], t)
                        one = heaviest_alone(r / scale, q / scale, t)
                        yield (r, q, tail, scale, t, event), LEVEL, {"none": chances.none, "one": one,
                                                                     "two": chances.two}[event]

    return judge("<=", cases())


@good_sizes_have_a_likely_event.verifier
def _(good: Good, witness: Any) -> bool:
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
def _() -> Good:
    six = log_bracket(6).upper
    return lambda t, r, q: tuple(dict.fromkeys((*good_for(t, r, q), *(("two",) if (r - q) * t >= six else ()))))


@good_sizes_have_a_likely_event.sabotage("good for None up to 1/(2 r)")
def _() -> Good:
    return lambda t, r, q: tuple(dict.fromkeys((*good_for(t, r, q), *(("none",) if 2 * r * t <= 1 else ()))))


claim("FX15-6.4eq", kind="inequality", section=SECTION, page=PAGE, step_of="FX15-6.3",
      title="(6.4): on the logarithmic scale bad sizes lie in two open intervals", uses=("FX15-6.3.good",),
      erratum="'Equivalent' holds when the two intervals are disjoint; where they overlap some good sizes lie in them. "
              "Only the containment is used.")

INTERVAL_LINES = tuple((i * UNIT / s, j * UNIT / s) for i in range(1, 21, 3) for j in range(1, i + 1, 2)
                       for s in (1, 16, 200))
INTERVAL_TIMES = (*range(1, 41), *(1 << k for k in range(6, 14)))
Intervals = Callable[[Fraction, Fraction], tuple[tuple[Bracket, Bracket], ...]]


@cache
def log2_of(t: int) -> Bracket:
    """Bracket log2 t; exactly for powers of two."""
    exact = t.bit_length() - 1
    return Bracket(Fraction(exact), Fraction(exact)) if t == 1 << exact else log_bracket(t, 192) / log_bracket(2, 192)


def inside(t: int, intervals: tuple[tuple[Bracket, Bracket], ...]) -> bool:
    """Tell whether log2 t lies in one of the open intervals."""
    return any(not is_at_most(log2_of(t), low) and not is_at_most(high, log2_of(t)) for low, high in intervals)


def near_an_end(t: int, r: Fraction, q: Fraction) -> bool:
    """Tell whether t is exactly the end ``1/(3 r)`` or ``1/(6 (r - q))``: there brackets cannot decide."""
    return 3 * r * t == 1 or 6 * (r - q) * t == 1


@check("FX15-6.4eq", grade="certified",
       quantifier="r in {1, 4, ..., 19}/20, odd q up to r in twentieths, also divided by 16 and 200; t = 1, ..., 40, "
                  "64, 128, ..., 8192 that are bad",
       fingerprint=lambda intervals: intervals(Fraction(1, 2), UNIT))
def bad_sizes_lie_in_the_intervals(intervals: Intervals = bad_intervals) -> Verdict:
    return judge("==", (((r, q, t), inside(t, intervals(r, q)), True) for r, q in INTERVAL_LINES
                        for t in INTERVAL_TIMES if not good_for(t, r, q) and not near_an_end(t, r, q)))


@bad_sizes_lie_in_the_intervals.verifier
def _(intervals: Intervals, witness: Any) -> bool:
    r, q, t = witness
    six, s = log_bracket(6), r - q
    good = 3 * r * t <= 1 or (6 * s * t <= 1 and r * t >= six.upper) or s * t >= 2 * six.upper
    ends = [(low.upper, high.lower) for low, high in intervals(r, q)]
    power = Fraction(log2_of(t).lower)
    return not good and not any(low < power < high for low, high in ends)


@bad_sizes_lie_in_the_intervals.sabotage("the first interval only")
def _() -> Intervals:
    return lambda r, q: bad_intervals(r, q)[:1]


def intervals_are_disjoint(r: Fraction, q: Fraction) -> bool:
    """Tell whether the first interval ends before the second begins."""
    intervals = bad_intervals(r, q)
    return len(intervals) == 1 or is_at_most(intervals[0][1], intervals[1][0])


@check("FX15-6.4eq", grade="certified",
       quantifier="the same masses and all t of the list: where the intervals are disjoint, every size in them is bad",
       fingerprint=lambda condition: [condition(r, q) for r, q in INTERVAL_LINES])
def disjoint_intervals_hold_only_bad_sizes(
        condition: Callable[[Fraction, Fraction], bool] = intervals_are_disjoint) -> Verdict:
    return judge("==", (((r, q, t), inside(t, bad_intervals(r, q)), not good_for(t, r, q)) for r, q in INTERVAL_LINES
                        if condition(r, q) for t in INTERVAL_TIMES if not near_an_end(t, r, q)))


@disjoint_intervals_hold_only_bad_sizes.verifier
def _(condition: Callable[[Fraction, Fraction], bool], witness: Any) -> bool:
    r, q, t = witness
    six, s = log_bracket(6), r - q
    good = 3 * r * t <= 1 or s * t >= 2 * six.upper
    between = 3 * r * t > 1 and r * t < six.lower or 6 * s * t > 1 and s * t < 2 * six.lower
    return bool(condition(r, q) and good and between)


@disjoint_intervals_hold_only_bad_sizes.sabotage("always equivalent, as printed")
def _() -> Callable[[Fraction, Fraction], bool]:
    return lambda r, q: True


claim("FX15-6.3.none", kind="inequality", section=SECTION, page=PAGE, step_of="FX15-6.3",
      title="If None is likely, the zero function is accurate", uses=("FX15-6.3.probs",))

EPSILONS = tuple(Fraction(k, 20) for k in range(1, 10))
Start = Callable[[Fraction], Bracket]


def window_begin(epsilon: Fraction) -> Bracket:
    """Bracket ``ln(3/2)/epsilon``."""
    return log_bracket(Fraction(3, 2)) / epsilon


def first_size(begin: Bracket) -> int:
    """Return the least integer t of at least 1 from the beginning on."""
    return max(1, -((-begin.upper) // 1))


def small_windows(start: Start) -> Iterator[tuple[Fraction, int]]:
    """Yield (epsilon, t): the three smallest sizes of the window, and four times the first."""
    for e in EPSILONS:
        t = first_size(start(e))
        yield from ((e, size) for size in (t, t + 1, t + 2, 4 * t))


@check("FX15-6.3.none", grade="certified",
       quantifier="epsilon in {0.05, ..., 0.45}, t the first three sizes of the window and 4 times the first, r = k/400",
       fingerprint=lambda start: [start(e) for e in EPSILONS])
def likely_none_makes_the_zero_function_accurate(start: Start = window_begin) -> Verdict:
    def cases() -> Iterator[Any]:
        for e, t in small_windows(start):
            for r in (Fraction(k, 400) for k in range(401)):
                if (1 - r) ** t >= LEVEL:
                    yield (e, t, r, "rate"), r * t, log_bracket(Fraction(3, 2))
                    yield (e, t, r, "error"), r, e

    return judge("<=", cases())


@likely_none_makes_the_zero_function_accurate.verifier
def _(start: Start, witness: Any) -> bool:
    e, t, r, _ = witness
    chance = Fraction(1)
    for _ in range(t):
        chance *= 1 - r
    return t >= start(e).lower and 3 * chance >= 2 and r > e


@likely_none_makes_the_zero_function_accurate.sabotage("a window from ln(5/4)/epsilon on")
def _() -> Start:
    return lambda e: log_bracket(Fraction(5, 4)) / e


claim("FX15-6.5eq", kind="inequality", section=SECTION, page=PAGE, step_of="FX15-6.3",
      title="(6.5): a size that is good for One shows the heaviest point alone with probability 2/3",
      uses=("FX15-6.2eq", "FX15-6.3.good"))

Chance = Callable[[tuple[Fraction, ...], int], Fraction]


def alone(masses: tuple[Fraction, ...], t: int) -> Fraction:
    """Return the probability that the first, heaviest point is the only point of the line in the block."""
    return heaviest_alone(sum(masses, Fraction(0)), masses[0], t)


def good_for_one() -> Iterator[tuple[tuple[Fraction, ...], int]]:
    """Yield masses with a dominating point, with the sizes that are good for One."""
    for i in range(1, 20):
        for rest in (Fraction(0), Fraction(1, 400), Fraction(1, 2000), Fraction(1, 10**5)):
            masses = (i * UNIT, *(rest / 2, rest / 3, rest / 6)) if rest else (i * UNIT, Fraction(0))
            sizes = (1 << k for k in range(12))
            yield from ((masses, t) for t in sizes if "one" in good_for(t, sum(masses), masses[0]))


@check("FX15-6.5eq", grade="certified",
       quantifier="q = 0.05, ..., 0.95, r - q in {0, 1/400, 1/2000, 1/10^5} over three points, t = 1, 2, 4, ..., 2048 "
                  "good for One",
       fingerprint=lambda chance: chance((Fraction(1, 2), UNIT), 4))
def heaviest_point_is_the_stable_answer(chance: Chance = alone) -> Verdict:
    return judge("<=", (((masses, t), LEVEL, chance(masses, t)) for masses, t in good_for_one()))


@heaviest_point_is_the_stable_answer.verifier
def _(chance: Chance, witness: Any) -> bool:
    masses, t = witness
    total = sum(masses)
    second = [1 - total + m for m in masses]  # only this point or none: not a single draw of the others
    others = max((x**t - (1 - total) ** t for x in second[1:]), default=Fraction(0))
    return chance(masses, t) <= others < LEVEL


@heaviest_point_is_the_stable_answer.sabotage("the second heaviest point")
def _() -> Chance:
    return lambda masses, t: heaviest_alone(sum(masses, Fraction(0)), masses[1], t)


claim("FX15-6.5.err", kind="inequality", section=SECTION, page=PAGE, step_of="FX15-6.3",
      title="Its point function is accurate", uses=("FX15-6.5eq",))

Error = Callable[[Fraction, Fraction], Fraction]


@check("FX15-6.5.err", grade="certified",
       quantifier="epsilon in {0.05, ..., 0.45}, t the first three sizes of the window and 4 times the first; r, q = "
                  "k/40 with (1 - r + q)^t - (1 - r)^t >= 2/3",
       fingerprint=lambda error: error(Fraction(1), Fraction(1, 2)))
def likely_point_is_accurate(error: Error = lambda r, q: r - q) -> Verdict:
    def cases() -> Iterator[Any]:
        for e, t in small_windows(window_begin):
            for r, q in ((Fraction(i, 40), Fraction(j, 40)) for i in range(1, 41) for j in range(1, i + 1)):
                if heaviest_alone(r, q, t) >= LEVEL:
                    yield (e, t, r, q, "rate"), error(r, q) * t, log_bracket(Fraction(3, 2))
                    yield (e, t, r, q, "error"), error(r, q), e

    return judge("<=", cases())


@likely_point_is_accurate.verifier
def _(error: Error, witness: Any) -> bool:
    e, t, r, q, _ = witness
    only = sum((_choose(t, k) * q**k * (1 - r) ** (t - k) for k in range(1, t + 1)), Fraction(0))
    return 3 * only >= 2 and (error(r, q) > e or 2 * error(r, q) * t > 1)


def _choose(n: int, k: int) -> int:
    found = 1
    for i in range(k):
        found = found * (n - i) // (i + 1)
    return found


@likely_point_is_accurate.sabotage("error r: the point itself is forgotten")
def _() -> Error:
    return lambda r, q: r


@check("FX15-6.3.good", grade="exact",
       quantifier="r and q in twentieths, all tails of the grid, t in {1, 2, 3, 4, 5, 7, 8, 16, 64}",
       fingerprint=lambda masses: masses(Fraction(1), 7 * UNIT))
def equal_points_make_two_least_likely(masses: Callable[[Fraction, Fraction], Any] = concentrated_masses) -> Verdict:
    worst = {(r, q, t): none_one_two(masses(r, q), t).two for r, q in {key[:2] for key, _ in grid()} for t in TIMES}
    return judge("<=", ((case, worst[case[0], case[1], case[3]], events(*case).two) for case in instances()))


@equal_points_make_two_least_likely.verifier
def _(masses: Callable[[Fraction, Fraction], Any], case: Any) -> bool:
    r, q, tail, t = case
    points, rest = list(masses(r, q)), r
    one = sum(((1 - rest + m) ** t - (1 - rest) ** t for m in points), Fraction(0))
    return probability_of_events(r, q, tail, t)[1] > one


@equal_points_make_two_least_likely.sabotage("the rest in two halves")
def _() -> Callable[[Fraction, Fraction], Any]:
    return lambda r, q: (q, (r - q) / 2, (r - q) / 2)
