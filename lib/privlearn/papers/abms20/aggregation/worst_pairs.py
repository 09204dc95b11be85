"""The worst pairs of classes on five to seven points, found through maximal classes."""

from functools import cache

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.dimensions import littlestone_dimension
from privlearn.dimensions.sweeps import (RULES, composed_masks, littlestone_of_masks, maximal_on_five_points,
                                         one_mistake_classes, threshold_of_masks)
from privlearn.dimensions.sweeps.numbers import renamings_of_all_classes
from privlearn.papers.abms20.aggregation.instances import composed_rows
from privlearn.papers.by_definition import littlestone_by_definition

AND = RULES["and"]
XOR = RULES["xor"]
AND_PARTS = 32


def worst_partner(rule: int, first: int, second: np.ndarray, points: int) -> tuple[int, int]:
    """Return the largest Littlestone dimension of a composition with one of many classes, and that class."""
    found = littlestone_of_masks(composed_masks(rule, first, second, points), points)
    return int(found.max()), int(second[int(found.argmax())])


@cache
def up_to_renaming() -> np.ndarray:
    """Return the maximal classes of dimension 2 on five points whose half at the last point is least in its orbit."""
    classes = maximal_on_five_points("littlestone", 2)
    return classes[renamings_of_all_classes(4).min(axis=0)[classes >> 16] == classes >> 16]


def depth_of_pair(rule: int, first: int, second: int, points: int) -> int:
    """Return the Littlestone dimension of a composition, both from their definitions."""
    rows = composed_rows(rule, first, second, points)
    return littlestone_by_definition(ConceptClass.from_matrix(rows))


def kind_of(number: int, points: int) -> tuple[int, ...]:
    """Return what a permutation of the points leaves of a majority changed on blocks: ones and zeros of each block."""
    functions = [f for f in range(1 << points) if number >> f & 1]
    majority = sum(1 << x for x in range(points) if 2 * sum(f >> x & 1 for f in functions) > len(functions))
    blocks = [f ^ majority for f in functions if f != majority]
    return tuple(sorted((block & majority).bit_count() * 8 + (block & ~majority).bit_count() for block in blocks))


@cache
def one_of_each_kind(points: int) -> list[int]:
    """Return one of each orbit of the maximal classes of dimension 1 under permutations of the points."""
    return sorted({kind_of(number, points): number for number in one_mistake_classes(points)}.values())


def around_zero(points: int) -> list[int]:
    """Return the maximal classes of dimension 1 whose majority is the function 0."""
    return [number for number in one_mistake_classes(points) if number & 1 and
            sum(f for f in range(1 << points) if number >> f & 1) == (1 << points) - 1]


def xor_on_seven_points(first: int, seconds: list[int]) -> tuple[int, int]:
    """Return the largest Littlestone dimension of an XOR, by the library's search, and the class that reaches it."""
    mine = [f for f in range(128) if first >> f & 1]
    best = (-1, 0)
    for second in seconds:
        functions = {f ^ g for f in mine for g in range(128) if second >> g & 1}
        rows = [[h >> x & 1 for x in range(7)] for h in sorted(functions)]
        best = max(best, (littlestone_dimension(ConceptClass.from_matrix(rows)), second))
    return best


SIX_PARTS = 24
Place = tuple[int, int, int]  # rule, number of points, which of the first classes
PLACES: list[Place] = [*((AND, 6, k) for k in range(SIX_PARTS)), (XOR, 6, 0), *((XOR, 7, k) for k in range(14))]


def places_judged(place: Place) -> tuple[list[tuple[int, int, int]], int]:
    """Return (first class, worst second class, dimension) for the first classes of a place, and the number of pairs."""
    rule, points, which = place
    if rule == AND:
        seconds = np.array(one_mistake_classes(6), dtype=np.uint64)
        firsts = one_of_each_kind(6)[which::SIX_PARTS]
    else:  # a change of sign of either class is one of the XOR
        chosen = {kind_of(number, points): number for number in around_zero(points)}
        firsts = list(chosen.values())[which::14] if points == 7 else list(chosen.values())
        seconds = np.array(around_zero(points), dtype=object if points == 7 else np.uint64)
    found = [worst_partner(rule, first, seconds, 6) if points == 6 else xor_on_seven_points(first, seconds.tolist())
             for first in firsts]
    return [(first, second, value) for first, (value, second) in zip(firsts, found, strict=True)], \
        len(firsts) * len(seconds)


def worst_thresholds(rule: int, one: int, two: int) -> tuple[int, int, int]:
    """Return the largest threshold dimension of a composition of maximal classes on five points, and a pair."""
    seconds, best = maximal_on_five_points("threshold", two), (-1, 0, 0)
    for first in maximal_on_five_points("threshold", one).tolist():
        found = threshold_of_masks(composed_masks(rule, first, seconds, 5))
        best = max(best, (int(found.max()), first, int(seconds[int(found.argmax())])))
    return best
