"""ABMS20, Section 1: the searches for the dimensions of one class, as they are compiled for large ones."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from privlearn.checking import check, judged, sabotage
from privlearn.concepts import ConceptClass, all_functions, boxes, point_functions, subset_layer, thresholds
from privlearn.dimensions import (DimensionBounds, is_mistake_tree, is_shattered, is_threshold_sequence,
                                  littlestone_bounds, threshold_bounds, tree_depth, vc_bounds)
from privlearn.dimensions.bounds import compiled_available
from privlearn.dimensions.sweeps import class_of_number
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


def drawn() -> Iterator[tuple[int, ConceptClass]]:
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
    for seed, concepts in drawn():
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
                  "functions and boxes, against what is known of them; 18 drawn classes of up to 140 concepts on up "
                  "to 9 points, against the search in plain Python; each without a limit and after so many steps "
                  "that it is cut",
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
    """Return bounds moved by so much; ``None`` for the upper one puts it on the lower one."""
    low = found.lower + lower
    return replace(found, lower=low, upper=low if upper is None else found.upper + upper)


def with_first_points(name: str, found: DimensionBounds) -> DimensionBounds:
    """Return the bounds with the first points in place of a shattered set."""
    return replace(found, witness=tuple(range(found.lower))) if name == "VC" else found
