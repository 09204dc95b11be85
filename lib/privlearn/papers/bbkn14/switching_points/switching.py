"""BBKN14, Section 5.1: switching points, the intervals that they offer, and one as good as the hypothesis."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from typing import Any, NamedTuple

import numpy as np

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import initial_segments
from privlearn.learners.intervals import best_switch, surrounding, switch_numbers, switching_points
from privlearn.learners.intervals.switching import DECREASING, INCREASING, functions_with, is_as_good
from privlearn.learning.labelled import errors
from privlearn.papers.bbkn14.switching_points import claim
from privlearn.papers.bbkn14.switching_points.instances import (broken_pairs_without_last, broken_switch_without_ends,
                                                                broken_switching_first_always_increases,
                                                                broken_switching_last_always_increases, hypotheses)

claim("BBKN14-5.3", kind="definition", title="Switching points",
      note="The paper counts points from 1: its switching points 1..T+1 are 0..T here.")


@check("BBKN14-5.3", grade="exhaustive",
       quantifier="all 8190 functions on 1..12 points: h extended by 1 - h(first) and 1 - h(last), inner rule only",
       says="the switching points of h are the inner ones of its extension; increasing and decreasing ones alternate")
@sabotage("the first point is called increasing for every h", broken_switching_first_always_increases)
@sabotage("the last point is called increasing for every h", broken_switching_last_always_increases)
@judged("==")
def switching_points_are_the_inner_ones_of_the_extension(points=switching_points):
    for h in hypotheses(12):
        longer, listed = (1 - h[0], *h, 1 - h[-1]), points(h)
        inner = [(j, DECREASING if longer[j] else INCREASING) for j in range(len(h) + 1) if longer[j] != longer[j + 1]]
        yield h, listed, inner
        yield h, any(a == b for (_, a), (_, b) in pairwise(listed)), False

def refutes_switching_points_are_the_inner_ones_of_the_extension(points, h):
    listed = points(h)  # the definition, end by end
    first = (0, INCREASING if h[0] == 1 else DECREASING)
    last = (len(h), INCREASING if h[-1] == 0 else DECREASING)
    return listed[0] != first or listed[-1] != last or any(a[1] == b[1] for a, b in pairwise(listed))


@check("BBKN14-5.3", grade="exhaustive", quantifier="T = 1..12, z = 0..T+2: all functions counted",
       says="{the number of functions with z switching points} equals {2 C(T - 1, z - 2)}")
@sabotage("one choice of the first bit", lambda size, z: functions_with(size, z) // 2)
@judged("==")
def functions_by_number_of_switching_points(count=functions_with):
    for size in range(1, 13):
        found = [0] * (size + 3)
        for h in product((0, 1), repeat=size):
            found[len(switching_points(h))] += 1
        yield from (((size, z), number, count(size, z)) for z, number in enumerate(found))

def refutes_functions_by_number_of_switching_points(count, size, z):
    words = range(1 << size)  # changes of a word are the ones of word XOR shifted word, without its top bit
    return count(size, z) != sum(bin((h ^ h >> 1) % (1 << size - 1)).count("1") == z - 2 for h in words)


claim("BBKN14-5.4.one-decreasing", kind="remark", step_of="BBKN14-5.4",
      title="An interval concept has exactly one decreasing switching point, its own number",
      uses=("BBKN14-5.1", "BBKN14-5.3"))


@check("BBKN14-5.4.one-decreasing", grade="exhaustive", quantifier="T = 1..64, all T + 1 concepts",
       says="the only decreasing switching point of c_t is t")
@sabotage("the first point is called increasing for every h", broken_switching_first_always_increases)
def the_decreasing_switching_point_is_the_concept(points=switching_points) -> Verdict:
    return judge("==", (((size, t), [j for j, kind in points(c) if kind == DECREASING], [t])
                        for size in range(1, 65) for t, c in enumerate(initial_segments(size).rows())))

def refutes_the_decreasing_switching_point_is_the_concept(points, size, t):
    found = [j for j, kind in points([1] * t + [0] * (size - t)) if kind == DECREASING]
    return len(found) != 1 or found[0] != t


claim("BBKN14-5.4.switch", kind="definition", uses=("BBKN14-5.1", "BBKN14-5.3"),
      title="SWITCH(h), the interval concepts at the switching points of h",
      note="The paper says that there are at most as many concepts as switching points; there are exactly as many.")


@check("BBKN14-5.4.switch", grade="exhaustive", quantifier="all 8190 functions on 1..12 points",
       says="SWITCH(h) has one concept for each switching point, both constant ones among them")
@sabotage("without the ends: none for a constant h", broken_switch_without_ends)
@judged("==")
def one_distinct_concept_for_each_switching_point_and_both_ends(concepts=switch_numbers):
    rows = {size: initial_segments(size).rows() for size in range(1, 13)}
    for h in hypotheses(12):
        size = len(h)
        found = {rows[size][j] for j in concepts(h)}
        changes = sum(a != b for a, b in zip(h, h[1:], strict=False))
        yield h, (len(found), (0,) * size in found, (1,) * size in found), (changes + 2, True, True)

def refutes_one_distinct_concept_for_each_switching_point_and_both_ends(concepts, h):
    wanted = {j for j in range(len(h) + 1) if j in (0, len(h)) or h[j] != h[j - 1]}
    return set(concepts(h)) != wanted


claim("BBKN14-fn9", kind="remark", uses=("BBKN14-5.1", "BBKN14-5.3"),
      title="Footnote 9: consecutive switching points j <= t <= k exist, since both ends are switching points")


@check("BBKN14-fn9", grade="exhaustive", quantifier="all functions on 1..12 points and all targets: 98,304 pairs",
       says="{the number of surrounding pairs} equals {2 at an inner switching point, else 1}")
@sabotage("T is no switching point", broken_pairs_without_last)
def a_target_is_surrounded_once_or_twice_if_it_is_an_inner_switching_point(pairs=surrounding) -> Verdict:
    return judge("==", (((h, t), len(pairs(h, t)), 2 if 0 < t < len(h) and h[t] != h[t - 1] else 1)
                        for h in hypotheses(12) for t in range(len(h) + 1)))

def refutes_a_target_is_surrounded_once_or_twice_if_it_is_an_inner_switching_point(pairs, h, t):
    found = pairs(h, t)
    left = max(j for j in range(t + 1) if j in (0, len(h)) or h[j] != h[j - 1])  # the last switching point up to t
    return not any(left in (j, k) and j <= t <= k for (j, _), (k, _) in found)


claim("BBKN14-5.4.reconstruct", kind="lemma",
      title="Of two consecutive switching points around the target, the decreasing one is as good as h",
      uses=("BBKN14-2.2.error", "BBKN14-5.3", "BBKN14-5.4.switch", "BBKN14-5.4.one-decreasing", "BBKN14-fn9"),
      note="Checked in the stronger form that errors are contained in errors, hence for all distributions at once. "
           "The paper assumes error(c_t, h) <= alpha; nothing is needed.")


def segment_mask(size: int, j: int) -> int:
    """Return concept j as a number whose binary digits, first point first, are its bits."""
    return (1 << size) - (1 << size - j)


def mask(h: tuple[int, ...]) -> int:
    return int("".join(map(str, h)), 2)


class Around(NamedTuple):
    """A hypothesis, a target concept with its number, and two switching points around it."""

    h: tuple[int, ...]
    c: tuple[int, ...]
    t: int
    j: int
    k: int


@cache
def around_all_targets() -> list[Around]:
    rows = {size: initial_segments(size).rows() for size in range(1, 13)}
    return [Around(h, c, t, j, k) for h in hypotheses(12) for t, c in enumerate(rows[len(h)])
            for (j, _), (k, _) in surrounding(h, t)]


def away(given: Around) -> int:
    """Return a target that is not between the two points."""
    return given.j - 1 if given.j else min(given.k + 1, len(given.h))


@proof("BBKN14-5.4.reconstruct", grade="exhaustive",
       quantifier="all functions on 1..12 points, all targets, all consecutive switching points around the target",
       instances=around_all_targets, start=Around((1, 0, 0, 1, 0, 0), (1, 1, 0, 0, 0, 0), 2, 1, 3),
       steps={"kinds": "{the kinds of j and k, 1 for decreasing} are {one of each}",
              "between": "{the points of j, ..., k - 1 where h has one value, 1 if k is the decreasing one} are {all}",
              "errs": "{the points where the decreasing one's concept errs, and h too} are {all between it and t}",
              "conclusion": "{the points where this concept errs and h does not} are {none}"},
       hypotheses=(
           Hypothesis("j and k are consecutive", {"j": 0, "k": lambda given: len(given.h)},
                      ("kinds", "between", "errs", "conclusion")),
           Hypothesis("j and k are switching points", {"k": lambda given: given.k - 1},
                      ("kinds", "errs", "conclusion")),
           Hypothesis("t is between j and k", {
               "t": away, "c": lambda given: tuple(int(x < away(given)) for x in range(len(given.h)))},
               ("errs", "conclusion")),
           Hypothesis("the target is an interval concept", {"c": lambda given: tuple(1 - bit for bit in given.c)},
                      ("errs", "conclusion"))))
def decreasing_one_errs_only_where_h_errs(given: Around) -> Iterator[Line]:
    h, c, t, j, k = given
    longer = (1 - h[0], *h, 1 - h[-1])
    j_falls, k_falls = (longer[x] - longer[x + 1] for x in (j, k))
    yield Line("kinds", "==", sorted((j_falls, k_falls)), [-1, 1])
    named = j if j_falls == 1 else k
    yield Line("between", "==", h[j:k].count(int(named == k)), k - j)
    wrong = [x for x, bit in enumerate(c) if (x < named) != bit]
    yield Line("errs", "==", [x for x in wrong if h[x] != c[x]], [*range(min(named, t), max(named, t))])
    yield Line("conclusion", "==", sum(h[x] == c[x] for x in wrong), 0)

def refutes_decreasing_one_errs_only_where_h_errs(given: Around, step: str, case: None) -> bool:
    h, c, t, j, k = given
    word = "".join(map(str, (1 - h[0], *h, 1 - h[-1])))
    kinds = word[j:j + 2], word[k:k + 2]
    if step == "kinds" or kinds not in (("10", "01"), ("01", "10")):
        return kinds not in (("10", "01"), ("01", "10"))
    named, other = (j, k) if kinds[0] == "10" else (k, j)
    if step == "between":
        return str(int(other < named)) * (k - j) != word[j + 1:k + 1]
    ours = segment_mask(len(h), named)
    both = (ours ^ mask(c)) & (mask(h) ^ mask(c))
    return both != ours ^ (segment_mask(len(h), t) if step == "errs" else mask(c))


@check("BBKN14-5.4.reconstruct", grade="exhaustive",
       quantifier="all functions on 1..12 points and all targets: the concept named is in SWITCH(h) and adds no error",
       says="the concept named is in SWITCH(h) and errs only where h errs")
@sabotage("the switching point nearest to the target",
          lambda h, t: min(switch_numbers(h), key=lambda j: (abs(j - t), j)))
@sabotage("the target itself, a switching point or not", lambda h, t: t)
@judged("==")
def program_names_such_a_concept(best=best_switch):
    for h in hypotheses(12):
        size, number, numbers = len(h), mask(h), set(switch_numbers(h))
        concepts = [segment_mask(size, j) for j in range(size + 1)]
        for t, truth in enumerate(concepts):
            j = best(h, t)
            yield (h, t), (j in numbers, (concepts[j] ^ truth) & ~(number ^ truth)), (True, 0)

def refutes_program_names_such_a_concept(best, h, t):
    j = best(h, t)
    outside = 0 < j < len(h) and h[j] == h[j - 1]
    return outside or any((x < j) != (x < t) and bit == (x < t) for x, bit in enumerate(h))


@check("BBKN14-5.4.reconstruct", grade="exhaustive",
       quantifier="all functions on 1..7 points, all targets, all concepts, near or far",
       says="a concept is called as good as h exactly if its errors are among those of h")
@sabotage("as many errors as h are enough",
          lambda j, h, t: abs(j - t) <= sum(bit != (x < t) for x, bit in enumerate(h)))
@sabotage("the concept named is the only one",
          lambda j, h, t: j == best_switch(h, t))
@judged("==")
def a_concept_is_as_good_if_its_errors_are_among_those_of_h(good=is_as_good):
    for h in hypotheses(7):
        size, number = len(h), mask(h)
        concepts = [segment_mask(size, j) for j in range(size + 1)]
        for (j, concept), (t, truth) in product(enumerate(concepts), repeat=2):
            yield (j, h, t), good(j, h, t), (concept ^ truth) & ~(number ^ truth) == 0

def refutes_a_concept_is_as_good_if_its_errors_are_among_those_of_h(good, j, h, t):
    between = h[min(j, t):max(j, t)]  # where the two concepts differ h errs exactly if it agrees with concept j
    return good(j, h, t) != (between.count(int(j > t)) == len(between))


claim("BBKN14-5.5", kind="remark",
      title="The same for empirical errors, if the sample is labelled by an interval concept",
      uses=("BBKN14-5.4.switch", "BBKN14-5.4.reconstruct"),
      note="Stated as: the least empirical error on SWITCH(h) is at most that of h; this is the remark for all alpha "
           "at once, with < and with <=.")


def least_gain(size: int, concepts) -> tuple[int, Any, int]:
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
       says="some concept of SWITCH(h) has no more errors on the sample than h")
@sabotage("without the ends", broken_switch_without_ends)
@judged("<=")
def some_concept_of_switch_has_no_more_errors(concepts=switch_numbers):
    for size in range(1, 9):
        gain, witness, tried = least_gain(size, concepts)
        yield witness, 0, gain, tried

def refutes_some_concept_of_switch_has_no_more_errors(concepts, h, _, rows):
    own = sum(h[x] != y for x, y in rows)
    return all(sum((x < j) != y for x, y in rows) > own for j in concepts(h))


@check("BBKN14-5.5", grade="exhaustive", quantifier="the same, T = 1..6: the least number of errors saved",
       says="the least number of errors that the best concept of SWITCH(h) saves is 0")
@sabotage("strictly fewer errors", 1)
@judged("==")
def nothing_need_be_gained(margin: int = 0):
    for size in range(1, 7):
        gain, witness, tried = least_gain(size, switch_numbers)
        yield witness, gain, margin, tried

def refutes_nothing_need_be_gained(margin, h, _, rows):
    own = sum(h[x] != y for x, y in rows)
    return min(sum((x < j) != y for x, y in rows) for j in range(len(h) + 1)) > own - margin


@check("BBKN14-5.5", grade="exact", quantifier="one sample on T = 2 points that no interval concept labels",
       says="h has no error on the sample, and the best concept of SWITCH(h) errs on half of it")
@sabotage("a sample that an interval concept labels", ((0, 0), (1, 0)))
def labels_must_come_from_an_interval(rows: tuple[tuple[int, int], ...] = ((0, 0), (1, 1))) -> Verdict:
    h = (0, 1)
    shares = [Fraction(errors([int(x < j) for x in range(2)], rows), len(rows)) for j in switch_numbers(h)]
    return judge("==", [(rows, (Fraction(errors(h, rows), len(rows)), min(shares)), (Fraction(0), Fraction(1, 2)))])

def refutes_labels_must_come_from_an_interval(sample, rows):
    h_errs = any((x == 1) != y for x, y in sample)
    some_concept_fits = any(all((x < j) == y for x, y in sample) for j in (0, 1, 2))
    return rows == sample and (h_errs or some_concept_fits)
