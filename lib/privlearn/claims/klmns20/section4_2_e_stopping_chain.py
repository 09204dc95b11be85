"""KLMNS20, Section 4: the chain of inequalities at the end of the proof of Lemma 4.5."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations, product
from math import lcm
from typing import Any

from privlearn.claims.klmns20.section4_2_d_stopping_privacy import Settings, allowed, answer_table, series
from privlearn.claims.klmns20.stopping_instances import PAGE, SECTION, Points
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.learners.interior_point import first_heavy_level

claim("KLMNS20-4.5.eq-final", kind="inequality", section=SECTION, page=PAGE, step_of="KLMNS20-4.5",
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
       reason="The noise is two-sided geometric: all terms are rational.",
       fingerprint=lambda cut: [cut((0, 1, 2), high) for high in range(4)])
def chain_holds_term_by_term(cut=first_heavy_level) -> Verdict:
    delta, ratio, total = allowed(CHAIN), int(CHAIN[2] * CHAIN[3]), 0

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


@chain_holds_term_by_term.verifier
def _(cut, witness):
    first, second, direction, event, step = witness
    worlds = [series(values, CHAIN[0], 1 / CHAIN[2], 1 / CHAIN[3]) for values in (first, second)]
    here, there = worlds[::-1] if direction else worlds
    short = [k for k in event if (3 if k is None else k + 1) <= cut(first, CHAIN[1])]
    place = {None: 3, 0: 0, 1: 1, 2: 2}
    p, p_cut = (sum(here[place[k]] for k in e) for e in (event, short))
    q_cut, q = (sum(there[place[k]] for k in e) for e in (short, event))
    sides = ((p, p_cut + allowed(CHAIN)), (p_cut, 3 * q_cut), (q_cut, q))[step]
    return sides[0] > sides[1] + Fraction(1, 1000)

chain_holds_term_by_term.sabotage(
    "sequences shorter than i* only", lambda values, high: first_heavy_level(values, high) - 1)
chain_holds_term_by_term.sabotage("all sequences are kept", lambda values, high: 4)
