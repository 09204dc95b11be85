"""Ladders on which the colouring and the extraction are tried, and wrong versions of both."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from privlearn.concepts import named_rule
from privlearn.dimensions.composition import extract_ladder, monochromatic_set, planted_table
from privlearn.dimensions.composition.ladder_extraction import (Extraction, Pairs, coordinate_colours, interleave,
                                                                pair_colours)
from privlearn.dimensions.composition.ladder_tables import class_table, rule_inputs, table_of_edges
from privlearn.dimensions.composition.ramsey import Colouring, even_colouring
from privlearn.dimensions.sweeps import class_of_number


def broken_printed_finish(vertices: Sequence[int], upper_value: int) -> Pairs:
    """Turn the sequence round as printed: functions of the i-indices and points of the j-indices, reversed."""
    pairs = tuple(zip(*interleave(vertices), strict=True))
    return pairs if upper_value else pairs[::-1]


PAIR_RULES = ("and", "or", "xor", "nand")
SIZES = (8, 64, 256, 1024)
Instance = tuple[str, int, int, str]  # rule, arity, size, where the table comes from
PLANTED: tuple[Instance, ...] = (
    *((name, 2, n, "seed 1") for name in PAIR_RULES for n in SIZES),
    *(("nand", 1, n, "seed 1") for n in SIZES), *(("majority", 3, n, "seed 1") for n in (64, 256)))
EVEN: tuple[Instance, ...] = tuple((name, k, length, "even") for name, k, length in (
    ("and", 2, 8), ("or", 2, 8), ("xor", 2, 7), ("nand", 2, 8), ("majority", 3, 4)))
SEED_CLASSES = 20060  # of the pairs of classes on four points


@cache
def table_of(instance: Instance) -> np.ndarray:
    """Return the table of an instance, read-only; of an even one the size is the number of recorded vertices."""
    name, arity, size, origin = instance
    rule = named_rule(name, arity)
    if origin == "even":
        colours = len(rule_inputs(rule, arity, 0)) * len(rule_inputs(rule, arity, 1))
        n, colour_of = even_colouring(size, colours)
        table = table_of_edges(n, colour_of, rule, arity)
    elif origin.startswith("classes"):
        first, second = (int(number) for number in origin.split()[1:])
        table = class_table(rule, class_of_number(first, size), class_of_number(second, size))
    else:
        table = planted_table(size, rule, arity, int(origin.split()[1]))
    table.setflags(write=False)
    return table


def class_instances() -> Iterator[Instance]:
    """Yield ladders found in real classes, for each rule: all 120 pairs on two points, and 25 pairs on four points."""
    for name in PAIR_RULES:
        yield from ((name, 2, 2, f"classes {a} {b}") for a in range(1, 16) for b in range(a, 16))
        numbers = np.random.PCG64(SEED_CLASSES).random_raw(50) >> np.uint64(48)
        yield from ((name, 2, 4, f"classes {a} {b}") for a, b in numbers.reshape(25, 2).tolist() if a and b)


@cache
def all_instances() -> tuple[Instance, ...]:
    """Return every instance: planted ones, even ones (hardest for the greedy search), and those of real classes."""
    return (*PLANTED, *EVEN, *(instance for instance in class_instances() if len(table_of(instance)) > 1))


def possible(instance: Instance) -> int:
    rule = named_rule(instance[0], instance[1])
    return len(rule_inputs(rule, instance[1], 0)) * len(rule_inputs(rule, instance[1], 1))


def both_colourings(instance: Instance) -> Iterator[tuple[Any, int, Colouring, int]]:
    """Yield (instance, vertices, colouring, possible colours) for the paper's colouring and for 2k colours."""
    table, k = table_of(instance), instance[1]
    yield (*instance, "pairs"), len(table), pair_colours(table, k), possible(instance)
    yield (*instance, "coordinates"), len(table), coordinate_colours(table, k), 2 * k


def broken_colours_of_the_diagonal(table: np.ndarray, arity: int) -> Colouring:
    """Colour an edge by the two vectors on the diagonal, ``h_p(x_p)`` and ``h_q(x_q)``."""
    own = table.diagonal().astype(np.int64)
    return lambda v, others: own[v] << arity | own[others]


def broken_all_recorded(size: int, colour_of: Colouring) -> tuple[tuple[int, ...], int]:
    """Keep the greedy choice of every step and forget to take those of one colour."""
    left, found, colour = np.arange(size), [0], -1
    while len(left) > 1:
        colours = colour_of(int(left[0]), left[1:])
        kinds, counts = np.unique(colours, return_counts=True)
        colour = int(kinds[np.argmax(counts)])
        left = left[1:][colours == colour]
        found.append(int(left[0]))
    return tuple(found), colour


def broken_least_colour_kept(size: int, colour_of: Colouring) -> tuple[tuple[int, ...], int]:
    """Keep the vertices of the least colour in every step, however few they are."""
    left, recorded = np.arange(size), []
    while len(left) > 1:
        colours = colour_of(int(left[0]), left[1:])
        recorded.append((int(left[0]), int(colours.min())))
        left = left[1:][colours == colours.min()]
    seen = [colour for _, colour in recorded]
    best = max(sorted(set(seen)), key=seen.count, default=-1)
    return (*(v for v, colour in recorded if colour == best), int(left[0])), best


def broken_last_vertex_dropped(size: int, colour_of: Colouring) -> tuple[tuple[int, ...], int]:
    """Forget that the last vertex goes with every colour."""
    vertices, colour = monochromatic_set(size, colour_of)
    return vertices[:-1], colour


def broken_extraction(table: np.ndarray, rule: int, arity: int, *, colouring: str = "pairs") -> Extraction:
    """Extract with the printed last step."""
    right = extract_ladder(table, rule, arity, colouring=colouring)
    first = right.pairs[0] if right.pairs else (0, 0)
    return replace(right, pairs=broken_printed_finish(right.vertices, int(first[0] < first[1])))
