"""BBKN14, Section 5.1: switching points, SWITCH(h), and why one of its concepts is as good as h."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from privlearn.claims.broken.switching_mistakes import (
    broken_choice_of_the_increasing_one,
    broken_pairs_without_last,
    broken_switch_without_ends,
    broken_switching_first_always_increases,
    broken_switching_last_always_increases,
)
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import initial_segments
from privlearn.learners.switching import (
    DECREASING,
    INCREASING,
    Switch,
    best_switch,
    decreasing_one,
    functions_with,
    surrounding,
    switch_numbers,
    switching_points,
)
from privlearn.mechanisms import errors

PAGE = "points-and-intervals/switching-points"
SECTION = "5.1 Restrictions on the hypothesis class (switching points)"
SAMPLES = ((0,), (1, 0), (0, 0, 1), (1, 1))


def hypotheses(largest: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield all functions on ``least`` to ``largest`` points."""
    for size in range(least, largest + 1):
        yield from product((0, 1), repeat=size)


claim("BBKN14-5.3", kind="definition", section=SECTION, page=PAGE, title="Switching points",
      note="The paper counts points from 1: its switching points 1..T+1 are 0..T here.")


@check("BBKN14-5.3", grade="exhaustive", quantifier="all 8190 functions on 1..12 points",
       fingerprint=lambda points: [points(h) for h in SAMPLES])
def increasing_and_decreasing_alternate(points=switching_points) -> Verdict:
    def cases() -> Iterator[Any]:
        for h in hypotheses(12):
            kinds = [kind for _, kind in points(h)]
            flipped = [DECREASING if kind == INCREASING else INCREASING for kind in kinds[:-1]]
            yield h, kinds[1:], flipped

    return judge("==", cases())


@increasing_and_decreasing_alternate.verifier
def _(points, h):
    kinds = [kind for _, kind in points(h)]
    return any(a == b for a, b in zip(kinds, kinds[1:], strict=False))

increasing_and_decreasing_alternate.sabotage(
    "the first point is called increasing for every h", broken_switching_first_always_increases)


@check("BBKN14-5.3", grade="exhaustive",
       quantifier="all 8190 functions on 1..12 points: h extended by 1 - h(first) and 1 - h(last), inner rule only",
       fingerprint=lambda points: [points(h) for h in SAMPLES])
def ends_are_inner_switching_points_of_the_extension(points=switching_points) -> Verdict:
    def by_extension(h: tuple[int, ...]) -> list[Switch]:
        longer = (1 - h[0], *h, 1 - h[-1])
        return [(j, DECREASING if longer[j] else INCREASING) for j in range(len(h) + 1) if longer[j] != longer[j + 1]]

    return judge("==", ((h, points(h), by_extension(h)) for h in hypotheses(12)))


@ends_are_inner_switching_points_of_the_extension.verifier
def _(points, h):
    listed = points(h)  # the definition, end by end
    first = (0, INCREASING if h[0] == 1 else DECREASING)
    last = (len(h), INCREASING if h[-1] == 0 else DECREASING)
    return listed[0] != first or listed[-1] != last

ends_are_inner_switching_points_of_the_extension.sabotage(
    "the last point is called increasing for every h", broken_switching_last_always_increases)


@check("BBKN14-5.3", grade="exhaustive", quantifier="T = 1..12, z = 0..T+2: all functions counted",
       fingerprint=lambda count: [count(5, z) for z in range(7)])
def functions_by_number_of_switching_points(count=functions_with) -> Verdict:
    def cases() -> Iterator[Any]:
        for size in range(1, 13):
            found = [0] * (size + 3)
            for h in product((0, 1), repeat=size):
                found[len(switching_points(h))] += 1
            yield from (((size, z), number, count(size, z)) for z, number in enumerate(found))

    return judge("==", cases())


@functions_by_number_of_switching_points.verifier
def _(count, witness):
    size, z = witness
    words = range(1 << size)  # changes of a word are the ones of word XOR shifted word, without its top bit
    return count(size, z) != sum(bin((h ^ h >> 1) % (1 << size - 1)).count("1") == z - 2 for h in words)

functions_by_number_of_switching_points.sabotage(
    "one choice of the first bit", lambda size, z: functions_with(size, z) // 2)


claim("BBKN14-5.4.one-decreasing", kind="remark", section=SECTION, page=PAGE, step_of="BBKN14-5.4",
      title="An interval concept has exactly one decreasing switching point, its own number",
      uses=("BBKN14-5.1", "BBKN14-5.3"))


@check("BBKN14-5.4.one-decreasing", grade="exhaustive", quantifier="T = 1..64, all T + 1 concepts",
       fingerprint=lambda points: [points(h) for h in SAMPLES])
def the_decreasing_switching_point_is_the_concept(points=switching_points) -> Verdict:
    return judge("==", (((size, t), [j for j, kind in points(c) if kind == DECREASING], [t])
                        for size in range(1, 65) for t, c in enumerate(initial_segments(size).rows())))


@the_decreasing_switching_point_is_the_concept.verifier
def _(points, witness):
    size, t = witness
    found = [j for j, kind in points([1] * t + [0] * (size - t)) if kind == DECREASING]
    return len(found) != 1 or found[0] != t

the_decreasing_switching_point_is_the_concept.sabotage(
    "the first point is called increasing for every h", broken_switching_first_always_increases)


claim("BBKN14-5.4.switch", kind="definition", section=SECTION, page=PAGE, uses=("BBKN14-5.1", "BBKN14-5.3"),
      title="SWITCH(h), the interval concepts at the switching points of h",
      note="The paper says that there are at most as many concepts as switching points; there are exactly as many.")


@check("BBKN14-5.4.switch", grade="exhaustive", quantifier="all 8190 functions on 1..12 points",
       fingerprint=lambda concepts: [concepts(h) for h in SAMPLES])
def one_distinct_concept_for_each_switching_point_and_both_ends(concepts=switch_numbers) -> Verdict:
    rows = {size: initial_segments(size).rows() for size in range(1, 13)}

    def cases() -> Iterator[Any]:
        for h in hypotheses(12):
            size = len(h)
            found = {rows[size][j] for j in concepts(h)}
            changes = sum(a != b for a, b in zip(h, h[1:], strict=False))
            yield h, (len(found), (0,) * size in found, (1,) * size in found), (changes + 2, True, True)

    return judge("==", cases())


@one_distinct_concept_for_each_switching_point_and_both_ends.verifier
def _(concepts, h):
    wanted = {j for j in range(len(h) + 1) if j in (0, len(h)) or h[j] != h[j - 1]}
    return set(concepts(h)) != wanted

one_distinct_concept_for_each_switching_point_and_both_ends.sabotage(
    "without the ends: none for a constant h", broken_switch_without_ends)


claim("BBKN14-fn9", kind="remark", section=SECTION, page=PAGE, uses=("BBKN14-5.1", "BBKN14-5.3"),
      title="Footnote 9: consecutive switching points j <= t <= k exist, since both ends are switching points")


@check("BBKN14-fn9", grade="exhaustive", quantifier="all functions on 1..12 points and all targets: 98,304 pairs",
       fingerprint=lambda pairs: [pairs(h, t) for h in SAMPLES for t in range(len(h) + 1)])
def a_target_is_surrounded_once_or_twice_if_it_is_an_inner_switching_point(pairs=surrounding) -> Verdict:
    return judge("==", (((h, t), len(pairs(h, t)), 2 if 0 < t < len(h) and h[t] != h[t - 1] else 1)
                        for h in hypotheses(12) for t in range(len(h) + 1)))


@a_target_is_surrounded_once_or_twice_if_it_is_an_inner_switching_point.verifier
def _(pairs, witness):
    h, t = witness
    found = pairs(h, t)
    left = max(j for j in range(t + 1) if j in (0, len(h)) or h[j] != h[j - 1])  # the last switching point up to t
    return not any(left in (j, k) and j <= t <= k for (j, _), (k, _) in found)

a_target_is_surrounded_once_or_twice_if_it_is_an_inner_switching_point.sabotage(
    "T is no switching point", broken_pairs_without_last)


claim("BBKN14-5.4.reconstruct", kind="lemma", section=SECTION, page=PAGE,
      title="Of two consecutive switching points around the target, the decreasing one is as good as h",
      uses=("BBKN14-2.2.error", "BBKN14-5.3", "BBKN14-5.4.switch", "BBKN14-5.4.one-decreasing", "BBKN14-fn9"),
      note="Checked in the stronger form that errors are contained in errors, hence for all distributions at once. "
           "The paper assumes error(c_t, h) <= alpha; nothing is needed.")


def segment_mask(size: int, j: int) -> int:
    """Return concept j as a number whose binary digits, first point first, are its bits."""
    return (1 << size) - (1 << size - j)


def mask(h: tuple[int, ...]) -> int:
    """Return a hypothesis as a number, first point first."""
    return int("".join(map(str, h)), 2)


@check("BBKN14-5.4.reconstruct", grade="exhaustive",
       quantifier="all functions on 1..12 points, all targets, all consecutive switching points around the target",
       fingerprint=lambda choose: [choose(p) for h in SAMPLES for p in surrounding(h, 0)])
def chosen_concept_errs_only_where_h_errs(choose=decreasing_one) -> Verdict:
    def cases() -> Iterator[Any]:
        for h in hypotheses(12):
            size, number = len(h), mask(h)
            concepts = [segment_mask(size, j) for j in range(size + 1)]
            for t, truth in enumerate(concepts):
                for pair in surrounding(h, t):
                    new_errors = (concepts[choose(pair)] ^ truth) & ~(number ^ truth)
                    yield (h, t, pair), new_errors.bit_count(), 0

    return judge("==", cases())


@chosen_concept_errs_only_where_h_errs.verifier
def _(choose, witness):
    h, t, pair = witness
    j = choose(pair)
    return any((x < j) != (x < t) and bit == (x < t) for x, bit in enumerate(h))

chosen_concept_errs_only_where_h_errs.sabotage("the increasing neighbour", broken_choice_of_the_increasing_one)


@check("BBKN14-5.4.reconstruct", grade="exhaustive",
       quantifier="all functions on 1..12 points and all targets: the concept named is in SWITCH(h) and adds no error",
       fingerprint=lambda best: [best(h, t) for h in SAMPLES for t in range(len(h) + 1)])
def program_names_such_a_concept(best=best_switch) -> Verdict:
    def cases() -> Iterator[Any]:
        for h in hypotheses(12):
            size, number, numbers = len(h), mask(h), set(switch_numbers(h))
            concepts = [segment_mask(size, j) for j in range(size + 1)]
            for t, truth in enumerate(concepts):
                j = best(h, t)
                yield (h, t), (j in numbers, (concepts[j] ^ truth) & ~(number ^ truth)), (True, 0)

    return judge("==", cases())


@program_names_such_a_concept.verifier
def _(best, witness):
    h, t = witness
    j = best(h, t)
    outside = 0 < j < len(h) and h[j] == h[j - 1]
    return outside or any((x < j) != (x < t) and bit == (x < t) for x, bit in enumerate(h))

program_names_such_a_concept.sabotage(
    "the switching point nearest to the target", lambda h, t: min(switch_numbers(h), key=lambda j: (abs(j - t), j)))
program_names_such_a_concept.sabotage("the target itself, a switching point or not", lambda h, t: t)


claim("BBKN14-5.5", kind="remark", section=SECTION, page=PAGE,
      title="The same for empirical errors, if the sample is labelled by an interval concept",
      uses=("BBKN14-5.4.switch", "BBKN14-5.4.reconstruct"),
      note="Stated as: the least empirical error on SWITCH(h) is at most that of h; this is the remark for all alpha "
           "at once, with < and with <=.")


def least_gain(size: int, concepts: Callable) -> tuple[int, Any, int]:
    """Return the least of (errors of h) - (least errors on SWITCH(h)), where it is attained, and the cases tried.

    Over all functions h on ``size`` points, all targets, all samples of one to four rows labelled by the target.
    """
    samples = [s for rows in range(1, 5) for s in combinations_with_replacement(range(size), rows)]
    counts = np.array([[s.count(x) for x in range(size)] for s in samples], dtype=np.int64)
    functions = np.array(list(product((0, 1), repeat=size)), dtype=np.int64)
    segments = np.tri(size + 1, size, -1, dtype=np.int64)
    best: tuple[int, Any] | None = None
    for t, truth in enumerate(segments):
        wrong, offered = counts @ (functions != truth).T, counts @ (segments != truth).T
        for k, h in enumerate(functions):
            numbers = list(concepts(tuple(int(bit) for bit in h)))
            least = offered[:, numbers].min(axis=1) if numbers else np.full(len(samples), 5)
            gain = wrong[:, k] - least
            row = int(gain.argmin())
            if best is None or gain[row] < best[0]:
                best = int(gain[row]), (tuple(map(int, h)), t, tuple((x, int(x < t)) for x in samples[row]))
    assert best is not None
    return *best, len(samples) * len(functions) * (size + 1)


@check("BBKN14-5.5", grade="exhaustive",
       quantifier="all functions on T = 1..8 points, all targets, all samples of 1 to 4 rows labelled by the target",
       fingerprint=lambda concepts: [concepts(h) for h in SAMPLES])
def some_concept_of_switch_has_no_more_errors(concepts=switch_numbers) -> Verdict:
    found = [least_gain(size, concepts) for size in range(1, 9)]
    verdict = judge("<=", ((witness, 0, gain) for gain, witness, _ in found))
    return counted(verdict, sum(tried for _, _, tried in found)) if verdict.holds else verdict


@some_concept_of_switch_has_no_more_errors.verifier
def _(concepts, witness):
    h, _, rows = witness
    own = sum(h[x] != y for x, y in rows)
    return all(sum((x < j) != y for x, y in rows) > own for j in concepts(h))

some_concept_of_switch_has_no_more_errors.sabotage("without the ends", broken_switch_without_ends)


@check("BBKN14-5.5", grade="exhaustive", quantifier="the same, T = 1..6: the least number of errors saved")
def nothing_need_be_gained(margin: int = 0) -> Verdict:
    found = [least_gain(size, switch_numbers) for size in range(1, 7)]
    verdict = judge("==", ((witness, gain, margin) for gain, witness, _ in found))
    return counted(verdict, sum(tried for _, _, tried in found)) if verdict.holds else verdict


@nothing_need_be_gained.verifier
def _(margin, witness):
    h, _, rows = witness
    own = sum(h[x] != y for x, y in rows)
    return min(sum((x < j) != y for x, y in rows) for j in range(len(h) + 1)) > own - margin

nothing_need_be_gained.sabotage("strictly fewer errors", 1)


@check("BBKN14-5.5", grade="exact", quantifier="one sample on T = 2 points that no interval concept labels")
def labels_must_come_from_an_interval(rows: tuple[tuple[int, int], ...] = ((0, 0), (1, 1))) -> Verdict:
    h = (0, 1)
    shares = [Fraction(errors([int(x < j) for x in range(2)], rows), len(rows)) for j in switch_numbers(h)]
    return judge("==", [(rows, (Fraction(errors(h, rows), len(rows)), min(shares)), (Fraction(0), Fraction(1, 2)))])


@labels_must_come_from_an_interval.verifier
def _(sample, rows):
    h_errs = any((x == 1) != y for x, y in sample)
    some_concept_fits = any(all((x < j) == y for x, y in sample) for j in (0, 1, 2))
    return rows == sample and (h_errs or some_concept_fits)

labels_must_come_from_an_interval.sabotage("a sample that an interval concept labels", ((0, 0), (1, 0)))
