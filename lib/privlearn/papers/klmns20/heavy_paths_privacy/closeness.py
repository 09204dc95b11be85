"""KLMNS20, Section 4: the notion of closeness in which the proof of Lemma 4.11 is written."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.exact import Bracket
from privlearn.laws import hockey_stick
from privlearn.learners.interior_point.heavy_paths.privacy import HeavyPathsPrivacy
from privlearn.papers.klmns20.heavy_paths_privacy import claim
from privlearn.papers.klmns20.tree_log.instances import Table

claim("KLMNS20-4.11.approx", kind="definition",
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
def chains_cost_delta_times_the_ratio(bound: Chain = chained) -> Verdict:
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
                told = [bound(a, far[i, j, a], b, far[j, k, b]) for j in sizes]
                j = min(sizes, key=lambda j: told[j][1])
                known = far.get((i, k, told[j][0]))
                yield ((laws[i], laws[j], laws[k], a, b),
                       stick(laws[i], laws[k], told[j][0]) if known is None else known, told[j][1])

    return counted(judge("<=", cases()), total)

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
