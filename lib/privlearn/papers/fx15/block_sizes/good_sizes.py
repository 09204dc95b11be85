"""FX15, Section 6.1: bounds (6.1) to (6.3) on the events; good sizes have a likely one, thus a stable answer (6.5)."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.exact import Bracket, exp_bracket, log_bracket, sqrt_bracket
from privlearn.learners.lines import none_one_two
from privlearn.learners.lines.events import point_probability
from privlearn.learners.lines.scales import concentrated_masses, good_for
from privlearn.papers.fx15.block_sizes import claim
from privlearn.papers.fx15.block_sizes.instances import (GRID, LEVEL, TIMES, UNIT, events, grid, grid_instances,
                                                         heaviest_alone, probability_of_events)


@cache
def falling(x: Fraction) -> Bracket:
    return exp_bracket(-x)


@cache
def root_of_power(base: Fraction, t: int) -> Bracket:
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
      uses=("FX15-6.3.probs",), erratum_kind="misprint",
      erratum="The fact it rests on is printed as 1 - x <= e^x, which is false at x = -1; it is 1 - x <= e^(-x).")


@check("FX15-6.2eq", grade="exact", quantifier=f"{GRID}; t in {{1, 2, 3, 4, 5, 7, 8, 16, 64}}",
       says="{(1 - r + q)^t - (1 - r)^t} is at most {the probability of One}")
@verifier(lambda bound, case: bool(probability_of_events(*case)[1] < bound(case[0], case[1], case[3])))
@sabotage("None is not subtracted", lambda r, q, t: (1 - r + q) ** t)
def one_is_at_least_the_heaviest_point(bound=heaviest_alone) -> Verdict:
    return judge("<=", ((case, bound(case[0], case[1], case[3]), events(*case).one) for case in grid_instances()))


def linear_bound(r: Fraction, q: Fraction, t: int, rate: int = 1) -> Bracket:
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
    return (1 - root_of_power(1 - r, t)) * (1 - root_of_power(1 - r + q, t))


def exponential_bound(r: Fraction, q: Fraction, t: int) -> Bracket:
    return (1 - falling(r * t / 2)) * (1 - falling((r - q) * t / 2))


@check("FX15-6.3eq", grade="certified",
       quantifier=f"{GRID}; both forms of the bound; t in {{2, 3, 4, 5, 7, 8, 16, 64}}",
       says="{the product or the exponential form of (6.3)} is at most {the probability of Two}")
@sabotage("t = 1 allowed, as printed", (TIMES, exponential_bound))
@sabotage("t in place of t/2", (TIMES[1:], lambda r, q, t: exponential_bound(2 * r, 2 * q, t)))
def two_is_at_least_both_bounds(stated=(TIMES[1:], exponential_bound)) -> Verdict:
    return judge("<=", (((r, q, tail, t), bound(r, q, t), events(r, q, tail, t).two)
                        for r, q, tail, t in grid_instances(stated[0]) for bound in (product_bound, stated[1])))

def refutes_two_is_at_least_both_bounds(stated, r, q, tail, t):
    return t in stated[0] and probability_of_events(r, q, tail, t)[2] < stated[1](r, q, t).lower


GOOD_TIMES = (*range(1, 21), *range(32, 161, 32))


claim("FX15-6.3.good", kind="definition", title="Good block sizes: one event has probability at least 2/3",
      uses=("FX15-6.1eq", "FX15-6.2eq", "FX15-6.3eq"),
      note="For Two the paper's bound is (5/6)^2 = 25/36. The grid has all t up to 20, odd ones included, and "
           "multiples of 32 up to 160.")


BOUNDARY = (*((Fraction(1, 3 * k), Fraction(1, 3 * k)) for k in (1, 4, 9)),
            *((Fraction(1, 2), Fraction(1, 2) - Fraction(1, 6 * k)) for k in (1, 4, 8)),
            *((Fraction(1, n), Fraction(k, 8 * n)) for n in (1000, 1003) for k in (4, 7, 8)))


@check("FX15-6.3.good", grade="certified",
       quantifier="twelve lines, t = 1, ..., 30 and the sizes next to ln 6/r, 2 ln 6/(r - q), 1/(3 r) and "
                  "1/(6 (r - q)), these two met with equality: the three conditions, with e^x in place of ln 6",
       says="t is good for exactly those events whose defining condition it meets")
@sabotage("1/(3 r) itself is not good", lambda t, r, q: tuple(
    event for event in good_for(t, r, q) if event != "none" or 3 * r * t < 1))
@judged("==")
def good_is_what_the_conditions_say(good=good_for):
    for r, q in BOUNDARY:
        ends = [1 / (3 * r), log_bracket(6).lower / r,
                *((2 * log_bracket(6).lower / (r - q), 1 / (6 * (r - q))) if r > q else ())]
        for t in sorted({*range(1, 31), *(int(end) + i for end in ends for i in (0, 1))} - {0}):
            yield (r, q, t), good(t, r, q), conditions(r, q, t)


def conditions(r: Fraction, q: Fraction, t: int) -> tuple[str, ...]:
    six, thirty_six = (exp_bracket(mass * t).lower for mass in (r, r - q))
    return tuple(event for event, holds in (("none", t * r <= Fraction(1, 3)), (
        "one", t * (r - q) <= Fraction(1, 6) and six >= 6), ("two", thirty_six >= 36)) if holds)

def refutes_good_is_what_the_conditions_say(good, r, q, t):
    none, alone, line = Fraction(1, 3) >= r * t, Fraction(1, 6) >= (r - q) * t, log_bracket(6)
    wanted = {"none": none, "one": alone and r * t >= line.upper, "two": (r - q) * t >= 2 * line.upper}
    return set(good(t, r, q)) != {event for event, holds in wanted.items() if holds}


def chance_of(event: str, r: Fraction, q: Fraction, tail: int, t: int) -> Fraction:
    none = (1 - r) ** t
    if event == "none":
        return none
    first = (1 - r + q) ** t - none
    return first if event == "one" else 1 - none - first - tail * ((1 - r + (r - q) / tail) ** t - none)


@check("FX15-6.3.good", grade="certified",
       quantifier=f"{GRID}, and the same with r and q divided by 10; t = 1, ..., 20, 32, 64, ..., 160",
       says="{2/3} is at most {the probability of an event that t is good for}")
@sabotage("good for None up to 1/(2 r)",
          lambda t, r, q: tuple(dict.fromkeys((*good_for(t, r, q), *(("none",) if 2 * r * t <= 1 else ())))))
@judged("<=")
def good_sizes_have_a_likely_event(good=good_for):
    for r, q, tail in grid():
        for scale in (1, 10):
            for t in GOOD_TIMES:
                for event in good(t, r / scale, q / scale):
                    found = chance_of(event, r / scale, q / scale, tail, t)
                    yield (r, q, tail, scale, t, event), LEVEL, found

def refutes_good_sizes_have_a_likely_event(good, r, q, tail, scale, t, event):
    none, seen, two = Fraction(1), [Fraction(0)] * (tail + 1), Fraction(0)
    points = [m / scale for m in [q, *[(r - q) / tail] * tail]]
    for _ in range(t):
        two += sum((s * (r / scale - m) for s, m in zip(seen, points, strict=True)), Fraction(0))
        seen = [s * (1 - r / scale + m) + none * m for s, m in zip(seen, points, strict=True)]
        none *= 1 - r / scale
    chance = {"none": none, "one": seen[0], "two": two}[event]
    return event in good(t, r / scale, q / scale) and chance < LEVEL

@good_sizes_have_a_likely_event.sabotage("good for Two from ln 6/(r - q) on")
def good_two_from_ln_6_r():
    six = log_bracket(6).upper
    return lambda t, r, q: tuple(dict.fromkeys((*good_for(t, r, q), *(("two",) if (r - q) * t >= six else ()))))


@check("FX15-6.3.good", grade="exact",
       quantifier="r and q in twentieths, all tails of the grid, t in {1, 2, 3, 4, 5, 7, 8, 16, 64}",
       says="{Pr[Two], the mass in points as heavy as q} is at most {Pr[Two], the rest spread evenly over a tail}")
@sabotage("the rest in two halves", lambda r, q: (q, (r - q) / 2, (r - q) / 2))
def equal_points_make_two_least_likely(masses=concentrated_masses) -> Verdict:
    worst = {(r, q, t): none_one_two(masses(r, q), t).two for r, q in {key[:2] for key in grid()} for t in TIMES}
    return judge("<=", ((case, worst[case[0], case[1], case[3]], events(*case).two) for case in grid_instances()))

def refutes_equal_points_make_two_least_likely(masses, r, q, tail, t):
    points, rest = list(masses(r, q)), r
    one = sum(((1 - rest + m) ** t - (1 - rest) ** t for m in points), Fraction(0))
    return probability_of_events(r, q, tail, t)[1] > one


claim("FX15-6.5eq", kind="inequality", step_of="FX15-6.3",
      title="(6.5): a size that is good for One shows the heaviest point alone with probability 2/3",
      uses=("FX15-6.2eq", "FX15-6.3.good"))


def good_for_one() -> Iterator[tuple[tuple[Fraction, ...], int]]:
    for i in range(1, 20):
        for rest in (Fraction(0), Fraction(1, 400), Fraction(1, 2000), Fraction(1, 10**5)):
            masses = (i * UNIT, *(rest / 2, rest / 3, rest / 6)) if rest else (i * UNIT, Fraction(0))
            sizes = (1 << k for k in range(12))
            yield from ((masses, t) for t in sizes if "one" in good_for(t, sum(masses), masses[0]))


@check("FX15-6.5eq", grade="certified",
       quantifier="q = 0.05, ..., 0.95, r - q in {0, 1/400, 1/2000, 1/10^5} over three points, t = 1, 2, 4, ..., "
                  "2048 good for One; the bracket of its probability against exact powers",
       says="the heaviest point is seen alone with probability at least 2/3, and its bracket is right within 2^(-100)")
@sabotage("the second heaviest point", lambda masses, point, t: point_probability(masses, 1, t))
@sabotage("None is not subtracted", lambda masses, point, t: point_probability(masses, point, t)
          + (1 - sum(masses)) ** t)
@judged("<=")
def heaviest_point_is_the_stable_answer(chance=point_probability):
    for masses, t in good_for_one():
        found, exact = chance(masses, 0, t), heaviest_alone(sum(masses, Fraction(0)), masses[0], t)
        yield (masses, t, "likely"), LEVEL, found
        yield (masses, t, "no more"), found.lower, exact
        yield (masses, t, "no less"), exact, found.upper
        yield (masses, t, "narrow"), found.upper - found.lower, Fraction(1, 1 << 100)

def refutes_heaviest_point_is_the_stable_answer(chance, masses, t, kind):
    rest, found = 1 - sum(masses), chance(masses, 0, t)
    exact, term = Fraction(0), rest**t
    for k in range(1, t + 1):  # k draws of the point, the others off the line
        term = term * masses[0] * (t - k + 1) / (k * rest) if rest else masses[0] ** t * (k == t)
        exact += term
    return {"likely": found.upper < LEVEL, "no more": found.lower > exact, "no less": found.upper < exact,
            "narrow": found.upper - found.lower > Fraction(1, 1 << 100)}[kind]
