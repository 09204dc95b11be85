"""Littlestone's, the VC and the threshold dimension of named classes, beside the recursion a user would write.

The naive program is the definition with a memory, on tuples of rows: what public code for Littlestone's dimension does.
Run from the root of the repository: ``python -m benchmarks.dimensions`` (some minutes).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np

from benchmarks import _record
from privlearn.concepts import ConceptClass, boxes, halfspaces, lines, thresholds
from privlearn.dimensions import (DimensionBounds, is_mistake_tree, is_shattered, is_threshold_sequence,
                                  littlestone_bounds, threshold_bounds, tree_depth, vc_bounds)
from privlearn.keeping import code_of, files_behind

MEASURED = sorted({file for name in ("littlestone", "threshold", "vc")
                   for file in files_behind(f"privlearn.dimensions.{name}")})
NAIVE_SECONDS = 300
NAIVE = ("Thr_4", "Thr_6", "Thr_8", "Line_3", "Line_5", "Line_7", "HS_1^3", "BOX_2^2")


def naive_littlestone(rows: tuple[tuple[int, ...], ...]) -> int:
    """Return Littlestone's dimension by the definition, with a memory."""
    @cache
    def of(left: tuple[tuple[int, ...], ...]) -> int:
        best = 0
        for x in range(len(rows[0])):
            zeros = tuple(row for row in left if row[x] == 0)
            ones = tuple(row for row in left if row[x] == 1)
            if zeros and ones:
                best = max(best, 1 + min(of(zeros), of(ones)))
        return best

    return of(rows)


def quadratics(p: int) -> ConceptClass:
    """Return the graphs of the polynomials of degree at most 2 over Z_p, as sets of points of the plane."""
    points = list(product(range(p), repeat=2))
    return ConceptClass.from_matrix([[int((a * x * x + b * x + c - y) % p == 0) for x, y in points]
                                     for a, b, c in product(range(p), repeat=3)])


def small_sets(points: int, most: int) -> ConceptClass:
    """Return the class of all sets of at most so many points."""
    return ConceptClass.from_matrix([[int(x in chosen) for x in range(points)]
                                     for size in range(most + 1) for chosen in combinations(range(points), size)])


def random_class(concepts: int, points: int, density: float = 0.5) -> ConceptClass:
    """Return a class with independent random entries (seed 15)."""
    return ConceptClass.from_matrix(np.random.default_rng(15).random((concepts, points)) < density)


def classes() -> Iterator[tuple[str, Callable[[], ConceptClass]]]:
    """Yield the names and the makers of the classes."""
    yield from ((f"Thr_{b}", lambda b=b: thresholds(b)) for b in (4, 6, 8, 10, 12))
    yield from ((f"Line_{p}", lambda p=p: lines(p)) for p in (3, 5, 7, 11, 13, 31))
    yield from ((f"HS_{b}^{d}", lambda b=b, d=d: halfspaces(b, d))
                for b, d in ((1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (1, 4)))
    yield from ((f"BOX_{b}^{d}", lambda b=b, d=d: boxes(b, d))
                for b, d in ((2, 2), (3, 2), (4, 2), (2, 3), (2, 4)))
    yield "degree 2 over Z_13", lambda: quadratics(13)
    yield "at most 4 of 14", lambda: small_sets(14, 4)
    yield "random 64 x 32", lambda: random_class(64, 32)
    yield "random 256 x 32", lambda: random_class(256, 32)
    yield "random 4096 x 24", lambda: random_class(4096, 24)
    yield "random 4096 x 1024", lambda: random_class(4096, 1024)
    yield "random 4096 x 1024, 2 %", lambda: random_class(4096, 1024, 0.02)


def measured(search: Callable[[ConceptClass], DimensionBounds], concepts: ConceptClass,
             proves: Callable[[Any, int], bool]) -> dict[str, Any]:
    """Time one search; its witness has to prove the lower bound."""
    found, seconds = _record.timed(lambda: search(concepts))
    if not proves(found.witness, found.lower):
        raise AssertionError(f"the witness does not prove {found.name} >= {found.lower}")
    return {"lower": found.lower, "upper": found.upper, "steps": found.steps, "seconds": seconds}


def row(name: str, concepts: ConceptClass) -> dict[str, Any]:
    """Measure everything about one class."""
    print(name, file=sys.stderr, flush=True)
    result: dict[str, Any] = {"name": name, "concepts": len(concepts), "points": concepts.size}
    result["littlestone"] = measured(littlestone_bounds, concepts,
                                     lambda w, d: is_mistake_tree(w, concepts) and tree_depth(w) == d)
    result["vc"] = measured(vc_bounds, concepts, lambda w, d: is_shattered(w, by=concepts) and len(w) == d)
    result["threshold"] = measured(threshold_bounds, concepts,
                                   lambda w, d: is_threshold_sequence(w, concepts) and len(w) == d)
    if name in NAIVE:
        value, seconds = _record.within(NAIVE_SECONDS, lambda: naive_littlestone(tuple(concepts.rows())))
        if value is not None and value != result["littlestone"]["lower"]:
            raise AssertionError(f"the naive recursion finds {value} for {name}")
        result["naive"] = {"seconds": seconds}
    return result


def main() -> None:
    """Load the compiled searches, then measure all classes."""
    for search in (littlestone_bounds, vc_bounds, threshold_bounds):
        search(random_class(30, 12), solver="compiled")
    code = code_of(MEASURED)
    rows = [row(name, make()) for name, make in classes()]
    _record.write("dimensions", MEASURED, code, rows, naive_limit=NAIVE_SECONDS)


if __name__ == "__main__":
    main()
