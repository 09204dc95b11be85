"""KLMNS20, Lemma 4.11: the privacy of HeavyPaths, and the notion of closeness in which its proof is written."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket, as_fraction, rational
from privlearn.exact.formulas import Value, formula
from privlearn.laws import hockey_stick
from privlearn.learners.interior_point.heavy_paths import (HeavyPathsParameters, first_heavy_level, heavy_paths_law,
                                                           heavy_paths_privacy)
from privlearn.learners.interior_point.heavy_paths.privacy import HeavyPathsPrivacy, range_epsilon
from privlearn.learners.interior_point.heavy_paths.tables import (Row, answer_rows, heavy_paths_row, query_row,
                                                                  stopping_row)
from privlearn.papers.klmns20.heavy_paths.instances import ELEVEN_TENTHS, ENDS, TWO, Points, as_table, databases, excess
from privlearn.papers.klmns20.heavy_paths_privacy import claim
from privlearn.papers.klmns20.heavy_paths_privacy.instances import heavy_paths_by_definition
from privlearn.papers.klmns20.paths.instances import additions
from privlearn.papers.klmns20.stopping_point.instances import answers_by_series
from privlearn.papers.klmns20.tree_log.instances import Table

claim("KLMNS20-4.11.approx", kind="definition",
      title="(epsilon, delta)-indistinguishability is a pair of hockey sticks, and what a chain of two costs")


def laws_on(outcomes: int, unit: int) -> list[Table]:
    """Return all laws on 0..outcomes - 1 with probabilities that are multiples of 1/unit."""
    return [{o: Fraction(p, unit) for o, p in enumerate(parts)}
            for parts in product(range(unit + 1), repeat=outcomes) if sum(parts) == unit]


def stick(p: Table, q: Table, ratio: Fraction) -> Fraction:
    return hockey_stick(p, q, ratio)[0]


@check("KLMNS20-4.11.approx", grade="exhaustive",
       quantifier="all pairs of laws on 3 outcomes with multiples of 1/5 and on 4 outcomes with multiples of 1/3, "
                  "ratios 1, 3/2 and 2: the hockey stick is the largest P(F) - e^epsilon Q(F) over all events F",
       says="{the hockey stick} equals {the largest P(F) - e^epsilon Q(F) of an event F}")
@sabotage("single outcomes only", lambda p, q, ratio: max(Fraction(0), *(p[o] - ratio * q[o] for o in p)))
@judged("==")
def hockey_stick_is_the_worst_event(found=stick):
    for outcomes, unit in ((3, 5), (4, 3)):
        events = [e for k in range(outcomes + 1) for e in combinations(range(outcomes), k)]
        for p, q in product(laws_on(outcomes, unit), repeat=2):
            for ratio in (Fraction(1), Fraction(3, 2), Fraction(2)):
                gains = [p[o] - ratio * q[o] for o in range(outcomes)]
                yield (p, q, ratio), found(p, q, ratio), max(sum(gains[o] for o in e) for e in events)

def refutes_hockey_stick_is_the_worst_event(found, p, q, ratio):
    halves = ((sum(p.values()) - ratio * sum(q.values())) + sum(abs(p[o] - ratio * q[o]) for o in p)) / 2
    return bool(found(p, q, ratio) != halves)


Chain = Callable[[Fraction, Fraction, Fraction, Fraction], tuple[Fraction, Fraction]]


def chained(one: Fraction, d1: Fraction, two: Fraction, d2: Fraction) -> tuple[Fraction, Fraction]:
    """Return (ratio, delta) of a chain P ~ Q ~ R: to replace a point, remove one (one, d1) and add one (two, d2)."""
    ratio, delta = HeavyPathsPrivacy(two, d2, one, Bracket(d1, d1)).replacement()
    return ratio, delta.upper


@check("KLMNS20-4.11.approx", grade="exact",
       quantifier="all triples of laws on 2 outcomes with multiples of 1/8 and on 3 outcomes with multiples of 1/3, "
                  "all pairs of ratios 1, 3/2, 2: the hockey stick of the ends at the ratio told is at most the delta "
                  "told, which is what the library takes for the replacement of a point",
       says="{the hockey stick of the ends} is at most {delta_1 + e^(epsilon_1) delta_2}")
@sabotage("d1 + d2", lambda one, d1, two, d2: (one * two, d1 + d2))
@sabotage("the factor on the wrong delta", lambda one, d1, two, d2: (one * two, two * d1 + d2))
@sabotage("the larger of the two ratios", lambda one, d1, two, d2: (max(one, two), d1 + one * d2))
@judged("<=")
def chains_cost_delta_times_the_ratio(bound: Chain = chained):
    ratios = Fraction(1), Fraction(3, 2), Fraction(2)
    for outcomes, unit in ((2, 8), (3, 3)):
        laws = laws_on(outcomes, unit)
        sizes = range(len(laws))
        far = {(i, j, r): stick(laws[i], laws[j], r) for i in sizes for j in sizes
               for r in {a * b for a in ratios for b in ratios}}
        for i, k, a, b in product(sizes, sizes, ratios, ratios):
            told = [bound(a, far[i, j, a], b, far[j, k, b]) for j in sizes]
            j = min(sizes, key=lambda j: told[j][1])
            known = far.get((i, k, told[j][0]))
            yield ((laws[i], laws[j], laws[k], a, b),
                   stick(laws[i], laws[k], told[j][0]) if known is None else known, told[j][1], len(laws))

def refutes_chains_cost_delta_times_the_ratio(bound, p, q, r, a, b):

    def worst(x: Table, y: Table, c: Fraction) -> Fraction:
        return sum((max(Fraction(0), x[o] - c * y[o]) for o in x), Fraction(0))

    ratio, delta = bound(a, worst(p, q, a), b, worst(q, r, b))
    return bool(worst(p, r, ratio) > delta)


EIGHTH = Fraction(1, 8)


@check("KLMNS20-4.11.approx", grade="exact",
       quantifier="ratios 1, 3/2, 2 and deltas 0, 1/16, 1/8: three laws on 2 outcomes, two by two as far apart as they "
                  "may be: the hockey stick of the ends at the product of the ratios is the delta told, and with "
                  "deltas 0 the worst ratio of the ends is the ratio told",
       says="the two steps have the deltas given, and the ends reach the delta and the ratio told")
@sabotage("both deltas times the ratio", lambda one, d1, two, d2: (one * two, one * (d1 + d2)))
@sabotage("a ratio larger by a hundredth", lambda one, d1, two, d2: (one * two * Fraction(101, 100), d1 + one * d2))
@judged("==")
def the_price_of_a_chain_is_attained(bound: Chain = chained):
    ratios = Fraction(1), Fraction(3, 2), Fraction(2)
    for one, two, k, m in product(ratios, ratios, range(3), range(3)):
        d1, d2 = k * EIGHTH / 2, m * EIGHTH / 2
        ratio, delta = bound(one, d1, two, d2)
        low = EIGHTH if k == m == 0 else Fraction(0)
        rare = [low, two * low + d2, one * (two * low + d2) + d1]  # of one outcome, from R to P
        r, q, p = ({0: mass, 1: 1 - mass} for mass in rare)
        yield (one, d1, two, d2), (stick(p, q, one), stick(q, r, two)), (d1, d2)
        yield (one, d1, two, d2), stick(p, r, one * two), delta
        yield (one, d1, two, d2), p[0] / low if low else one * two, ratio

def refutes_the_price_of_a_chain_is_attained(bound, witness):
    one, d1, two, d2 = witness
    return tuple(bound(*witness)) != (one * two, d1 + d2 * one)


SETTINGS = (replace(TWO, exp_path=2, threshold=1, high=2, level_threshold=3, threshold_choose=3),
            replace(ENDS, exp_path=2, stop=1, high=1, threshold=0),
            replace(TWO, exp_path=2, stop=3, high=3, threshold=-1, exp_threshold=4, exp_query=4, level_threshold=5,
                    threshold_choose=5),
            replace(TWO, exp_path=2, stop=4, high=4, threshold=3, exp_threshold=64, exp_query=64, exp_level=16,
                    level_threshold=2, exp_choose=16, threshold_choose=2))
TURNING = ((0, 1, 1, 2, 3, 3, 6, 6), (0, 0, 0, 2, 3, 3, 4, 4), (0, 0, 0, 2, 2, 3, 5, 5))  # f_1 grows from T - 1 to T
FAMILIES = ((*databases(3, 4), *databases(3, 7, 7)[::80]), databases(3, 4), databases(3, 7, 3)[::19], TURNING)


@formula("at most", tex={"levels": "N"}, corners={
    "levels": (1, 30, 2000), "epsilon_c": (Fraction(0), Fraction(1, 10)), "epsilon_e": (Fraction(0), Fraction(1, 10))})
def range_rho(levels: int, epsilon_c: Value, epsilon_e: Value) -> Value:
    """Return the sum of squares of the choices on the way up, over 8."""
    return levels / 8 * (epsilon_c**2 + epsilon_e**2)


claim("KLMNS20-4.11", kind="lemma", title="HeavyPaths is private: the level costs once, the way up is a composition",
      uses=("KLMNS20-alg6", "KLMNS20-4.4", "KLMNS20-4.5", "KLMNS20-4.6", "KLMNS20-4.9", "KLMNS20-2.adv",
            "KLMNS20-4.11.approx", "KLMNS20-4.11.eq-final"),
      note="For adding or removing a point: direction A with delta_s, direction B with e_2 in place of e_1 "
           "+ e_2 and delta_s + W(g) + u + delta_y + N delta_c; replacement: epsilons add up, delta_B + "
           "e^b delta_A. On small databases the bounds are loose by far: sharp are the checks of the parts, "
           "KLMNS20-4.5, 4.6 and 4.9, of the chain, 4.11.approx, and here those of the sum promised "
           "and of the terms of the composition.",
      formulas=(range_rho, range_epsilon),
      erratum_kind="conjecture",
      erratum="The printed proof has one parameter for what AboveThreshold may do wrong in the privacy proof and in "
              "the utility proof; a delta and a beta of their own need a much smaller t. And delta_s is needed when a "
              "point is added, too: for S = 0^4 2^4 7^8 and x = 7 an answer is possible under S and impossible under S "
              "+ x. Whether the printed bounds have these terms we cannot see: the formulas are lost in our text.")


@lru_cache(maxsize=1 << 14)
def row_of(s: Points, bits: int, t: HeavyPathsParameters) -> Row:
    return heavy_paths_row(s, bits, t)


def bounds(t: HeavyPathsParameters) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return (ratio, delta) of direction A and of direction B, at e^g = exp_path^2, from the statement."""
    found = heavy_paths_privacy(t, 4)
    return found.exp_forward, found.delta_forward, found.exp_backward, found.delta_backward.upper


@check("KLMNS20-4.11", grade="exact",
       quantifier="|X| = 8, all x. Direction A: N = 2, all S of at most 4 points and every 80th of 7, e^epsilon = 2 "
                  "for every step, t = T_high = 2, T = 1, thresholds 3; N = 1, at most 4 points, e^epsilon = 11/10 "
                  "but for the path and the leaves (2). Both directions: N = 2, every 19th S of 3 to 7 points, noises "
                  "4, other e^epsilon = 2, t = T_high = 3, T = -1, thresholds 5, e^g = 4, where delta is 0.35; N = 2, "
                  "three S of 8 points for which one more takes f_1 from T - 1 to T, noises and choices so steep that "
                  "the level must be hidden: hockey sticks",
       says="{the hockey stick of HeavyPaths} is at most {the delta of its direction}",
       reason="All 3,432 databases of 7 points, exactly and with all x, would take a quarter of a minute for each "
              "setting.")
@sabotage("the last choice with weights 16^q where 2^q is accounted",
          lambda s, bits, t: heavy_paths_row(s, bits, replace(t, exp_end=16)))
@sabotage("no noise at the stopping point",
          lambda s, bits, t: heavy_paths_row(s, bits, replace(t, exp_threshold=10**9, exp_query=10**9)))
@sabotage("choices that always answer",
          lambda s, bits, t: heavy_paths_row(s, bits, replace(t, level_threshold=-40, threshold_choose=-40)))
@judged("<=")
def whole_law_is_within_the_bounds(law=row_of):
    for which in reversed(range(len(SETTINGS))):  # the fewest databases first
        t, family = SETTINGS[which], FAMILIES[which]
        a, delta_a, b, delta_b = bounds(t)
        remembered: dict[Points, Row] = {}
        for s, x, more in additions(family, 3):
            p = remembered.get(s) or remembered.setdefault(s, law(s, 3, t))
            q = remembered.get(more) or remembered.setdefault(more, law(more, 3, t))
            yield (which, s, x, "A"), excess(p, q, rational(a)), delta_a
            if which > 1:
                yield (which, s, x, "B"), excess(q, p, rational(b)), delta_b

def refutes_whole_law_is_within_the_bounds(law, which, s, x, direction):
    less, more = (as_table(law(r, 3, SETTINGS[which])) for r in (s, tuple(sorted((*s, x)))))
    p, q = (less, more) if direction == "A" else (more, less)
    late = sum(Fraction(9, 25) / 4 ** (abs(i) + abs(j)) for i in range(-20, 21) for j in range(-20, 21) if i - j > 4)
    steep = sum(Fraction(63, 65) ** 2 / 64 ** (abs(i) + abs(j)) for i in range(-9, 10) for j in range(-9, 10)
                if i - j > 1)
    ratio = (Fraction(2**8), ELEVEN_TENTHS**2 * 2 * 2, Fraction(2**10), Fraction(2**27))[which]
    allowed = (Fraction(5, 27), Fraction(0), late + Fraction(1, 10**9), steep + Fraction(1, 10**9))[which]
    if direction == "B":
        ratio *= 2 / as_fraction(SETTINGS[which].exp_threshold)
        allowed += Fraction(1, 16) + (Fraction(1, 9) if which == 2 else Fraction(1, 17)) + 3 * Fraction(1, 17)
    return sum(max(Fraction(0), mass - ratio * q.get(o, Fraction(0))) for o, mass in p.items()) > allowed


THREE_HALVES = Fraction(3, 2)
NOISES = tuple(replace(TWO, levels=3, stop=3, high=3, threshold=threshold, exp_threshold=first, exp_query=second)
               for threshold in (1, 3, -1) for first, second in ((THREE_HALVES, 2), (64, 2), (2, THREE_HALVES)))


@lru_cache(maxsize=1)
def value_pairs() -> list[tuple[Points, Points]]:
    """Return all (f(S), f(S + x)) with f(S) <= T_high = 3, N = 3, that Lemma 4.5 does not exclude."""
    found = []
    for values in product(range(4), repeat=3):
        last = first_heavy_level(values, 3)
        found += [(values, more) for more in product(range(5), repeat=3)
                  if all(0 <= after - before <= 1 for before, after in zip(values[:last], more, strict=False))]
    return found


@check("KLMNS20-4.11", grade="exhaustive",
       quantifier="N = 3, T_high = 3, T = 1, 3, -1, (e^e1, e^e2) = (3/2,2), (64,2), (2,3/2), all f(S) <= 3 and all "
                  "f(S + x) <= 4 that differ from it by 0 or 1 up to i*, and arbitrarily after it: StoppingPoint's "
                  "probability of each k <= i* is under S + x at most e^e2 times that under S, and k > i* has at "
                  "most delta_s in both worlds",
       says="each k <= i* is at most e^e2 times likelier under S + x, and k > i* has probability at most delta_s")
@sabotage("queries with the noise e_2 / 2",
          lambda values, t: stopping_row(values, replace(t, exp_query=as_fraction(t.exp_query) ** 2)))
@sabotage("a threshold higher by 1 than accounted",
          lambda values, t: stopping_row(values, replace(t, threshold=t.threshold + 1, high=t.high + 1, stop=4)))
@judged("<=")
def removing_a_point_costs_the_queries_noise_only(law=stopping_row):
    for which, t in enumerate(NOISES):
        late = t.delta_stop
        for values, more in value_pairs():
            last = first_heavy_level(values, t.high)
            less, after = law(values, t), law(more, t)
            yield (which, values, more, "ratio"), as_fraction(max(p / q for p, q in zip(
                after[:last], less, strict=False))), as_fraction(t.exp_query)
            yield (which, values, more, "late"), as_fraction(max(
                sum(row[last:], rational(0)) for row in (less, after))), late

def refutes_removing_a_point_costs_the_queries_noise_only(law, which, values, more, name):
    t = NOISES[which]
    last = next((k for k, value in enumerate(values, 1) if value >= 3), 4)
    p, q = ([as_fraction(mass) for mass in law(v, t)] for v in (more, values))
    if name == "ratio":
        return any(p[k] > t.exp_query * q[k] for k in range(min(last, 3)))
    noises = 1 / as_fraction(t.exp_threshold), 1 / as_fraction(t.exp_query)
    return max(sum(p[last:]), sum(q[last:])) > answers_by_series((3,), t.threshold, *noises)[1] + Fraction(1, 10**6)


REVIEW = HeavyPathsParameters.with_one_base(THREE_HALVES, levels=2, trim=0, stop=2, threshold=0, high=2,
                                            level_threshold=8, threshold_choose=8)
SEVEN = 7


def tied(m: int) -> Points:
    """Return 0^m 2^m 7^(2m): with one more 7 the heavy path of level 0 leaves at another place."""
    return (0,) * m + (2,) * m + (SEVEN,) * (2 * m)


@check("KLMNS20-4.11", grade="exact",
       quantifier="direction A at ratio e^a: S = 0^m 2^m 7^(2m) of 8 bits, m = 3, 4, 5, x = 7, N = 2, t = T_high = "
                  "2, T = 0, all e^epsilon = 3/2, thresholds 8: the level k = 2 > i* = 1 is far apart on S and S + x",
       says="{the hockey stick in direction A} is at most {delta_s}")
@sabotage("no delta in direction A", lambda t: Fraction(0))
@judged("<=")
def adding_a_point_needs_a_delta(delta=lambda t: heavy_paths_privacy(t, 4).delta_forward):
    for m in (3, 4, 5):
        pair = heavy_paths_law(tied(m), 8, REVIEW), heavy_paths_law((*tied(m), SEVEN), 8, REVIEW)
        yield m, hockey_stick(*pair, heavy_paths_privacy(REVIEW, 4).exp_forward)[0], delta(REVIEW)

def refutes_adding_a_point_needs_a_delta(delta, m):
    tables: list[Table] = []
    for r in (tied(m), (*tied(m), SEVEN)):
        tables.append({})
        weights = stopping_row(query_row(r, 8, REVIEW), REVIEW)
        for part, mass in zip(heavy_paths_by_definition(r, 8, REVIEW), weights, strict=True):
            for o, p in part.items():
                tables[-1][o] = tables[-1].get(o, Fraction(0)) + as_fraction(mass) * p
    impossible = sum(p for o, p in tables[0].items() if not tables[1].get(o))
    return bool(impossible > delta(REVIEW))


claim("KLMNS20-4.11.eq-final", kind="inequality", step_of="KLMNS20-4.11",
      title="Cut at i*, compare level by level, put the levels back",
      uses=("KLMNS20-4.4", "KLMNS20-4.5", "KLMNS20-4.6", "KLMNS20-4.9", "KLMNS20-4.11.approx"),
      note="In the first step F is the certain event, in the others the event of the positive part: no event is worse.")


CHAIN = replace(TWO, exp_path=2, threshold=-1, exp_threshold=4, exp_query=4, level_threshold=6, threshold_choose=6)


@lru_cache(maxsize=1 << 14)
def parts_of(s: Points) -> tuple[Points, Row, tuple[Row, ...]]:
    """Return the values f_i, the law of k and the laws of the answers given k."""
    values = query_row(s, 3, CHAIN)
    return values, stopping_row(values, CHAIN), answer_rows(s, 3, CHAIN)


@cache
def delta_of_the_way_back() -> Fraction:
    """Return delta of direction B without StoppingPoint's part."""
    return as_fraction(heavy_paths_privacy(CHAIN, 4).delta_backward.upper) - CHAIN.delta_stop


def sides(here, there, last: int, direction: int) -> Iterator[tuple[int, Any, Any]]:
    """Yield (step, left, right) of the three inequalities for the event that is worst for each."""
    ratio = CHAIN.exp_query if direction else CHAIN.exp_threshold * CHAIN.exp_query
    path = rational(2) if direction == 0 else rational(4)  # A: e^epsilon_p; B: e^g
    hat = path * 2 * 4**2
    delta = delta_of_the_way_back() if direction else 0
    kept = range(min(last, CHAIN.levels))
    yield 0, as_fraction(sum(here[1], rational(0))), CHAIN.delta_stop + as_fraction(sum(here[1][k] for k in kept))
    gains = [sum(here[1][k] * (here[2][k][o] - hat * there[2][k][o]) for k in kept) for o in range(9)]
    event = [o for o in range(9) if gains[o] > 0]
    left = sum(here[1][k] * sum(here[2][k][o] for o in event) for k in kept)
    capped = sum(here[1][k] * min(rational(1), hat * sum(there[2][k][o] for o in event)) for k in kept)
    yield 1, as_fraction(rational(0) + left), as_fraction(rational(0) + capped) + delta
    back = [k for k in kept if here[1][k] > ratio * there[1][k]]
    worst = [o for o in range(9) if any(there[2][k][o] for k in back)] or list(range(9))
    capped = sum(here[1][k] * min(rational(1), hat * sum(there[2][k][o] for o in worst)) for k in kept)
    whole = sum(there[1][k] * sum(there[2][k][o] for o in worst) for k in range(CHAIN.levels))
    yield 2, as_fraction(rational(0) + capped), as_fraction(rational(0) + ratio * hat * whole)


@check("KLMNS20-4.11.eq-final", grade="exact",
       quantifier="|X| = 8, N = 2, all S of at most 3 points and every 40th of 6 points, all x, t = T_high = 2, T = "
                  "-1, noises 4, other e^epsilon = 2, thresholds 6, e^g = 4, both directions: each of the three "
                  "inequalities",
       says="each step of the chain holds for its worst event: cut at i*, compare level by level, put back",
       reason="All 1,716 databases of 6 points in fractions would take 15 seconds.")
@sabotage("only the levels before i*", lambda values, high: first_heavy_level(values, high) - 1)
@judged("<=")
def chain_holds_term_by_term(cut=first_heavy_level):
    for s, x, more in additions((*databases(3, 3), *databases(3, 6, 6)[::40]), 3):
        pair = parts_of(s), parts_of(more)
        last = cut(pair[0][0], CHAIN.high)
        for direction, (here, there) in enumerate((pair, pair[::-1])):
            for step, left, right in sides(here, there, last, direction):
                yield (s, x, direction, step), left, right

def refutes_chain_holds_term_by_term(cut, s, x, direction, step):
    less, more = heavy_paths_law(s, 3, CHAIN), tuple(sorted((*s, x)))
    values = query_row(s, 3, CHAIN)
    law = stopping_row(values if direction == 0 else query_row(more, 3, CHAIN), CHAIN)
    beyond = sum(as_fraction(p) for k, p in enumerate(law, 1) if k > cut(values, CHAIN.high))
    return bool(less.exact()) and step == 0 and beyond > CHAIN.delta_stop
