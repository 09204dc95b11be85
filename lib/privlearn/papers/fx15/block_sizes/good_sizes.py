"""FX15, Section 6.1: bounds (6.1) to (6.3) on the events; good sizes have a likely one, thus a stable answer (6.5)."""

from collections.abc import Iterator
from fractions import Fraction

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.exact import exp_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, exp, formula
from privlearn.learners.lines import none_one_two
from privlearn.learners.lines.events import none_one_two_brackets, point_probability
from privlearn.learners.lines.scales import concentrated_masses, good_for, none_up_to, one_from, one_up_to, two_from
from privlearn.papers.fx15.block_sizes import claim
from privlearn.papers.fx15.block_sizes.instances import (GRID, LEVEL, TIMES, UNIT, alone_by_counts, events, grid,
                                                         grid_instances, heaviest_alone, probability_of_events)

DRAWS = {"r": (Fraction(1, 1000), Fraction(1, 20), Fraction(1, 2), Fraction(1)), "t": (1, 2, 7, 64)}
LINES = {**DRAWS, "q": (Fraction(1, 3000), Fraction(1, 2000), Fraction(1, 1000), Fraction(1, 40), Fraction(9, 20),
                        Fraction(1))}
PART = {"q <= r": "no point is heavier than its line"}


@formula("at least", corners=DRAWS)
def none_bound(r: Value, t: int) -> Value:
    return 1 - r * t


claim("FX15-6.1eq", kind="inequality", step_of="FX15-6.3.good",
      title="Bound (6.1): None has probability at least 1 - r t", uses=("FX15-6.3.probs",), formulas=(none_bound,))


@check("FX15-6.1eq", grade="exact", quantifier=f"{GRID}; t in {{1, 2, 3, 4, 5, 7, 8, 16, 64}}",
       says="{1 - r t} is at most {the probability of None}")
@verifier(lambda bound, case: bool(probability_of_events(*case)[0] < bound(case[0], case[3])))
def none_is_at_least_the_bound(bound=none_bound) -> Verdict:
    return judge("<=", ((case, bound(case[0], case[3]), events(*case).none) for case in grid_instances()))


@formula("at least", where=("q <= r",), corners=LINES, loose=PART)
def heaviest_bound(r: Value, q: Value, t: int) -> Value:
    return (1 - r + q) ** t - (1 - r) ** t


@formula("at least", where=("q <= r",), corners=LINES,
         loose=PART | {"1 - (r - q) * t - exp(-r * t)": "a number below 0 bounds every probability"})
def linear_bound(r: Value, q: Value, t: int) -> Value:
    return 1 - (r - q) * t - exp(-r * t)


claim("FX15-6.2eq", kind="inequality", step_of="FX15-6.3.good", title="Bound (6.2): One, by the heaviest point alone",
      uses=("FX15-6.3.probs",), erratum_kind="misprint",
      erratum="The fact it rests on is printed as 1 - x <= e^x, which is false at x = -1; it is 1 - x <= e^(-x).",
      formulas=(heaviest_bound, linear_bound))


@check("FX15-6.2eq", grade="certified", quantifier=f"{GRID}; t in {{1, 2, 3, 4, 5, 7, 8, 16, 64}}",
       says="{(1 - r + q)^t - (1 - r)^t, and 1 - (r - q) t - e^(-r t),} are at most {the probability of One}")
@sabotage("a thousand times the first", (heaviest_bound.moved(stronger=True), linear_bound))
@judged("<=")
def one_is_at_least_the_heaviest_point(bounds=(heaviest_bound, linear_bound)):
    for r, q, tail, t in grid_instances():
        yield from (((r, q, tail, t), bound(r, q, t), events(r, q, tail, t).one) for bound in bounds)

def refutes_one_is_at_least_the_heaviest_point(bounds, r, q, tail, t):
    return any(probability_of_events(r, q, tail, t)[1] < as_bracket(bound(r, q, t)).lower for bound in bounds)


@check("FX15-6.2eq", grade="certified", quantifier="the instances of the bound, with light and heavy heaviest points",
       says="{1 - (r - q) t - e^(-r t)} is at most {the chance to see the heaviest point alone}")
@verifier(lambda bound, r, q, t: bool(alone_by_counts(r, q, t) < as_bracket(bound(r, q, t)).lower))
@judged("<=")
def heaviest_point_is_at_least_the_linear_bound(bound=linear_bound):
    for r, q, t in bound.instances():
        yield (r, q, t), bound(r, q, t), heaviest_alone(r, q, t)


@check("FX15-6.2eq", grade="certified", quantifier="x = -3, -2.9, ..., 3", says="{1 - x} is at most {e^(-x)}")
@verifier(lambda power, x: x < 0 and power(x).upper < 1 < 1 - x)
@sabotage("1 - x <= e^x, as printed", lambda x: exp_bracket(x))
def tangent_lies_below_the_exponential(power=lambda x: exp_bracket(-x)) -> Verdict:
    return judge("<=", ((Fraction(k, 10), 1 - Fraction(k, 10), power(Fraction(k, 10))) for k in range(-30, 31)))


@formula("at least", where=("q <= r", "t >= 2"), corners=LINES, loose=PART)
def product_bound(r: Value, q: Value, t: int) -> Value:
    return (1 - (1 - r) ** (t / 2)) * (1 - (1 - r + q) ** (t / 2))


@formula("at least", where=("q <= r", "t >= 2"), corners=LINES, loose=PART)
def exponential_bound(r: Value, q: Value, t: int) -> Value:
    return (1 - exp(-r * t / 2)) * (1 - exp(-(r - q) * t / 2))


claim("FX15-6.3eq", kind="inequality", step_of="FX15-6.3.good",
      title="Bound (6.3): Two, a point in the first half and another one in the second", uses=("FX15-6.3.probs",),
      erratum_kind="step", repaired=True,
      erratum="Stated for every t > 0, but false at t = 1, where two points cannot be seen. True from t = 2 on (odd t "
              "included on the grid). A block of one row is never good for Two, so the argument stands.",
      formulas=(product_bound, exponential_bound))


@check("FX15-6.3eq", grade="certified",
       quantifier=f"{GRID}; both forms of the bound; t in {{2, 3, 4, 5, 7, 8, 16, 64}}",
       says="{the product or the exponential form of (6.3)} is at most {the probability of Two}")
@sabotage("a thousand times the exponential form", (product_bound, exponential_bound.moved(stronger=True)))
@judged("<=")
def two_is_at_least_both_bounds(bounds=(product_bound, exponential_bound)):
    for r, q, tail, t in sorted(grid_instances(), key=lambda case: case[3] % 2):
        yield from (((r, q, tail, t), bound(r, q, t), events(r, q, tail, t).two) for bound in bounds
                    if bound.holds_for(r, q, t))

def refutes_two_is_at_least_both_bounds(bounds, r, q, tail, t):
    return any(bound.holds_for(r, q, t) and probability_of_events(r, q, tail, t)[2] < as_bracket(bound(r, q, t)).lower
               for bound in bounds)


GOOD_TIMES = (*range(1, 21), *range(32, 161, 32))


claim("FX15-6.3.good", kind="definition", title="Good block sizes: one event has probability at least 2/3",
      uses=("FX15-6.1eq", "FX15-6.2eq", "FX15-6.3eq"), formulas=(none_up_to, one_from, one_up_to, two_from),
      note="For Two the paper's bound is (5/6)^2 = 25/36. The grid has all t up to 20, odd ones included, and "
           "multiples of 32 up to 160.")


@check("FX15-6.3.good", grade="exact", quantifier="the instances of the four numbers: r = 1, 1/50, 1/500, 1/24 and "
       "lighter heaviest points, those that make Two least likely; the sizes at the ends",
       says="{2/3} is at most {the probability of the event at the first and the last size that is good for it}")
@sabotage("a thousandth for Two", (none_up_to, one_from, one_up_to, two_from.moved(stronger=True)))
@judged("<=")
def events_are_likely_at_the_ends(ends=(none_up_to, one_from, one_up_to, two_from)):
    none, first, last, two = ends
    for (r,) in none.instances():
        yield ("none", r, r, int(none(r))), LEVEL, (1 - r) ** int(none(r))
    for (r,) in first.instances():
        yield ("one", r, r, (t := max(1, first(r)))), LEVEL, heaviest_alone(r, r, t)
    for r, q in last.instances():
        sizes = {first(r), int(last(r, q))} if first(r) <= last(r, q) else ()
        yield from ((("one", r, q, t), LEVEL, heaviest_alone(r, q, t)) for t in sizes)
    for r, q in two.instances():
        yield ("two", r, q, (t := max(1, two(r, q)))), LEVEL, none_one_two_brackets(concentrated_masses(r, q), t).two

def refutes_events_are_likely_at_the_ends(ends, kind, r, q, t):
    """The chance of the event, with draws that come one after the other."""
    points = [*map(float, [q] * int(r // q) + [r % q])]
    none, alone = 1 - float(r), [0.0] * len(points)
    for i in range(t):
        alone = [p * (none + m) + none**i * m for p, m in zip(alone, points, strict=True)]
    return {"none": none**t, "one": alone[0], "two": 1 - none**t - sum(alone)}[kind] < 2 / 3


def chance_of(event: str, r: Fraction, q: Fraction, tail: int, t: int) -> Fraction:
    none = (1 - r) ** t
    if event == "none":
        return none
    first = (1 - r + q) ** t - none
    return first if event == "one" else 1 - none - first - tail * ((1 - r + (r - q) / tail) ** t - none)


@check("FX15-6.3.good", grade="certified",
       quantifier=f"{GRID}, and the same with r and q divided by 10; t = 1, ..., 20, 32, 64, ..., 160",
       says="{2/3} is at most {the probability of an event that t is good for}")
@sabotage("good for Two from ln 6/(r - q) on", lambda t, r, q: good_for(t, r, q) or good_for(2 * t, r, q))
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
      uses=("FX15-6.2eq", "FX15-6.3.good"), formulas=(heaviest_alone,))


@check("FX15-6.5eq", grade="exact", quantifier="r = 1/3, 3/4, 1, q = 1/10, 1/3, t = 1, 2, 3, 7",
       says="{the chance to see just that point of the line, draw by draw,} is {(1 - r + q)^t - (1 - r)^t}")
@verifier(lambda chance, case: chance(*case) != alone_by_counts(*case))
@judged("==")
def one_point_is_seen_alone_so_often(chance=heaviest_alone):
    for r, q, t in chance.instances():
        none, alone = Fraction(1), Fraction(0)
        for _ in range(t):
            none, alone = none * (1 - r), alone * (1 - r + q) + none * q
        yield (r, q, t), alone, chance(r, q, t)


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
    found, exact = chance(masses, 0, t), alone_by_counts(sum(masses, Fraction(0)), masses[0], t)
    return {"likely": found.upper < LEVEL, "no more": found.lower > exact, "no less": found.upper < exact,
            "narrow": found.upper - found.lower > Fraction(1, 1 << 100)}[kind]
