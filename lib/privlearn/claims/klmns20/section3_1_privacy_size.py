"""KLMNS20, Section 3.1: TreeLog's privacy at the parameters and sizes that one would use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from privlearn.claims.klmns20.section3_1_privacy import SETTINGS
from privlearn.claims.registry import check
from privlearn.claims.verdict import Verdict, judge
from privlearn.exact import exp_bracket
from privlearn.laws.divergences import hockey_stick
from privlearn.learners.interior_point import TreeLogParameters, fast_tree_log_law, plan_tree_log
from privlearn.mechanisms import replace_one


@lru_cache(maxsize=2)
def plan(bits: int) -> Any:
    """Return the plan at epsilon = 1, delta = 10^-6, beta = 1/10 for a random path and a public number of rows."""
    return plan_tree_log(bits, neighbours=replace_one, epsilon=1, delta=Fraction(1, 10**6), beta=Fraction(1, 10),
                         kind="random path")


def operating_pairs() -> Iterator[tuple[int, dict[int, int], int, int]]:
    """Yield (bits, multiplicities, element to replace, its replacement)."""
    for bits in (16, 64):
        n, top = plan(bits).rows, 1 << bits
        h, t, s = n // 2, n // 3, n // 6
        databases = [{0: n - 2 * t, top // 2: t, top - 1: t}]
        if bits == 16:
            databases += [{0: s, 1: s, top // 4: s, top // 2: s, top // 2 + 1: s, top - 1: n - 5 * s},
                          {0: n - h, top // 2: h}, {top - 1: n}]
        for counts in databases:
            yield bits, counts, min(counts), top // 8 + 1


def rows_of(counts: dict[int, int]) -> tuple[int, ...]:
    """Return the elements of a multiset of given multiplicities."""
    return tuple(x for x, times in sorted(counts.items()) for _ in range(times))


@check("KLMNS20-3.6", grade="exact",
       quantifier="the plans for epsilon = 1, delta = 10^-6, beta = 1/10 at 2^16 and 2^64 points, databases of at most "
                  "six distinct points and a replacement by a new one: both hockey sticks at e are at most 10^-6",
       reason="Five pairs of neighbours only, chosen so that a new node could be chosen; the laws are exact.",
       fingerprint=lambda law: law(rows_of({0: 3, 5: 2}), 3, SETTINGS["delta"][1]).exact())
def planned_parameters_are_private_at_their_size(law=fast_tree_log_law) -> Verdict:
    def cases() -> Iterator[Any]:
        e = exp_bracket(1).lower
        for bits, counts, old, new in operating_pairs():
            changed = {**counts, old: counts[old] - 1, new: counts.get(new, 0) + 1}
            sides = [law(rows_of(side), bits, plan(bits).parameters).exact() for side in (counts, changed)]
            for left, right, way in ((0, 1, "forth"), (1, 0, "back")):
                yield (bits, tuple(counts.items()), old, new, way), \
                    hockey_stick(sides[left], sides[right], e)[0], Fraction(1, 10**6)

    return judge("<=", cases())


def exceeds_a_millionth(law: Callable, witness: Any) -> bool:
    """Tell whether the hockey stick of a pair at e exceeds a millionth, summing over outcomes."""
    bits, counts, old, new, way = witness
    before = [x for x, times in counts for _ in range(times)]
    after = sorted([new, *before[:before.index(old)], *before[before.index(old) + 1:]])
    p, q = (law(tuple(rows), bits, plan(bits).parameters).exact() for rows in (before, after))
    left, right = (p, q) if way == "forth" else (q, p)
    return sum(max(Fraction(0), mass - Fraction(2718282, 10**6) * right.get(o, 0)) for o, mass in left.items()) > \
        Fraction(1, 10**6)


def careless_choice(rows: Any, bits: int, parameters: TreeLogParameters) -> Any:
    """Return the law with a choice of a node that hardly looks at the weights."""
    levels = tuple(replace(t, exp_choose=Fraction(101, 100)) for t in parameters.levels)
    return fast_tree_log_law(rows, bits, TreeLogParameters(levels, parameters.exp_base))


@planned_parameters_are_private_at_their_size.verifier
def _(law, witness):
    return exceeds_a_millionth(law, witness)

planned_parameters_are_private_at_their_size.sabotage("the choice hardly looks at the weights", careless_choice)


def structured_pairs() -> Iterator[tuple[dict[int, int], int, int]]:
    """Yield (multiplicities, element to replace, its replacement): four points of 2^16, some close to each other."""
    rng, n = np.random.default_rng(306), plan(16).rows
    for _ in range(4):
        centre = int(rng.integers(1 << 16))
        points = sorted({centre, *(min((1 << 16) - 1, centre ^ (1 << int(k))) for k in rng.integers(16, size=3))})
        cuts = [0, *sorted(int(c) for c in rng.integers(1, n, size=len(points) - 1)), n]
        counts = {x: b - a for x, a, b in zip(points, cuts, cuts[1:], strict=False) if b > a}
        between = {(a + b) // 2 for a, b in zip(points, points[1:], strict=False)}  # a new point outside is trimmed
        yield from ((counts, x, y) for x in counts for y in sorted({*counts, *between}) if x != y)


DRAWN = 73


@lru_cache(maxsize=8)
def drawn_law(law: Callable, rows: tuple[int, ...]) -> Any:
    """Return the exact law at the plan's parameters, kept for the next part of the same check."""
    return law(rows, 16, plan(16).parameters).exact()


@check("KLMNS20-3.6", grade="exact", parts=DRAWN,
       quantifier="the plan for epsilon = 1, delta = 10^-6, beta = 1/10 at 2^16 points: four drawn databases of at "
                  "most four distinct points, all replacements by each other and by points halfway: both hockey sticks "
                  "at e",
       reason="Databases are drawn once and for all; the laws are exact.",
       fingerprint=lambda law: law(rows_of({0: 3, 5: 2}), 3, SETTINGS["delta"][1]).exact())
def drawn_databases_at_their_size(law=fast_tree_log_law, part: int = 0) -> Verdict:
    def cases() -> Iterator[Any]:
        e = exp_bracket(1).lower
        for counts, old, new in list(structured_pairs())[part::DRAWN]:
            changed = {**counts, old: counts[old] - 1, new: counts.get(new, 0) + 1}
            sides = [drawn_law(law, rows_of(side)) for side in (counts, changed)]
            for left, right, way in ((0, 1, "forth"), (1, 0, "back")):
                yield (16, tuple(counts.items()), old, new, way), \
                    hockey_stick(sides[left], sides[right], e)[0], Fraction(1, 10**6)

    return judge("<=", cases())


@drawn_databases_at_their_size.verifier
def _(law, witness):
    return exceeds_a_millionth(law, witness)

drawn_databases_at_their_size.sabotage("the choice hardly looks at the weights", careless_choice)
