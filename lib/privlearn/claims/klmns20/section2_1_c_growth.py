"""KLMNS20, Section 2.1: bounded growth, and Example 2.3."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from privlearn.claims.klmns20.section2_1_a_quality import (
    PAGE,
    SECTION,
    Case,
    fingerprint_of_cases,
    on_points,
    weight_at,
)
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.mechanisms import growth_bound, multiplicity, multiset_databases, points_in_window

claim("KLMNS20-2.bg", kind="definition", section=SECTION, page=PAGE, uses=("KLMNS20-2.sens",), title="Bounded growth")


def growing(size: int = 6, most: int = 4) -> dict[str, tuple[Case, int]]:
    """Return quality functions with the bound on their growth."""
    points = {f"multiplicity, {k} points": (on_points(multiplicity, k, most), 1) for k in range(1, size + 1)}
    nodes = {f"weight at depth {d} of {bits}": (Case(weight_at(d, bits), tuple(range(2**bits)), tuple(range(2**d)),
                                                     most), 1)
             for bits in (1, 2, 3) for d in range(bits + 1)}
    windows = {f"windows of length {k}": (Case(points_in_window(k), tuple(range(size)), tuple(range(1 - k, size)),
                                               most), k) for k in range(1, 5)}
    return {**points, **nodes, **windows}


GROWING = growing()


@check("KLMNS20-2.bg", grade="exhaustive",
       quantifier="multiplicity on 1..6 points and windows of length 1..4 on 6 points: all multisets with n <= 4; node "
                  "weights at every depth on 2, 4 and 8 points: n <= 4",
       fingerprint=lambda cases: fingerprint_of_cases({name: case for name, (case, _) in cases.items()}))
def growth_is_one_for_nodes_and_k_for_windows(cases: dict[str, tuple[Case, int]] = GROWING) -> Verdict:
    verdict = judge("==", ((name, growth_bound(case.quality, case.databases(), case.outcomes), bound)
                           for name, (case, bound) in cases.items()))
    return counted(verdict, sum(len(case.databases()) for case, _ in cases.values()))


@growth_is_one_for_nodes_and_k_for_windows.verifier
def _(cases, witness):
    case, bound = cases[witness]
    if any(case.quality((), f) for f in case.outcomes):
        return True
    steps = [[case.quality((*s, x), f) - case.quality(s, f) for f in case.outcomes]
             for s in case.databases() if len(s) < case.most for x in case.rows]
    return any(min(step) < 0 or max(step) > 1 for step in steps) or max(map(sum, steps)) != bound

growth_is_one_for_nodes_and_k_for_windows.sabotage("multiplicity plus 1: the empty database has positive quality",
    make=lambda: {**GROWING, "multiplicity, 6 points": (on_points(lambda database, f: 1 + database.count(f), 6, 4), 1)})
growth_is_one_for_nodes_and_k_for_windows.sabotage("the length of the database as the quality of every point",
    make=lambda: {**GROWING, "multiplicity, 6 points": (on_points(lambda database, f: len(database), 6, 4), 1)})


claim("KLMNS20-2.3", kind="example", section=SECTION, page=PAGE, uses=("KLMNS20-2.bg",),
      title="Multiplicity is of 1-bounded growth")


@check("KLMNS20-2.3", grade="exhaustive", quantifier="|X| = 1..6, all S with n <= 5, all added points",
       fingerprint=lambda quality: [quality((0, 1, 1, 1), f) for f in range(3)])
def the_three_conditions_hold_with_one_and_fail_with_zero(quality=multiplicity) -> Verdict:
    def cases() -> Iterator[Any]:
        for size in range(1, 7):
            databases = [s for rows in range(5) for s in multiset_databases(range(size), rows)]
            for s, x in product(databases, range(size)):
                steps = [quality(tuple(sorted((*s, x))), f) - quality(s, f) for f in range(size)]
                yield (size, s, x), [quality((), x), sorted(steps)], [0, [0] * (size - 1) + [1]]

    return judge("==", cases())


@the_three_conditions_hold_with_one_and_fail_with_zero.verifier
def _(quality, witness):
    size, s, x = witness
    changed = {f: quality((*s, x), f) - quality(s, f) for f in range(size)}
    return quality((), x) != 0 or sum(map(abs, changed.values())) != 1 or max(changed.values()) != 1

the_three_conditions_hold_with_one_and_fail_with_zero.sabotage(
    "rank: how many elements are at most x", lambda database, point: sum(s <= point for s in database))
the_three_conditions_hold_with_one_and_fail_with_zero.sabotage(
    "min(multiplicity, 1), which need not grow", lambda database, point: min(database.count(point), 1))
