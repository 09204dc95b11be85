"""BBKN14, Section 5.1: switching points of a hypothesis, and the intervals SWITCH(h) that they offer."""

from itertools import product

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import initial_segments
from privlearn.learners.intervals import switch_numbers, switching_points
from privlearn.learners.intervals.switching import DECREASING, INCREASING, Switch, functions_with
from privlearn.papers.bbkn14.switching_points import claim
from privlearn.papers.bbkn14.switching_points.instances import hypotheses
from privlearn.papers.bbkn14.switching_points.mistakes import (broken_switch_without_ends,
                                                               broken_switching_first_always_increases,
                                                               broken_switching_last_always_increases)

claim("BBKN14-5.3", kind="definition", title="Switching points",
      note="The paper counts points from 1: its switching points 1..T+1 are 0..T here.")


@check("BBKN14-5.3", grade="exhaustive", quantifier="all 8190 functions on 1..12 points",
       says="increasing and decreasing switching points alternate")
@sabotage("the first point is called increasing for every h", broken_switching_first_always_increases)
@judged("==")
def increasing_and_decreasing_alternate(points=switching_points):
    for h in hypotheses(12):
        kinds = [kind for _, kind in points(h)]
        flipped = [DECREASING if kind == INCREASING else INCREASING for kind in kinds[:-1]]
        yield h, kinds[1:], flipped

def refutes_increasing_and_decreasing_alternate(points, h):
    kinds = [kind for _, kind in points(h)]
    return any(a == b for a, b in zip(kinds, kinds[1:], strict=False))


@check("BBKN14-5.3", grade="exhaustive",
       quantifier="all 8190 functions on 1..12 points: h extended by 1 - h(first) and 1 - h(last), inner rule only",
       says="the switching points of h are the inner ones of its extension")
@sabotage("the last point is called increasing for every h", broken_switching_last_always_increases)
def ends_are_inner_switching_points_of_the_extension(points=switching_points) -> Verdict:
    def by_extension(h: tuple[int, ...]) -> list[Switch]:
        longer = (1 - h[0], *h, 1 - h[-1])
        return [(j, DECREASING if longer[j] else INCREASING) for j in range(len(h) + 1) if longer[j] != longer[j + 1]]

    return judge("==", ((h, points(h), by_extension(h)) for h in hypotheses(12)))

def refutes_ends_are_inner_switching_points_of_the_extension(points, h):
    listed = points(h)  # the definition, end by end
    first = (0, INCREASING if h[0] == 1 else DECREASING)
    last = (len(h), INCREASING if h[-1] == 0 else DECREASING)
    return listed[0] != first or listed[-1] != last


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
