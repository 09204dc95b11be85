"""KLMNS20, Section 4: the last chain of inequalities in the proof of Lemma 4.11."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from privlearn.claims.klmns20.heavy_instances import SECTION, TWO, WHOLE, Points, additions, databases
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.exact.rationals import as_fraction, rational
from privlearn.learners.interior_point import first_heavy_level, heavy_paths_law, heavy_paths_privacy
from privlearn.learners.interior_point.heavy_tables import Row, answer_rows, query_row, stopping_row

claim("KLMNS20-4.11.eq-final", kind="inequality", section=SECTION, page=WHOLE, step_of="KLMNS20-4.11",
      title="Cut at i*, compare level by level, put the levels back",
      uses=("KLMNS20-4.4", "KLMNS20-4.5", "KLMNS20-4.6", "KLMNS20-4.9", "KLMNS20-4.11.approx"),
      note="In the first step F is the certain event, in the others the event of the positive part: no event is worse.")
CHAIN = replace(TWO, exp_path=2, threshold=-1, exp_threshold=4, exp_query=4, level_threshold=6, threshold_choose=6)


@lru_cache(maxsize=1 << 14)
def parts_of(s: Points) -> tuple[Points, Row, tuple[Row, ...]]:
    """Return the values f_i, the law of k and the laws of the answers given k."""
    values = query_row(s, 3, CHAIN)
    return values, stopping_row(values, CHAIN), answer_rows(s, 3, CHAIN)


def sides(here: Any, there: Any, last: int, direction: int) -> Iterator[tuple[int, Any, Any]]:
    """Yield (step, left, right) of the three inequalities for the event that is worst for each."""
    ratio = CHAIN.exp_query if direction else CHAIN.exp_threshold * CHAIN.exp_query
    path = rational(2) if direction == 0 else rational(4)  # A: e^epsilon_p; B: e^g
    hat = path * 2 * 4**2
    delta = as_fraction(heavy_paths_privacy(CHAIN, 4).delta_backward.upper) - CHAIN.delta_stop if direction else 0
    kept = range(min(last, CHAIN.levels))
    yield 0, as_fraction(sum(here[1], rational(0))), CHAIN.delta_stop + as_fraction(sum(here[1][k] for k in kept))
    gains = [sum(here[1][k] * (here[2][k][o] - hat * there[2][k][o]) for k in kept) for o in range(9)]
    event = [o for o in range(9) if gains[o] > 0]
    left = sum(here[1][k] * sum(here[2][k][o] for o in event) for k in kept)
    capped = sum(here[1][k] * min(rational(1), hat * sum(there[2][k][o] for o in event)) for k in kept)
    yield 1, as_fraction(rational(0) + left), as_fraction(rational(0) + capped) + delta
    back = [k for k in kept if here[1][k] > ratio * there[1][k]]
    worst = [o for o in range(9) if any(there[2][k][o] for k in back)] or list(range(9))
    capped = sum(here[1][k] * min(rational(1), hat * sum(there[2][k][o] for o in worst)) for k in kept)
    whole = sum(there[1][k] * sum(there[2][k][o] for o in worst) for k in range(CHAIN.levels))
    yield 2, as_fraction(rational(0) + capped), as_fraction(rational(0) + ratio * hat * whole)


@check("KLMNS20-4.11.eq-final", grade="exhaustive",
       quantifier="|X| = 8, N = 2, all S of at most 3 points and every 40th of 6 points, all x, t = T_high = 2, T = "
                  "-1, noises 4, other e^epsilon = 2, thresholds 6, e^g = 4, both directions: each of the three "
                  "inequalities",
       reason="All 1,716 databases of 6 points in fractions would take 15 seconds.",
       fingerprint=lambda cut: [cut((0, 1, 2), high) for high in range(4)])
def chain_holds_term_by_term(cut=first_heavy_level) -> Verdict:
    def cases() -> Iterator[Any]:
        for s, x, more in additions((*databases(3, 3), *databases(3, 6, 6)[::40]), 3):
            pair = parts_of(s), parts_of(more)
            last = cut(pair[0][0], CHAIN.high)
            for direction, (here, there) in enumerate((pair, pair[::-1])):
                for step, left, right in sides(here, there, last, direction):
                    yield (s, x, direction, step), left, right

    return judge("<=", cases())


@chain_holds_term_by_term.verifier
def _(cut, witness):
    s, x, direction, step = witness
    less, more = heavy_paths_law(s, 3, CHAIN), tuple(sorted((*s, x)))
    values = query_row(s, 3, CHAIN)
    law = stopping_row(values if direction == 0 else query_row(more, 3, CHAIN), CHAIN)
    beyond = sum(as_fraction(p) for k, p in enumerate(law, 1) if k > cut(values, CHAIN.high))
    return bool(less.exact()) and step == 0 and beyond > CHAIN.delta_stop

chain_holds_term_by_term.sabotage("only the levels before i*", lambda values, high: first_heavy_level(values, high) - 1)
