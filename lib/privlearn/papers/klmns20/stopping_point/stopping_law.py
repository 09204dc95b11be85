"""KLMNS20, Section 4: StoppingPoint has the law of AboveThreshold on the values of the queries."""

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket
from privlearn.laws import Law
from privlearn.learners.interior_point.heavy_paths import query_values, stopping_point_law
from privlearn.learners.interior_point.heavy_paths.many_databases import value_table
from privlearn.learners.interior_point.trees.level_tables import all_counts, points_of
from privlearn.mechanisms import above_threshold
from privlearn.papers.klmns20.stopping_point import claim
from privlearn.papers.klmns20.stopping_point.instances import by_hand, top

E1 = Fraction(3, 2)
E2 = Fraction(2)
THRESHOLD = 2


claim("KLMNS20-alg3", kind="algorithm", title="StoppingPoint: AboveThreshold asked about f_1, f_2, ...",
      uses=("KLMNS20-4.2", "KLMNS20-4.f"),
      note="Noises are two-sided geometric, so with rational e^e1, e^e2 every probability is a rational number.")


def stopping_point(s, bits: int, levels: int) -> Law:
    """Return the law of StoppingPoint with trim 0, t = 1, T = 2, e^e1 = 3/2, e^e2 = 2."""
    return stopping_point_law(s, bits, levels, 0, 1, threshold=THRESHOLD, exp_threshold=E1, exp_query=E2)


def untrimmed_stopping_point(s, bits: int, levels: int) -> Law:
    """Return the law if the queries are asked about databases whose largest levels were not dropped."""
    values, size = [], bits
    points = tuple(s)
    for _ in range(levels):
        points = tuple(by_hand(points, size, 1)[1])
        values.append(top(list(points)))
        size = size.bit_length()
    return above_threshold(values, THRESHOLD, E1, E2).map(lambda k: levels if k is None else k + 1)


INPUTS = ((3, 2, 8), (3, 3, 7), (4, 2, 3))  # bits, levels, points at most


@check("KLMNS20-alg3", grade="exhaustive",
       quantifier="(bits, N, n) = (3,2,8), (3,3,7), (4,2,3): the law is that of AboveThreshold on (f_1, ..., f_N), "
                  "for one S of n points at most for each value of (f_1, ..., f_N) that occurs, trim 0, t = 1, T = 2",
       says="StoppingPoint has the law of AboveThreshold on the values f_1, ..., f_N")
@sabotage("asks about databases whose largest levels were not dropped", untrimmed_stopping_point)
@judged("==")
def law_is_that_of_above_threshold_on_the_values(law=stopping_point):
    for s, bits, levels, values in representatives():
        asked: dict[int, Fraction] = {}
        for k, p in above_threshold(values, THRESHOLD, E1, E2).exact().items():
            stop = levels if k is None else int(k) + 1
            asked[stop] = asked.get(stop, Fraction(0)) + p
        yield (s, bits, levels), law(s, bits, levels).exact(), asked


@lru_cache(maxsize=1)
def representatives() -> tuple[tuple[tuple[int, ...], int, int, tuple[int, ...]], ...]:
    """Return for each sequence of values that occurs one database."""
    found: dict[Any, Any] = {}
    for bits, levels, most in INPUTS:
        for n in range(most + 1):
            counts = all_counts(1 << bits, n)
            values, where = np.unique(value_table(counts, levels, 0, 1), axis=0, return_index=True)
            for row, i in zip(values.tolist(), where, strict=True):
                found.setdefault((tuple(row), bits), (points_of(counts[i]), bits, levels, tuple(row)))
    return tuple(found.values())


def refutes_law_is_that_of_above_threshold_on_the_values(law, s, bits, levels):
    found, right = law(s, bits, levels).exact(), stopping_series(s, bits, levels)
    return any(not right[k].lower <= found.get(k, 0) <= right[k].upper for k in right)


def stopping_series(s, bits: int, levels: int, most: int = 80) -> dict[int, Bracket]:
    """Bracket the law from the definition: sum over rho = -most..most, all noises by their distribution functions."""
    points, size, values = list(s), bits, []
    for _ in range(levels):
        points = by_hand(points, size, 1)[0]
        values.append(top(points))
        size = size.bit_length()
    g1, g2 = 1 / E1, 1 / E2

    def below(k: int) -> Fraction:  # Pr[nu < k]
        return g2 ** (1 - k) / (1 + g2) if k <= 0 else 1 - g2**k / (1 + g2)

    sums = dict.fromkeys(range(1, levels + 1), Fraction(0))
    for rho in range(-most, most + 1):
        alive = (1 - g1) / (1 + g1) * g1 ** abs(rho)
        for k, value in enumerate(values, 1):
            passed = alive * below(THRESHOLD + rho - value) if k < levels else Fraction(0)
            sums[k] += alive - passed
            alive = passed
    missing = 2 * g1 ** (most + 1) / (1 + g1)
    return {k: Bracket(total, total + missing) for k, total in sums.items()}


def stopping_probability(law, s, bits: int, levels: int) -> list[Fraction]:
    """Return the probabilities of 1..levels."""
    table = law(s, bits, levels).exact()
    return [table.get(k, Fraction(0)) for k in range(1, levels + 1)]


@check("KLMNS20-alg3", grade="certified",
       quantifier="ten databases of 'law is that of above threshold on the values' with N = 3: every probability "
                  "against the sum over rho = -80..80, a bracket of width 10^-14",
       says="every probability lies in the bracket of the sum over the noise on the threshold")
@sabotage("a query noise of half the scale",
          lambda s, bits, levels: stopping_point_law(s, bits, levels, 0, 1, threshold=THRESHOLD, exp_threshold=E1,
                                                     exp_query=E2**2))
@judged("<=")
def law_is_the_sum_over_the_noise_on_the_threshold(law=stopping_point):
    for s, bits, levels, _ in [entry for entry in representatives() if entry[2] == 3][-10:]:
        series = stopping_series(s, bits, levels)
        for k, p in enumerate(stopping_probability(law, s, bits, levels), 1):
            yield (s, k, "above"), series[k].lower, p
            yield (s, k, "below"), p, series[k].upper

def refutes_law_is_the_sum_over_the_noise_on_the_threshold(law, witness):
    s = witness[0]
    right = above_threshold(query_values(s, 3, 3, 0, 1), THRESHOLD, E1, E2).exact()
    found = law(s, 3, 3).exact()
    return [found.get(k, 0) for k in (1, 2, 3)] != [right[0], right[1], right[2] + right[None]]
