"""KLMNS20, Section 4: the two inequalities in the proof of Lemma 4.5."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations, product
from math import lcm
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, counted, judge, sabotage
from privlearn.learners.interior_point.heavy_paths import first_heavy_level
from privlearn.learners.interior_point.heavy_paths.many_databases import chain_tables
from privlearn.learners.interior_point.trees.level_tables import points_of
from privlearn.papers.klmns20.stopping_point import claim
from privlearn.papers.klmns20.stopping_point.instances import (GRID, GRID_TEXT, Points, Settings, Table, allowed_delta,
                                                               answer_table, answers_by_series, by_hand, neighbours,
                                                               top)

claim("KLMNS20-4.5.sens", kind="inequality", step_of="KLMNS20-4.5",
      title="At i* the databases may differ, but f changes by at most 1", uses=("KLMNS20-4.f", "KLMNS20-alg2"),
      erratum_kind="conjecture",
      erratum="The formula is lost. If it bounds the falls after the two paths part by half of what remains, it is "
              "wrong for a path that ends in a leaf, where everything left falls at once. Dropping the t largest "
              "levels repairs it: after that less than s + 1 - t points fall, no more than at the parting.")


def add_one(counts: Table, x: int) -> Table:
    """Return the databases with x added."""
    more = counts.copy()
    more[:, x] += 1
    return more


@check("KLMNS20-4.5.sens", grade="exhaustive",
       quantifier=GRID_TEXT + ": wherever D_1 and D_1' are no neighbours, |f_1(S) - f_1(S + x)| <= 1",
       says="f_1 changes by at most 1 wherever D_1 and D_1' part")
@sabotage("x is added twice", lambda counts, x: add_one(add_one(counts, x), x))
def parted_databases_have_close_values(add=add_one) -> Verdict:
    total = 0

    def cases() -> Iterator[Any]:
        nonlocal total
        for bits, n, stop in GRID:
            for x, before, _ in neighbours(bits, n):
                after = add(before, x)
                less, more = (chain_tables(counts, 1, 0, stop)[1] for counts in (before, after))
                change = more - less
                parted = np.flatnonzero((change < 0).any(axis=1) | (change.sum(axis=1) > 1))
                total += len(parted)
                if len(parted):
                    gaps = np.abs(more[parted].max(axis=1) - less[parted].max(axis=1))
                    row = parted[gaps.argmax()]
                    yield (points_of(before[row]), x, bits, stop), int(gaps.max()), 1

    verdict = judge("<=", cases())
    return counted(verdict, total)

def refutes_parted_databases_have_close_values(add, s, x, bits, stop):
    row = np.array([[s.count(p) for p in range(1 << bits)]])
    less, more = (top(by_hand(points_of(counts[0]), bits, stop)[0]) for counts in (row, add(row, x)))
    return abs(more - less) > 1


def later_falls(weight: int, stop: int) -> int:
    """Return how many points fall, at most, after a path has entered a child of this weight."""
    return max(0, weight - stop)


@check("KLMNS20-4.5.sens", grade="exhaustive",
       quantifier="children of weights s = 1..200 and a in {s, s + 1}, t = 1..s + a - 1: the two falls at the "
                  "parting differ by 0 or 1, and what falls later, in total, is no more",
       says="what falls later is at most the fall at the parting, and the two falls there differ by 0 or 1")
@sabotage("all that is left may fall later", lambda weight, stop: weight)
def later_falls_do_not_matter(later=later_falls) -> Verdict:
    total = 0

    def cases() -> Iterator[Any]:
        nonlocal total
        for s in range(1, 201):
            for a in (s, s + 1):
                total += s + a - 1
                found = []
                for t in range(1, s + a):
                    here, there = min(s, s + a - t), min(a, s + a + 1 - t)
                    found.append((max(later(a, t) - here, later(s + 1, t) - there, there - here - 1, here - there), t))
                worst, t = max(found)
                yield (s, a, t), worst, 0

    return counted(judge("<=", cases()), total)

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
def chain_holds_term_by_term(cut=first_heavy_level) -> Verdict:
    delta, ratio, total = allowed_delta(CHAIN), int(CHAIN[2] * CHAIN[3]), 0

    def cases() -> Iterator[Any]:
        nonlocal total
        for first, second in value_pairs():
            last = cut(first, CHAIN[1])
            kept = {k for k in (0, 1, 2, None) if (3 if k is None else k + 1) <= last}
            tables = answer_table(first, CHAIN), answer_table(second, CHAIN)
            unit = lcm(delta.denominator, *(p.denominator for table in tables for p in table.values()))
            here, there = ({k: int(p * unit) for k, p in table.items()} for table in tables)
            for direction in (0, 1):
                total += len(EVENTS)
                event, step, left, right = tightest(here, there, kept, int(delta * unit), ratio)
                yield (first, second, direction, event, step), Fraction(left, unit), Fraction(right, unit)
                here, there = there, here

    return counted(judge("<=", cases()), total)


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
