"""KLMNS20, Section 4: the notion of closeness in which the proof of Lemma 4.11 is written."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from privlearn.claims import Verdict, check, counted, judge, judged, sabotage
from privlearn.claims.klmns20.heavy_paths_privacy import claim
from privlearn.claims.klmns20.tree_log.instances import Table
from privlearn.laws import hockey_stick

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
       fingerprint=lambda found: [found(p, {0: Fraction(1), 1: Fraction(0), 2: Fraction(0)}, Fraction(1))
                                  for p in laws_on(3, 2)])
@sabotage("single outcomes only", lambda p, q, ratio: max(Fraction(0), *(p[o] - ratio * q[o] for o in p)))
@judged("==")
def hockey_stick_is_the_worst_event(found=stick):
    for outcomes, unit in ((3, 5), (4, 3)):
        events = [e for k in range(outcomes + 1) for e in combinations(range(outcomes), k)]
        for p, q in product(laws_on(outcomes, unit), repeat=2):
            for ratio in (Fraction(1), Fraction(3, 2), Fraction(2)):
                gains = [p[o] - ratio * q[o] for o in range(outcomes)]
                yield (p, q, ratio), found(p, q, ratio), max(sum(gains[o] for o in e) for e in events)

@hockey_stick_is_the_worst_event.verifier
def _(found, witness):
    p, q, ratio = witness
    halves = ((sum(p.values()) - ratio * sum(q.values())) + sum(abs(p[o] - ratio * q[o]) for o in p)) / 2
    return bool(found(p, q, ratio) != halves)


def chained(d1: Fraction, ratio: Fraction, d2: Fraction) -> Fraction:
    """Return delta of a chain P ~ Q ~ R, at the product of the ratios."""
    return d1 + ratio * d2


@check("KLMNS20-4.11.approx", grade="exact",
       quantifier="all triples of laws on 2 outcomes with multiples of 1/8 and on 3 outcomes with multiples of 1/3, "
                  "all pairs of ratios 1, 3/2, 2",
       fingerprint=lambda bound: bound(Fraction(1, 8), Fraction(2), Fraction(1, 16)))
@sabotage("d1 + d2", lambda d1, ratio, d2: d1 + d2)
@sabotage("the factor on the wrong delta", lambda d1, ratio, d2: ratio * d1 + d2)
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
