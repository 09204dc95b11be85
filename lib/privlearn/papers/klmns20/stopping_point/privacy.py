"""KLMNS20, Lemma 4.5: what StoppingPoint reveals, and the two inequalities in the proof."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from math import lcm
from typing import Any

import numpy as np

from privlearn.checking import Verdict, all_hold, check, covering, judge, judged, sabotage
from privlearn.laws import hockey_stick, worst_ratio
from privlearn.learners.interior_point.heavy_paths import first_heavy_level, noise_gap_tail, query_values
from privlearn.learners.interior_point.heavy_paths.many_databases import chain_tables, value_table
from privlearn.learners.interior_point.trees.level_tables import points_of
from privlearn.mechanisms import above_threshold
from privlearn.papers.klmns20.stopping_point import claim
from privlearn.papers.klmns20.stopping_point.instances import (GRID, GRID_TEXT, Points, Settings, Table, allowed_delta,
                                                               answer_table, answers, answers_by_series, below_noise,
                                                               by_hand, neighbours, second_query_jump, top)

claim("KLMNS20-4.5", kind="lemma",
      title="StoppingPoint is (e_1 + e_2, delta)-private: what is asked after i* is hardly ever asked",
      uses=("KLMNS20-4.2", "KLMNS20-alg3", "KLMNS20-4.3", "KLMNS20-4.4", "KLMNS20-4.5.sens", "KLMNS20-4.5.eq-final"),
      note="For adding or removing a point; delta = Pr[rho - nu > T_high - T] and T_high <= t. Printed: "
           "some epsilon and delta, up to a factor e^epsilon in delta. Judged is the whole sequence of "
           "answers, of which the output is a function.")


def changed_values(before: Table, after: Table, levels: int, trim: int, stop: int) -> dict[tuple[Points, Points], int]:
    """Return (values of S, values of S + x) -> the row of a pair that has them."""
    values = np.column_stack([value_table(counts, levels, trim, stop) for counts in (before, after)])
    codes = values @ (64 ** np.arange(2 * levels, dtype=np.int64))  # one number for each row: values are below 64
    _, where = np.unique(codes, return_index=True)
    return {(tuple(row[:levels]), tuple(row[levels:])): int(i)
            for i, row in zip(where, values[where].tolist(), strict=True)}


def excess(first: Points, second: Points, setting: Settings) -> tuple[Fraction, Fraction]:
    """Return the hockey sticks at e^(e1 + e2) from S to S + x and back."""
    less, more, ratio = answer_table(first, setting), answer_table(second, setting), setting[2] * setting[3]
    return hockey_stick(less, more, ratio)[0], hockey_stick(more, less, ratio)[0]


SMALL = ((7, 0, 1, (1, 1, Fraction(3, 2), Fraction(2))), (8, 0, 2, (1, 2, Fraction(3, 2), Fraction(2))),
         (8, 0, 3, (2, 3, Fraction(6, 5), Fraction(4))), (8, 1, 2, (0, 2, Fraction(2), Fraction(2))))


@check("KLMNS20-4.5", grade="exhaustive",
       quantifier="all S of n points of 3 bits and all x, N = 3, (n, trim, t, T, T_high) = (7,0,1,1,1), (8,0,2,1,2), "
                  "(8,0,3,2,3), (8,1,2,0,2), e^e1 in {3/2, 6/5, 2}, e^e2 in {2, 4}, both directions: each f_i "
                  "stays or rises by 1 as x is added, and the ratio is at most e^(e1 + e2)",
       says="each f_i stays or rises by 1, and the privacy ratio of the answers is at most e^(e1 + e2)",
       reason="On 8 points no f_i has sensitivity above 1, so the ratio itself is at most e^(e1 + e2) and no delta "
              "is needed; 'levels that jump cost no more than delta' has databases that need it.")
@sabotage("a query noise of half the scale",
          lambda values, threshold, e1, e2: above_threshold(values, threshold, e1, e2**2))
@sabotage("hardly any noise on the threshold",
          lambda values, threshold, e1, e2: above_threshold(values, threshold, Fraction(1000), e2))
def all_small_databases(law=answers) -> Verdict:
    total, steady = 0, list[Any]()

    def cases() -> Iterator[Any]:
        nonlocal total
        for n, trim, stop, setting in SMALL:
            seen: set[tuple[Points, Points]] = set()
            for _, before, after in neighbours(3, n):
                total += 2 * len(before)
                seen |= changed_values(before, after, 3, trim, stop).keys()
            for pair in sorted(seen):
                steady.extend(((*pair, setting, 0), max(b - a, a - b + 1), 1) for a, b in zip(*pair, strict=True))
                laws = [law(values, setting[0], setting[2], setting[3]) for values in pair]
                for direction, (here, there) in enumerate((laws, laws[::-1])):
                    yield (*pair, setting, direction), worst_ratio(here, there)[0], setting[2] * setting[3]

    verdict = judge("<=", cases())
    return covering(all_hold(verdict, judge("<=", steady)), total)

def refutes_all_small_databases(law, witness):
    first, second, (threshold, _, e1, e2), direction = witness
    worlds = [law(values, threshold, e1, e2).exact() for values in (first, second)][:: -1 if direction else 1]
    steady = all(0 <= b - a <= 1 for a, b in zip(first, second, strict=True))
    return steady and any(p > e1 * e2 * worlds[1].get(k, Fraction(0)) for k, p in worlds[0].items())


STEEP: tuple[Settings, ...] = ((2, 3, Fraction(6, 5), Fraction(8)), (1, 2, Fraction(3, 2), Fraction(4)),
                               (3, 9, Fraction(3, 2), Fraction(4)), (3, 3, Fraction(11, 10), Fraction(37, 5)))
JUMPING: Settings = (8, 10, Fraction(2), Fraction(8))
FAMILY = "multisets of 3, 8, 11, 15, each at most 4 times"


@cache
def family() -> Table:
    """Return all databases on 16 points made of 3, 8, 11 and 15, each at most 4 times."""
    table = np.zeros((5**4, 16), dtype=np.int64)
    table[:, [3, 8, 11, 15]] = list(product(range(5), repeat=4))
    return table


@check("KLMNS20-4.5", grade="exhaustive",
       quantifier="16 points, all " + FAMILY + ", and all x, N = 3, t = T_high, (T, T_high, e^e1, e^e2) = "
                  "(2,3,6/5,8), (1,2,3/2,4), (3,9,3/2,4), (3,3,11/10,37/5), both directions; S = 0^8 8^8 12^4 13^4 "
                  "14^9, x = 12 with (8,10,2,8)",
       says="{the hockey stick at e^(e1 + e2)} is at most {delta = Pr[rho - nu > T_high - T]}")
@sabotage("T_high = 9 with t = 1: levels are asked about that are not stable", lambda high: 1)
@sabotage("t of half of T_high", lambda high: (high + 1) // 2)
def levels_that_jump_cost_no_more_than_delta(stop=int) -> Verdict:
    def cases() -> Iterator[Any]:
        before = family()
        for setting in STEEP:
            seen: dict[Any, Any] = {}
            for x in range(16):
                after = before.copy()
                after[:, x] += 1
                for pair, row in changed_values(before, after, 3, 0, stop(setting[1])).items():
                    seen.setdefault(pair, (points_of(before[row]), x))
            for pair, where in sorted(seen.items()):
                for direction, found in enumerate(excess(pair[0], pair[1], setting)):
                    yield (*where, setting, direction), found, allowed_delta(setting)
        s, x = second_query_jump(4)
        first, second = (query_values(points, 4, 3, 0, stop(JUMPING[1])) for points in (s, (*s, x)))
        for direction, found in enumerate(excess(first, second, JUMPING)):
            yield (s, x, JUMPING, direction), found, allowed_delta(JUMPING)

    return covering(judge("<=", cases()), len(STEEP) * 2 * 16 * 5**4 + 2)

def refutes_levels_that_jump_cost_no_more_than_delta(stop, witness):
    s, x, (threshold, high, e1, e2), direction = witness
    worlds = []
    for points in (list(s), [*s, x]):
        values, bits = [], 4
        for _ in range(3):
            points, bits = by_hand(points, bits, stop(high))[0], bits.bit_length()
            values.append(top(points))
        worlds.append(answers_by_series(tuple(values), threshold, 1 / e1, 1 / e2))
    left, right = worlds[::-1] if direction else worlds
    tail = sum(((1 - 1 / e1) / (1 + 1 / e1) * e1 ** -abs(r) * below_noise(r - (high - threshold), e2)
                for r in range(-80, 81)), Fraction(1, 10**4))
    slack = Fraction(1, 10**4) * e1 * e2 * len(left)
    return sum((max(p - e1 * e2 * q, Fraction(0)) for p, q in zip(left, right, strict=True)), -slack) > tail


@check("KLMNS20-4.5", grade="exact",
       quantifier="N = 2, f = (T_high, T - 400) and (T_high, T + 400), the four settings (T, T_high, e^e1, e^e2) of "
                  "'levels that jump cost no more than delta': the hockey stick at e^(e1 + e2) is delta, to within "
                  "10^-9 of it",
       says="the hockey stick at e^(e1 + e2) is delta, up to a part in 10^9")
@sabotage("the noises differ by at least T_high - T",
          lambda setting: noise_gap_tail(setting[2], setting[3], setting[1] - setting[0]))
@sabotage("the noises differ by more than T_high - T + 1",
          lambda setting: noise_gap_tail(setting[2], setting[3], setting[1] - setting[0] + 2))
@judged("<=")
def delta_is_reached(delta=allowed_delta):
    for setting in STEEP:
        threshold, high, _, _ = setting
        found = excess((high, threshold - 400), (high, threshold + 400), setting)[1]
        yield (setting, "least"), delta(setting) * (1 - Fraction(1, 10**9)), found
        yield (setting, "most"), found, delta(setting)

def refutes_delta_is_reached(delta, witness):
    threshold, high, e1, e2 = witness[0]
    missed = sum(((1 - 1 / e1) / (1 + 1 / e1) * e1 ** -abs(r) * below_noise(r - (high - threshold), e2)
                  for r in range(-300, 301)), Fraction(0))
    return abs(delta(witness[0]) - missed) > Fraction(1, 10**6)


claim("KLMNS20-4.5.sens", kind="inequality", step_of="KLMNS20-4.5",
      title="At i* the databases may differ, but f changes by at most 1", uses=("KLMNS20-4.f", "KLMNS20-alg2"),
      erratum_kind="conjecture",
      erratum="The formula is lost. If it bounds the falls after the two paths part by half of what remains, it is "
              "wrong for a path that ends in a leaf, where everything left falls at once. Dropping the t largest "
              "levels repairs it: after that less than s + 1 - t points fall, no more than at the parting.")


def add_one(counts: Table, x: int) -> Table:
    more = counts.copy()
    more[:, x] += 1
    return more


@check("KLMNS20-4.5.sens", grade="exhaustive",
       quantifier=GRID_TEXT + ": wherever D_1 and D_1' are no neighbours, |f_1(S) - f_1(S + x)| <= 1",
       says="f_1 changes by at most 1 wherever D_1 and D_1' part")
@sabotage("x is added twice", lambda counts, x: add_one(add_one(counts, x), x))
@judged("<=")
def parted_databases_have_close_values(add=add_one):
    for bits, n, stop in GRID:
        for x, before, _ in neighbours(bits, n):
            after = add(before, x)
            less, more = (chain_tables(counts, 1, 0, stop)[1] for counts in (before, after))
            change = more - less
            parted = np.flatnonzero((change < 0).any(axis=1) | (change.sum(axis=1) > 1))
            if len(parted):
                gaps = np.abs(more[parted].max(axis=1) - less[parted].max(axis=1))
                row = parted[gaps.argmax()]
                yield (points_of(before[row]), x, bits, stop), int(gaps.max()), 1, len(parted)

def refutes_parted_databases_have_close_values(add, s, x, bits, stop):
    row = np.array([[s.count(p) for p in range(1 << bits)]])
    less, more = (top(by_hand(points_of(counts[0]), bits, stop)[0]) for counts in (row, add(row, x)))
    return abs(more - less) > 1


@check("KLMNS20-4.5.sens", grade="exhaustive",
       quantifier="children of weights s = 1..200 and a in {s, s + 1}, t = 1..s + a - 1: the two falls at the "
                  "parting differ by 0 or 1, and what falls later, in total, is no more",
       says="what falls later is at most the fall at the parting, and the two falls there differ by 0 or 1")
@sabotage("all that is left may fall later", lambda weight, stop: weight)
@judged("<=")
def later_falls_do_not_matter(later=lambda weight, stop: max(0, weight - stop)):
    for s in range(1, 201):
        for a in (s, s + 1):
            found = []
            for t in range(1, s + a):
                here, there = min(s, s + a - t), min(a, s + a + 1 - t)
                found.append((max(later(a, t) - here, later(s + 1, t) - there, there - here - 1, here - there), t))
            worst, t = max(found)
            yield (s, a, t), worst, 0, s + a - 1

def refutes_later_falls_do_not_matter(later, s, a, t):
    worlds = [([0] * s + [1] * a)[: s + a - t], ([0] * a + [1] * (s + 1))[: s + a + 1 - t]]
    return any(later(entered, t) > levels.count(0) for levels, entered in zip(worlds, (a, s + 1), strict=True))


claim("KLMNS20-4.5.eq-final", kind="inequality", step_of="KLMNS20-4.5",
      title="Cut the sequences of answers at i*, compare, put them back", uses=("KLMNS20-4.2", "KLMNS20-4.4"))


CHAIN: Settings = (1, 2, Fraction(3, 2), Fraction(2))
EVENTS = tuple(frozenset(e) for e in chain.from_iterable(combinations((0, 1, 2, None), k) for k in range(5)))


def value_pairs() -> Iterator[tuple[Points, Points]]:
    """Yield all (f, f') with values of f in 0..3 that change by 0 or 1 up to i*(f), and then to any of 0..3."""
    for first in product(range(4), repeat=3):
        last = first_heavy_level(first, CHAIN[1])
        choices = [(v, v + 1) if i <= last else tuple(range(4)) for i, v in enumerate(first, 1)]
        for second in product(*choices):
            yield first, second


@check("KLMNS20-4.5.eq-final", grade="exhaustive",
       quantifier="N = 3, f in {0..3}^3, f' - f in {0, 1} up to i*(f) and f' in {0..3} after it, T = 1, T_high = 2, "
                  "e^e1 = 3/2, e^e2 = 2, both directions, all 16 sets F of sequences: each of the three inequalities",
       says="each step of the chain holds: cut at i*, compare with ratio e^(e1 + e2), put back",
       reason="The noise is two-sided geometric: all terms are rational.")
@sabotage("sequences shorter than i* only", lambda values, high: first_heavy_level(values, high) - 1)
@sabotage("all sequences are kept", lambda values, high: 4)
@judged("<=")
def chain_holds_term_by_term(cut=first_heavy_level):
    delta, ratio = allowed_delta(CHAIN), int(CHAIN[2] * CHAIN[3])
    for first, second in value_pairs():
        last = cut(first, CHAIN[1])
        kept = {k for k in (0, 1, 2, None) if (3 if k is None else k + 1) <= last}
        tables = answer_table(first, CHAIN), answer_table(second, CHAIN)
        unit = lcm(delta.denominator, *(p.denominator for table in tables for p in table.values()))
        here, there = ({k: int(p * unit) for k, p in table.items()} for table in tables)
        for direction in (0, 1):
            event, step, left, right = tightest(here, there, kept, int(delta * unit), ratio)
            yield (first, second, direction, event, step), Fraction(left, unit), Fraction(right, unit), len(EVENTS)
            here, there = there, here


def tightest(here: dict[Any, int], there: dict[Any, int], kept: set[Any], delta: int,
             ratio: int) -> tuple[frozenset[Any], int, int, int]:
    """Return the event and the step of the chain with the least slack, and the two sides (all in units)."""
    found = []
    for event in EVENTS:
        short = event & kept
        p, p_cut = sum(here[k] for k in event), sum(here[k] for k in short)
        q, q_cut = sum(there[k] for k in event), sum(there[k] for k in short)
        terms = (p, p_cut + delta, ratio * q_cut + delta, ratio * q + delta)
        found += [(event, step, terms[step], terms[step + 1]) for step in range(3)]
    return min(found, key=lambda entry: entry[3] - entry[2])


def refutes_chain_holds_term_by_term(cut, first, second, direction, event, step):
    worlds = [answers_by_series(values, CHAIN[0], 1 / CHAIN[2], 1 / CHAIN[3]) for values in (first, second)]
    here, there = worlds[::-1] if direction else worlds
    short = [k for k in event if (3 if k is None else k + 1) <= cut(first, CHAIN[1])]
    place = {None: 3, 0: 0, 1: 1, 2: 2}
    p, p_cut = (sum(here[place[k]] for k in e) for e in (event, short))
    q_cut, q = (sum(there[place[k]] for k in e) for e in (short, event))
    sides = ((p, p_cut + allowed_delta(CHAIN)), (p_cut, 3 * q_cut), (q_cut, q))[step]
    return sides[0] > sides[1] + Fraction(1, 1000)
