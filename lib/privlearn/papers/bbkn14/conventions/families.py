"""BBKN14, our conventions: the classes that pages name are those that their definitions list."""

from collections.abc import Callable, Iterable
from itertools import combinations, product
from typing import Any

import privlearn.papers.bbkn14.conventions.quantifiers  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.concepts import (ConceptClass, all_functions, boxes, grid, initial_segments, intervals, lines,
                                point_functions, points, subset_layer, thresholds)

Families = dict[str, Callable[..., ConceptClass]]
Size = tuple[int, ...]
Rows = list[tuple[int, ...]]
FAMILIES: Families = {family.__name__: family for family in (
    point_functions, points, initial_segments, intervals, all_functions, subset_layer, thresholds, lines, boxes)}
SIZES: dict[str, tuple[Size, ...]] = {
    "point_functions": ((1,), (2,), (5,)), "points": ((0,), (1,), (3,)), "initial_segments": ((1,), (2,), (5,)),
    "intervals": ((0,), (1,), (3,)), "all_functions": ((1,), (2,), (4,)), "thresholds": ((0,), (1,), (3,)),
    "subset_layer": ((1, 0), (1, 1), (4, 2), (5, 3)), "lines": ((2,), (3,), (5,)),
    "boxes": ((1, 1), (2, 1), (1, 2), (2, 2))}


def table(concepts: Iterable[Any], domain: Iterable[Any], holds: Callable[[Any, Any], bool]) -> Rows:
    """Return the values at all points of the domain of one function for each concept."""
    places = [*domain]
    return [tuple(int(holds(concept, x)) for x in places) for concept in concepts]


def sides(bits: int, dimension: int) -> Iterable[tuple[tuple[int, int], ...]]:
    """Return the boxes as tuples of sides, a side being its first and its last point."""
    ends = [(s, t) for s in range(1 << bits) for t in range(1 << bits) if s <= t]
    return [((1, 0),) * dimension, *product(ends, repeat=dimension)]


DEFINITIONS: dict[str, Callable[..., Rows]] = {
    "point_functions": lambda n: table(range(n), range(n), lambda j, x: x == j),
    "points": lambda d: table(range(2**d), range(2**d), lambda j, x: x == j),
    "initial_segments": lambda n: table(range(n + 1), range(n), lambda j, x: x < j),
    "intervals": lambda d: table(range(2**d + 1), range(2**d), lambda j, x: x < j),
    "all_functions": lambda n: table(range(2**n), range(n), lambda f, x: f // 2 ** (n - 1 - x) % 2 == 1),
    "thresholds": lambda b: table(range(2**b), range(2**b), lambda a, x: x >= a),
    "subset_layer": lambda k, s: table(range(k), combinations(range(k), s), lambda h, chosen: h in chosen),
    "lines": lambda p: table(product(range(p), repeat=2), product(range(p), repeat=2),
                             lambda line, point: (line[0] * point[0] + line[1] - point[1]) % p == 0),
    "boxes": lambda b, d: table(sides(b, d), product(range(2**b), repeat=d), lambda box, point: all(
        s <= x <= t for (s, t), x in zip(box, point, strict=True)))}
NUMBERS: dict[str, Callable[..., int]] = {
    "point_functions": lambda n: n, "points": lambda d: 2**d, "initial_segments": lambda n: n + 1,
    "intervals": lambda d: 2**d + 1, "all_functions": lambda n: 2**n, "thresholds": lambda b: 2**b,
    "subset_layer": lambda k, s: k, "lines": lambda p: p**2, "boxes": lambda b, d: 1 + (2 ** (b - 1) * (2**b + 1)) ** d}


def rows_of(families: Families, name: str, size: Size) -> Rows:
    """Return the functions of a family as it is built."""
    return [*families[name](*size).rows()]


@check("BBKN14-0.conventions", grade="exact",
       quantifier="points, segments, intervals, thresholds, all functions, lines, boxes and layers of subsets, each of "
                  "three or four small sizes, the least among them: every value of every function, in order",
       says="every family that pages name has just the functions of its definition, in order",
       fingerprint=lambda families: [rows_of(families, name, sizes[-1]) for name, sizes in SIZES.items()])
@sabotage("thresholds with the constant 0", FAMILIES | {"thresholds": intervals})
@sabotage("boxes without the empty set", FAMILIES | {"boxes": lambda *size: boxes(*size).without(0)})
@sabotage("segments with their end", FAMILIES | {"initial_segments": lambda n: ConceptClass.from_matrix(
    [[int(x <= j) for x in range(n)] for j in range(n)])})
@judged("==")
def families_are_those_of_their_definitions(families=FAMILIES):
    for name, sizes in SIZES.items():
        for size in sizes:
            yield (name, size), rows_of(families, name, size), DEFINITIONS[name](*size)

def refutes_families_are_those_of_their_definitions(families, name, size):
    found = rows_of(families, name, size)
    return len(found) != NUMBERS[name](*size) or any(row not in found for row in DEFINITIONS[name](*size))


@check("BBKN14-0.conventions", grade="exact", quantifier="1 and 2 bits, 1 to 3 dimensions: every point, digit by digit",
       says="{the grid} is {all tuples of coordinates, in lexicographic order}",
       fingerprint=lambda points_of: points_of(1, 2))
@sabotage("the last coordinate runs slowest", lambda bits, dimension: [x[::-1] for x in grid(bits, dimension)])
@judged("==")
def grids_are_in_order(points_of=grid):
    for b, d in product((1, 2), (1, 2, 3)):
        numbered = [tuple((k >> b * (d - 1 - i)) % 2**b for i in range(d)) for k in range(2 ** (b * d))]
        yield (b, d), points_of(b, d), numbered

def refutes_grids_are_in_order(points_of, b, d):
    found = points_of(b, d)
    return found != sorted(found) or set(found) != set(product(range(2**b), repeat=d))
