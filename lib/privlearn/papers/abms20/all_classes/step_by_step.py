"""ABMS20, Section 1: the compiled searches, step by step, beside the same programs on plain sets."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import combinations
from typing import Any
from unittest.mock import patch

import numpy as np

from privlearn.checking import check, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, all_functions, boxes, point_functions, thresholds
from privlearn.dimensions import DimensionBounds, littlestone_dimension, threshold_dimension, vc_dimension
from privlearn.dimensions.bounds import compiled_available
from privlearn.papers.abms20.all_classes.compiled_programs import (SPENT, Run, chains_on_sets, first_pair,
                                                                   patterns_on_sets, trees_on_sets)


def run(module: Any, search: Callable[[Any], DimensionBounds], portion: int) -> Run:
    """Run a compiled search in slices of so many steps."""
    told: list[tuple[int, int, int]] = []
    with patch.object(module, "SLICE", portion):
        found = search(lambda *now: told.append(now))
    return found.lower, found.upper, found.witness, found.steps, tuple(told)


def trees_compiled(concepts: ConceptClass, limit: int, portion: int) -> Run:
    """Return what the compiled search for mistake trees does; where nothing is compiled, the program on sets."""
    if not compiled_available():
        return trees_on_sets(concepts, limit, portion)
    from privlearn.dimensions.compiled import littlestone

    return run(littlestone, lambda progress: littlestone.compiled_bounds(concepts, limit, progress), portion)


def chains_compiled(concepts: ConceptClass, limit: int, portion: int) -> Run:
    """Return what the compiled search for threshold sequences does; where nothing is compiled, the program on sets."""
    if not compiled_available():
        return chains_on_sets(concepts, limit, portion)
    from privlearn.dimensions.compiled import threshold

    return run(threshold, lambda progress: threshold.compiled_bounds(
        concepts, first_pair(concepts), min(concepts.matrix.shape), SPENT, limit, progress), portion)


def patterns_compiled(concepts: ConceptClass, limit: int, portion: int) -> Run:
    """Return what the compiled search for shattered points does; where nothing is compiled, the program on sets."""
    if not compiled_available():
        return patterns_on_sets(concepts, limit, portion)
    from privlearn.dimensions.compiled import vc

    return run(vc, lambda progress: vc.compiled_bounds(
        concepts, list(range(concepts.size)), limit, progress), portion)


def drawn(seed: int, concepts: int, points: int, ones: float) -> ConceptClass:
    """Return a class drawn by a seed, with the empty concept and the full one."""
    matrix = (np.random.default_rng(seed).random((concepts, points)) < ones).astype(np.uint8)
    matrix[0], matrix[-1] = 0, 1
    return ConceptClass.from_matrix(matrix)


def middle_layer() -> ConceptClass:
    """Return the sets of 7 of 14 points: a search for trees meets 6,533 sets of them."""
    return ConceptClass.from_matrix([[int(x in chosen) for x in range(14)] for chosen in combinations(range(14), 7)])


MANY = 10**9
Classes = dict[str, ConceptClass]
DRAWN: Classes = {f"drawn, {h} x {x}": drawn(seed, h, x, ones) for seed, h, x, ones in (
    (1, 40, 7, .5), (2, 140, 9, .4), (3, 9, 130, .3), (5, 64, 8, .6), (7, 24, 24, .5), (8, 66, 12, .7),
    (168, 59, 6, .4), (1851, 37, 6, .2))}  # these two meet sets of concepts again
SMALL: Classes = {"two concepts": thresholds(1), "16 thresholds": thresholds(4), "nine points": point_functions(9),
                  "all functions on 4 points": all_functions(4), **DRAWN}
WIDE: Classes = {"boxes in a square of 4": boxes(2, 2), "drawn, 70 x 70": drawn(4, 70, 70, .1)}
PROGRAMS = {"trees": trees_on_sets, "chains": chains_on_sets, "patterns": patterns_on_sets}
CLASSES: dict[str, Classes] = {
    "trees": SMALL | WIDE, "chains": SMALL, "patterns": SMALL | WIDE | {"drawn, 60 x 30": drawn(0, 60, 30, .5)}}
DIMENSIONS = {"trees": littlestone_dimension, "chains": threshold_dimension, "patterns": vc_dimension}
LARGE: dict[str, Callable[[], ConceptClass]] = {
    "trees": middle_layer, "chains": partial(drawn, 7, 130, 16, .6)}  # the memory must grow


@cache
def by_sets(name: str, place: str, limit: int, portion: int) -> Run:
    """Return what the program on sets does with a class."""
    return PROGRAMS[name](class_at(name, place), limit, portion)


@cache
def class_at(name: str, place: str) -> ConceptClass:
    """Return a class by its name."""
    return LARGE[name]() if place == "large" else CLASSES[name][place]


def judged_steps(name: str, search: Callable[[ConceptClass, int, int], Run]) -> Iterator[tuple[Any, Any, Any]]:
    """Yield what a search and the program on sets do, whole, cut short, and in slices, and the dimension."""
    for place, concepts in CLASSES[name].items():
        dimension = DIMENSIONS[name](concepts, solver="plain")
        yield (place, MANY, MANY), search(concepts, MANY, MANY)[:2], (dimension, dimension)
        *_, steps, told = by_sets(name, place, MANY, MANY)
        first = told[0][2] if told else 1
        limits = MANY, 0, first - 1, first, steps // 3, steps // 2, steps - 1, steps
        for limit, portion in (*((limit, MANY) for limit in limits), (3 * steps, steps // 3 + 1),
                               (steps, steps // 5 + 1)):
            yield (place, limit, portion), search(concepts, limit, portion), by_sets(name, place, limit, portion)
    if name in LARGE:
        yield ("large", MANY, MANY), search(class_at(name, "large"), MANY, MANY), by_sets(name, "large", MANY, MANY)


def other_steps(name: str) -> Callable[[Any, Any], bool]:
    """Return the verifier of a search: the program on sets runs once more, and does something else."""
    def other(search, witness) -> bool:
        place, limit, portion = witness
        concepts = class_at(name, place)
        return search(concepts, limit, portion) != PROGRAMS[name](concepts, limit, portion)

    return other


HOW = ("whole, at seven limits, and in slices of a third and of a fifth of the steps (where nothing is compiled, the "
       "program on sets against the dimension alone)")
BOTH = "{the bounds, witness and steps of the compiled search} equal {those of the program on sets}"


@check("ABMS20-1.engine", grade="exact",
       quantifier=f"fourteen classes of 2 to 114 concepts on 2 to 130 points, {HOW}; the sets of 7 of 14 points, whole",
       says=BOTH)
@verifier(other_steps("trees"))
@sabotage("one step beyond the limit", lambda concepts, limit, portion: trees_compiled(concepts, limit + 1, portion))
@sabotage("slices of half the steps", lambda concepts, limit, portion: trees_compiled(concepts, limit, portion // 2))
@judged("==")
def compiled_trees_step_by_step(search=trees_compiled):
    yield from judged_steps("trees", search)


@check("ABMS20-1.engine", grade="exact",
       quantifier=f"twelve classes of 2 to 114 concepts on 2 to 130 points, {HOW}; a drawn class of 130 concepts on 16 "
                  "points, whole", says=BOTH)
@verifier(other_steps("chains"))
@sabotage("half of the limit", lambda concepts, limit, portion: chains_compiled(concepts, limit // 2, portion))
@sabotage("slices of half the steps", lambda concepts, limit, portion: chains_compiled(concepts, limit, portion // 2))
@judged("==")
def compiled_chains_step_by_step(search=chains_compiled):
    yield from judged_steps("chains", search)


@check("ABMS20-1.engine", grade="exact",
       quantifier=f"fifteen classes of 2 to 114 concepts on 2 to 130 points, {HOW}", says=BOTH)
@verifier(other_steps("patterns"))
@sabotage("half of the limit", lambda concepts, limit, portion: patterns_compiled(concepts, limit // 2, portion))
@sabotage("slices of half the steps",
          lambda concepts, limit, portion: patterns_compiled(concepts, limit, portion // 2))
@judged("==")
def compiled_patterns_step_by_step(search=patterns_compiled):
    yield from judged_steps("patterns", search)
