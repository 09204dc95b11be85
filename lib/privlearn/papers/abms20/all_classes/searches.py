"""ABMS20, Section 1: the compiled searches for one class: what they find, and their steps beside plain sets."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import combinations
from typing import Any
from unittest.mock import patch

import numpy as np

from privlearn.checking import check, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, all_functions, boxes, point_functions, subset_layer, thresholds
from privlearn.dimensions import (DimensionBounds, is_mistake_tree, is_shattered, is_threshold_sequence,
                                  littlestone_bounds, littlestone_dimension, threshold_bounds, threshold_dimension,
                                  tree_depth, vc_bounds, vc_dimension)
from privlearn.dimensions.bounds import compiled_available
from privlearn.dimensions.sweeps import class_of_number
from privlearn.papers.abms20.all_classes.compiled_programs import (SPENT, Run, chains_on_sets, first_pair,
                                                                   patterns_on_sets, trees_on_sets)
from privlearn.papers.abms20.all_classes.tables import three_by_definition

SEARCHES: dict[str, Callable[..., DimensionBounds]] = {
    "Littlestone": littlestone_bounds, "threshold": threshold_bounds, "VC": vc_bounds}
# name, class, its three dimensions in the order of the searches
NAMED: tuple[tuple[str, ConceptClass, tuple[int, int, int]], ...] = (
    ("nine points", point_functions(9), (1, 1, 1)), ("16 thresholds", thresholds(4), (4, 16, 1)),
    ("all functions on 4 points", all_functions(4), (4, 4, 4)), ("sets of 3 of 7", subset_layer(7, 3), (2, 3, 2)),
    ("boxes in a square of 4", boxes(2, 2), (6, 7, 4)))


def compiled(name: str, concepts: ConceptClass, limit: int | None = None) -> DimensionBounds:
    """Return what a search finds, compiled where that is possible."""
    return SEARCHES[name](concepts, limit=limit, solver="compiled" if compiled_available() else "plain")


def is_witness(name: str, found: DimensionBounds, concepts: ConceptClass) -> bool:
    """Decide from the definition whether a search's witness proves its lower bound."""
    if name == "VC":
        return is_shattered(found.witness, concepts) and len(found.witness) == found.lower
    if name == "threshold":
        return is_threshold_sequence(found.witness, concepts) and len(found.witness) == found.lower
    return is_mistake_tree(found.witness, concepts) and tree_depth(found.witness) == found.lower


def drawn_classes() -> Iterator[tuple[int, ConceptClass]]:
    """Yield classes of 5 to 140 concepts on 4 to 9 points, drawn by seeds."""
    for seed in range(18):
        rng = random.Random(seed)
        points = rng.randrange(4, 10)
        rows = rng.sample(range(1 << points), min(rng.randrange(5, 141), 1 << points))
        yield seed, ConceptClass.from_matrix(np.array([[f >> x & 1 for x in range(points)] for f in rows]))


def listed() -> Iterator[tuple[Any, ConceptClass]]:
    """Yield all classes that are searched, each with its witness."""
    for number in range(1, 256):
        yield number, class_of_number(number, 3)
    for name, concepts, _ in NAMED:
        yield name, concepts
    for seed, concepts in drawn_classes():
        yield f"seed {seed}", concepts


def known(place: Any, concepts: ConceptClass) -> tuple[int, ...]:
    """Return the three dimensions by definition, from theory, or by the search in plain Python."""
    if isinstance(place, int):
        return three_by_definition(3, place)
    for name, _, dimensions in NAMED:
        if place == name:
            return dimensions
    return tuple(search(concepts, solver="plain").proved().lower for search in SEARCHES.values())


@check("ABMS20-1.engine", grade="exhaustive",
       quantifier="all 255 non-empty classes on 3 points, against the definitions; points, thresholds, layers, all "
       "functions and boxes, against what is known of them; 18 drawn classes of up to 140 concepts on up to 9 points, "
       "against the search in plain Python; each without a limit and after so many steps that it is cut",
       says="the compiled searches find the three dimensions with witnesses, and bound them where they are stopped")
@sabotage("one less", lambda name, concepts, limit=None: shifted(compiled(name, concepts, limit), -1, -1))
@sabotage("a stopped search takes its lower bound for both",
          lambda name, concepts, limit=None: shifted(compiled(name, concepts, limit), 0, None))
@sabotage("the first points for a witness", lambda name, concepts, limit=None: with_first_points(
    name, compiled(name, concepts, limit)))
@judged("==")
def compiled_searches_find_the_dimensions(search=compiled):
    for place, concepts in listed():
        for name, dimension in zip(SEARCHES, known(place, concepts), strict=True):
            found = search(name, concepts)
            yield (place, name, None), (found.lower, found.upper, is_witness(name, found, concepts)), (
                dimension, dimension, True)
            if not isinstance(place, int):
                for limit in (0, found.steps // 2):
                    cut = search(name, concepts, limit)
                    yield ((place, name, limit),
                           (cut.lower <= dimension <= cut.upper, is_witness(name, cut, concepts)), (True, True))

def refutes_compiled_searches_find_the_dimensions(search, place, name, limit):
    concepts = next(concepts for at, concepts in listed() if at == place)
    found, plain = search(name, concepts, limit), SEARCHES[name](concepts, solver="plain").proved().lower
    wrong = (found.lower, found.upper) != (plain, plain) if limit is None else not found.lower <= plain <= found.upper
    return wrong or not is_witness(name, found, concepts)


def shifted(found: DimensionBounds, lower: int, upper: int | None) -> DimensionBounds:
    low = found.lower + lower
    return replace(found, lower=low, upper=low if upper is None else found.upper + upper)


def with_first_points(name: str, found: DimensionBounds) -> DimensionBounds:
    """Return the bounds with the first points in place of a shattered set."""
    return replace(found, witness=tuple(range(found.lower))) if name == "VC" else found


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

    return run(vc, lambda progress: vc.compiled_bounds(concepts, list(range(concepts.size)), limit, progress), portion)


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
@sabotage("slices of half the steps", lambda concepts, limit, portion: patterns_compiled(concepts, limit, portion // 2))
@judged("==")
def compiled_patterns_step_by_step(search=patterns_compiled):
    yield from judged_steps("patterns", search)
