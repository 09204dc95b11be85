"""KLMNS20, Section 4: the privacy of HeavyPaths (Lemma 4.11) and the notion in which its proof is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import comb
from typing import Any

from privlearn.claims.klmns20.heavy_instances import (
    ENDS,
    SECTION,
    TENTH,
    TWO,
    WHOLE,
    Points,
    additions,
    as_table,
    databases,
    excess,
)
from privlearn.claims.klmns20.section4_2_d_stopping_privacy import series
from privlearn.claims.klmns20.section4_4_a_heavy_paths import by_definition
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.exact import Bracket, log_bracket
from privlearn.exact.rationals import as_fraction, rational
from privlearn.laws import hockey_stick
from privlearn.learners.interior_point import (
    HeavyPathsParameters,
    first_heavy_level,
    heavy_paths_law,
    heavy_paths_privacy,
    range_composition,
)
from privlearn.learners.interior_point.heavy_tables import (
    Row,
    heavy_paths_row,
    query_row,
    stopping_row,
)
from privlearn.mechanisms.composition import advanced_composition, optimal_composition

Table = dict[Any, Fraction]

claim("KLMNS20-4.11.approx", kind="definition", section=SECTION, page=WHOLE,
      title="(epsilon, delta)-indistinguishability is a pair of hockey sticks, and what a chain of two costs")


def laws_on(outcomes: int, unit: int) -> list[Table]:
    """Return all laws on 0..outcomes - 1 with probabilities that are multiples of 1/unit."""
    return [{o: Fraction(p, unit) for o, p in enumerate(parts)}
            for parts in product(range(unit + 1), repeat=outcomes) if sum(parts) == unit]


def stick(p: Table, q: Table, ratio: Fraction) -> Fraction:
    """Return the hockey stick."""
    return hockey_stick(p, q, ratio)[0]


@check("KLMNS20-4.11.approx", grade="exhaustive",
       quantifier="all pairs of laws on 3 outcomes with multiples of 1/5 and on 4 outcomes with multiples of 1/3, "
                  "ratios 1, 3/2 and 2: the hockey stick is the largest P(F) - e^epsilon Q(F) over all events F",
       fingerprint=lambda found: [found(p, {0: Fraction(1), 1: Fraction(0), 2: Fraction(0)}, Fraction(1))
                                  for p in laws_on(3, 2)])
def hockey_stick_is_the_worst_event(found=stick) -> Verdict:
    def cases() -> Iterator[Any]:
        for outcomes, unit in ((3, 5), (4, 3)):
            events = [e for k in range(outcomes + 1) for e in combinations(range(outcomes), k)]
            for p, q in product(laws_on(outcomes, unit), repeat=2):
                for ratio in (Fraction(1), Fraction(3, 2), Fraction(2)):
                    gains = [p[o] - ratio * q[o] for o in range(outcomes)]
                    yield (p, q, ratio), found(p, q, ratio), max(sum(gains[o] for o in e) for e in events)

    return judge("==", cases())


@hockey_stick_is_the_worst_event.verifier
def _(found, witness):
    p, q, ratio = witness
    halves = ((sum(p.values()) - ratio * sum(q.values())) + sum(abs(p[o] - ratio * q[o]) for o in p)) / 2
    return bool(found(p, q, ratio) != halves)

hockey_stick_is_the_worst_event.sabotage(
    "single outcomes only", lambda p, q, ratio: max(Fraction(0), *(p[o] - ratio * q[o] for o in p)))


def chained(d1: Fraction, ratio: Fraction, d2: Fraction) -> Fraction:
    """Return delta of a chain P ~ Q ~ R, at the product of the ratios."""
    return d1 + ratio * d2


@check("KLMNS20-4.11.approx", grade="exact",
       quantifier="all triples of laws on 2 outcomes with multiples of 1/8 and on 3 outcomes with multiples of 1/3, "
                  "all pairs of ratios 1, 3/2, 2",
       fingerprint=lambda bound: bound(Fraction(1, 8), Fraction(2), Fraction(1, 16)))
def chains_cost_delta_times_the_ratio(bound=chained) -> Verdict:
    ratios = Fraction(1), Fraction(3, 2), Fraction(2)
    total = 0

    def cases() -> Iterator[Any]:
        nonlocal total
        for outcomes, unit in ((2, 8), (3, 3)):
            laws = laws_on(outcomes, unit)
            sizes = range(len(laws))
            far = {(i, j, r): stick(laws[i], laws[j], r) for i in sizes for j in sizes
                   for r in {a * b for a in ratios for b in ratios}}
            for i, k, a, b in product(sizes, sizes, ratios, ratios):
                total += len(laws)
                j = min(sizes, key=lambda j: bound(far[i, j, a], a, far[j, k, b]))
                yield (laws[i], laws[j], laws[k], a, b), far[i, k, a * b], bound(far[i, j, a], a, far[j, k, b])

    return counted(judge("<=", cases()), total)


@chains_cost_delta_times_the_ratio.verifier
def _(bound, witness):
    p, q, r, a, b = witness
    deltas = [sum(max(Fraction(0), x[o] - c * y[o]) for o in x) for x, y, c in ((p, q, a), (q, r, b), (p, r, a * b))]
    return bool(deltas[2] > bound(deltas[0], a, deltas[1]))

chains_cost_delta_times_the_ratio.sabotage("d1 + d2", lambda d1, ratio, d2: d1 + d2)
chains_cost_delta_times_the_ratio.sabotage("the factor on the wrong delta", lambda d1, ratio, d2: ratio * d1 + d2)


claim("KLMNS20-4.11", kind="lemma", section=SECTION, page=WHOLE,
      title="HeavyPaths is private: the level costs once, the way up is a composition",
      uses=("KLMNS20-alg6", "KLMNS20-4.4", "KLMNS20-4.5", "KLMNS20-4.6", "KLMNS20-4.9", "KLMNS20-2.adv",
            "KLMNS20-4.11.approx", "KLMNS20-4.11.eq-final"),
      note="For adding or removing a point: direction A with delta_s, direction B with e_2 in place of e_1 + e_2 and "
           "delta_s + W(g) + u + delta_y + N delta_c; replacement: epsilons add up, delta_B + e^b delta_A. On small "
           "databases the bounds are loose by far; the checks of the parts, KLMNS20-4.5, 4.6 and 4.9, are the sharp "
           "ones.",
      erratum="The printed proof has one parameter for what AboveThreshold may do wrong in the privacy proof and in "
              "the utility proof; a delta and a beta of their own need a much smaller t. And delta_s is needed when a "
              "point is added, too: for S = 0^4 2^4 7^8 and x = 7 an answer is possible under S and impossible under S "
              "+ x. No printed statement becomes false.")

SETTINGS = (replace(TWO, exp_path=2, threshold=1, high=2, level_threshold=3, threshold_choose=3),
            replace(ENDS, stop=1, high=1, threshold=0),
            replace(TWO, exp_path=2, stop=3, high=3, threshold=-1, exp_threshold=4, exp_query=4, level_threshold=5,
                    threshold_choose=5))
FAMILIES = ((*databases(3, 4), *databases(3, 7, 7)[::80]), databases(3, 4), databases(3, 7, 3)[::19])


@lru_cache(maxsize=1 << 14)
def row_of(s: Points, bits: int, t: HeavyPathsParameters) -> Row:
    """Return HeavyPaths' law, remembered."""
    return heavy_paths_row(s, bits, t)


def bounds(t: HeavyPathsParameters) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return (ratio, delta) of direction A and of direction B, at e^g = exp_path^2, from the statement."""
    found = heavy_paths_privacy(replace(t, exp_path=2), 4) if t is SETTINGS[1] else heavy_paths_privacy(t, 4)
    scale = Fraction(21, 11) / 2 if t is SETTINGS[1] else Fraction(1)  # there t is below the precondition: 1 + 1/c
    return found.exp_forward * scale, found.delta_forward, found.exp_backward, found.delta_backward.upper


@check("KLMNS20-4.11", grade="exhaustive",
       quantifier="|X| = 8, all x. Direction A: N = 2, all S of at most 4 points and every 80th of 7, e^epsilon = 2 "
                  "for every step, t = T_high = 2, T = 1, thresholds 3; N = 1, at most 4 points, e^epsilon = 11/10 but "
                  "for the leaves (2). Both directions: N = 2, every 19th S of 3 to 7 points, noises 4, other "
                  "e^epsilon = 2, t = T_high = 3, T = -1, thresholds 5, e^g = 4, where delta is 0.35: hockey sticks",
       reason="All 3,432 databases of 7 points, exactly and with all x, would take a quarter of a minute for each "
              "setting; in the second setting the path is steeper than 1 + e^(-epsilon_p t), and 21/11 is its factor.",
       fingerprint=lambda law: [law((0, 0, 1, 5, 5), 3, t) for t in SETTINGS])
def whole_law_is_within_the_bounds(law=row_of) -> Verdict:
    def cases() -> Iterator[Any]:
        for which, (t, family) in enumerate(zip(SETTINGS, FAMILIES, strict=True)):
            a, delta_a, b, delta_b = bounds(t)
            remembered: dict[Points, Row] = {}
            for s, x, more in additions(family, 3):
                p = remembered.get(s) or remembered.setdefault(s, law(s, 3, t))
                q = remembered.get(more) or remembered.setdefault(more, law(more, 3, t))
                yield (which, s, x, "A"), excess(p, q, rational(a)), delta_a
                if which == 2:
                    yield (which, s, x, "B"), excess(q, p, rational(b)), delta_b

    return judge("<=", cases())


@whole_law_is_within_the_bounds.verifier
def _(law, witness):
    which, s, x, direction = witness
    less, more = (as_table(law(r, 3, SETTINGS[which])) for r in (s, tuple(sorted((*s, x)))))
    p, q = (less, more) if direction == "A" else (more, less)
    late = sum(Fraction(9, 25) / 4 ** (abs(i) + abs(j)) for i in range(-20, 21) for j in range(-20, 21) if i - j > 4)
    ratio = (Fraction(2**8), TENTH**2 * Fraction(21, 11) * 2, Fraction(2**10))[which] / (2 if direction == "B" else 1)
    allowed = (Fraction(5, 27), Fraction(0), late + Fraction(1, 10**9))[which]
    if direction == "B":
        allowed += Fraction(1, 16) + Fraction(1, 9) + 3 * Fraction(1, 17)
    return sum(max(Fraction(0), mass - ratio * q.get(o, Fraction(0))) for o, mass in p.items()) > allowed

whole_law_is_within_the_bounds.sabotage("the last choice with weights 16^q where 2^q is accounted",
    lambda s, bits, t: heavy_paths_row(s, bits, replace(t, exp_end=16)))
whole_law_is_within_the_bounds.sabotage("choices that always answer",
    lambda s, bits, t: heavy_paths_row(s, bits, replace(t, level_threshold=-40, threshold_choose=-40)))


HALF = Fraction(3, 2)
NOISES = tuple(replace(TWO, levels=3, stop=3, high=3, threshold=threshold, exp_threshold=first, exp_query=second)
               for threshold in (1, 3, -1) for first, second in ((HALF, 2), (64, 2), (2, HALF)))


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
       quantifier="N = 3, T_high = 3, T = 1, 3, -1, (e^e1, e^e2) = (3/2,2), (64,2), (2,3/2), all f(S) <= 3 and "
                  "all f(S + x) <= 4 that differ from it by 0 or 1 up to i*, and arbitrarily after it: StoppingPoint's "
                  "probability of each k <= i* is under S + x at most e^e2 times that under S, and k > i* has at most "
                  "delta_s in both worlds", fingerprint=lambda law: [law((1, 3, 2), t) for t in NOISES[:2]])
def removing_a_point_costs_the_queries_noise_only(law=stopping_row) -> Verdict:
    def cases() -> Iterator[Any]:
        for which, t in enumerate(NOISES):
            late = t.delta_stop
            for values, more in value_pairs():
                last = first_heavy_level(values, t.high)
                less, after = law(values, t), law(more, t)
                yield (which, values, more, "ratio"), as_fraction(max(p / q for p, q in zip(
                    after[:last], less, strict=False))), as_fraction(t.exp_query)
                yield (which, values, more, "late"), as_fraction(max(
                    sum(row[last:], rational(0)) for row in (less, after))), late

    return judge("<=", cases())


@removing_a_point_costs_the_queries_noise_only.verifier
def _(law, witness):
    which, values, more, name = witness
    t = NOISES[which]
    last = next((k for k, value in enumerate(values, 1) if value >= 3), 4)
    p, q = ([as_fraction(mass) for mass in law(v, t)] for v in (more, values))
    if name == "ratio":
        return any(p[k] > t.exp_query * q[k] for k in range(min(last, 3)))
    noises = 1 / as_fraction(t.exp_threshold), 1 / as_fraction(t.exp_query)
    return max(sum(p[last:]), sum(q[last:])) > series((3,), t.threshold, *noises)[1] + Fraction(1, 10**6)

removing_a_point_costs_the_queries_noise_only.sabotage("queries with the noise e_2 / 2",
    lambda values, t: stopping_row(values, replace(t, exp_query=as_fraction(t.exp_query) ** 2)))
removing_a_point_costs_the_queries_noise_only.sabotage("a threshold higher by 1 than accounted",
    lambda values, t: stopping_row(values, replace(t, threshold=t.threshold + 1, high=t.high + 1, stop=4)))


REVIEW = HeavyPathsParameters(2, 0, 2, 0, 2, HALF, HALF, HALF, HALF, 8, HALF, 8, HALF)
SEVEN = 7


def tied(m: int) -> Points:
    """Return 0^m 2^m 7^(2m): with one more 7 the heavy path of level 0 leaves at another place."""
    return (0,) * m + (2,) * m + (SEVEN,) * (2 * m)


def stated_delta(t: HeavyPathsParameters) -> Fraction:
    """Return delta_s, what is stated for direction A."""
    return heavy_paths_privacy(t, 4).delta_forward


@check("KLMNS20-4.11", grade="exact",
       quantifier="direction A at ratio e^a: S = 0^m 2^m 7^(2m) of 8 bits, m = 3, 4, 5, x = 7, N = 2, t = T_high = 2, "
                  "T = 0, all e^epsilon = 3/2, thresholds 8: the level k = 2 > i* = 1 is far apart on S and S + x",
       fingerprint=lambda delta: delta(REVIEW))
def adding_a_point_needs_a_delta(delta=stated_delta) -> Verdict:
    def cases() -> Iterator[Any]:
        for m in (3, 4, 5):
            pair = heavy_paths_law(tied(m), 8, REVIEW), heavy_paths_law((*tied(m), SEVEN), 8, REVIEW)
            yield m, hockey_stick(*pair, heavy_paths_privacy(REVIEW, 4).exp_forward)[0], delta(REVIEW)

    return judge("<=", cases())


@adding_a_point_needs_a_delta.verifier
def _(delta, m):
    tables: list[Table] = []
    for r in (tied(m), (*tied(m), SEVEN)):
        tables.append({})
        weights = stopping_row(query_row(r, 8, REVIEW), REVIEW)
        for part, mass in zip(by_definition(r, 8, REVIEW), weights, strict=True):
            for o, p in part.items():
                tables[-1][o] = tables[-1].get(o, Fraction(0)) + as_fraction(mass) * p
    impossible = sum(p for o, p in tables[0].items() if not tables[1].get(o))
    return bool(impossible > delta(REVIEW))

adding_a_point_needs_a_delta.sabotage("no delta in direction A", lambda t: Fraction(0))


STEPS_OF = (2, 4, 8, 16, 32)
SLACK = Fraction(1, 10**6)


def range_bound(steps: int, epsilon: Fraction, slack: Fraction) -> Bracket:
    """Return the bound for N choices of nodes and N of leaves of range epsilon."""
    return range_composition([(steps, epsilon), (steps, epsilon)], slack)


def choice_pair(epsilon: Fraction) -> tuple[Bracket, Bracket]:
    """Bracket (p, q) = the probabilities of one of two elements if its score, or that of the other, is higher by 1."""
    weight = Fraction(as_fraction(epsilon))
    return Bracket(weight / (1 + weight), weight / (1 + weight)), Bracket(1 / (1 + weight), 1 / (1 + weight))


@check("KLMNS20-4.11", grade="certified",
       quantifier="N = 2, 4, 8, 16, 32, e^epsilon = 11/10, 21/20, delta' = 10^-6: the exact cost of 2N choices between "
                  "two elements one of which gains a point (ratio e^epsilon, both sides of randomised response at "
                  "epsilon/2) is at most rho + 2 sqrt(rho ln(1/delta')), and that of 2N responses at epsilon at most "
                  "the bound of advanced composition",
       fingerprint=lambda bound: bound(2, Fraction(1, 10), SLACK))
def way_up_costs_what_composition_says(bound=range_bound) -> Verdict:
    def cases() -> Iterator[Any]:
        for steps, root in product(STEPS_OF, (Fraction(21, 20), Fraction(41, 40))):
            half = log_bracket(root, 96)
            exact = log_bracket(optimal_composition(2 * steps, root, SLACK), 96)
            yield (steps, root, "range"), exact, bound(steps, (2 * half).lower, SLACK)
            yield (steps, root, "advanced"), exact, advanced_composition(2 * steps, half.lower, SLACK)

    return judge("<=", cases())


@way_up_costs_what_composition_says.verifier
def _(bound, witness):
    steps, root, _ = witness
    ratio, k = float(root), 2 * steps
    total = 2.718281828459045 ** float(bound(steps, (2 * log_bracket(root, 96)).lower, SLACK).upper)
    told = sum(comb(k, j) * max(0.0, ratio**j - total * ratio ** (k - j)) for j in range(k + 1)) / (1 + ratio) ** k
    return told > 1.01e-6

way_up_costs_what_composition_says.sabotage(
    "rho a quarter of what it is", lambda steps, epsilon, slack: range_bound(steps, epsilon / 2, slack))
way_up_costs_what_composition_says.sabotage(
    "rho alone", lambda steps, epsilon, slack: steps * Bracket(epsilon, epsilon) * epsilon / 4)
