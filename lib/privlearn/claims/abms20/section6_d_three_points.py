"""ABMS20, Algorithm 4: its exact privacy loss on domains of three points, all databases of nine rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from privlearn.claims.abms20.section6_agnostic import EXP, RATIO, ROOT, largest_ratio, weighted
from privlearn.claims.registry import check
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import ConceptClass, all_functions, initial_segments, point_functions
from privlearn.laws import Law
from privlearn.learners.relabeling.agnostic import private_agnostic_law
from privlearn.mechanisms.neighbours import Database

RECORDS = tuple(product(range(3), (0, 1)))
EIGHT = list(product((0, 1), repeat=3))
CLASSES = {"segments": initial_segments(3), "all": all_functions(3), "points": point_functions(3),
           "constants": ConceptClass.from_matrix([[0, 0, 0], [1, 1, 1]])}
PARTS = tuple(product(CLASSES, ("improper", "proper")))
Input = tuple[Database, tuple[int, ...]]


@cache
def base_learner(name: str, base: str) -> Callable[[Database], Law]:
    """Return the learner: of all eight functions, or the exponential mechanism over the class."""
    if base == "improper":
        return cache(lambda rows: weighted(EIGHT, rows, EXP))
    return cache(lambda rows: weighted([tuple(h) for h in CLASSES[name].rows()], rows, ROOT))


def algorithm(name: str, base: str, data: Database, more: tuple[int, ...]) -> Law:
    """Return the law of the agnostic learner on D and a T with these further points."""
    return private_agnostic_law(CLASSES[name], base_learner(name, base), data, tuple((x, 0) for x in more), EXP, 1)


@cache
def neighbouring_inputs() -> tuple[tuple[Input, Input], ...]:
    """Return all neighbouring pairs of (D, points of T that D lacks), each once; T has nine rows, too."""
    supports = [t for size in (1, 2, 3) for t in combinations(range(3), size)]
    databases = tuple(combinations_with_replacement(RECORDS, 9))
    pairs: set[tuple[Input, Input]] = set()
    for d in databases:
        seen = {x for x, _ in d}
        here = {t: tuple(x for x in t if x not in seen) for t in supports}
        for t, u in product(supports, repeat=2):  # a row of T is replaced: one point lost at most, one gained at most
            if here[t] < here[u] and {*t} & {*u} and len({*t} - {*u}) <= 1 and len({*u} - {*t}) <= 1:
                pairs.add(((d, here[t]), (d, here[u])))
        for other in {tuple(sorted((*d[:i], z, *d[i + 1:]))) for i in range(9) for z in RECORDS if z > d[i]}:
            there = {x for x, _ in other}
            pairs |= {((d, here[t]), (other, tuple(x for x in t if x not in there))) for t in supports}
    return tuple(sorted(pairs))


@check("ABMS20-6.alg4", grade="exhaustive", parts=len(PARTS),
       quantifier="segments, all functions, point functions and constants on 3 points, all 2002 multisets D of 9 rows, "
                  "all supports of T, every replaced row, an improper and a proper learner: ratio at most "
                  "(1 + e^{eps/2})^2 (1 + (e^eps - 1)/9)",
       reason="e^epsilon = 9/4 in place of e.",
       fingerprint=lambda law: law("constants", "proper", ((0, 1),) * 9, (1,)))
def privacy_loss_on_three_points_is_bounded(law=algorithm, part: int = 0) -> Verdict:
    name, base = PARTS[part]
    tables: dict[Input, dict[Any, Any]] = {}

    def cases() -> Iterator[Any]:
        for pair in neighbouring_inputs():
            for key in pair:
                if key not in tables:
                    tables[key] = law(name, base, *key).masses()
            yield (name, base, *pair), largest_ratio(tables[pair[0]], tables[pair[1]]), RATIO

    verdict = judge("<=", cases())
    return counted(verdict, len(neighbouring_inputs())) if verdict.holds else verdict


@privacy_loss_on_three_points_is_bounded.verifier
def _(law, witness):
    name, base, first, second = witness
    p, q = law(name, base, *first).exact(), law(name, base, *second).exact()
    limit = Fraction(25, 4) * Fraction(41, 36)  # (1 + 3/2)^2 (8 + 9/4)/9
    return any(w > limit * b.get(f, 0) for a, b in ((p, q), (q, p)) for f, w in a.items())


@privacy_loss_on_three_points_is_bounded.sabotage("a pattern of least error for certain, and no subsampling")
def _():
    def law(name: str, base: str, data: Database, more: tuple[int, ...]) -> Law:
        best = min(CLASSES[name].rows(), key=lambda h: sum(h[x] != y for x, y in data))
        return base_learner(name, base)(tuple((x, best[x]) for x, _ in data))

    return law
