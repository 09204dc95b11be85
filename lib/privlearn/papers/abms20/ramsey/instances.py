"""Ladders on which the colouring and the extraction are tried, and wrong versions of both."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from privlearn.concepts import named_rule
from privlearn.dimensions.composition import extract_ladder, planted_table
from privlearn.dimensions.composition.ladder_extraction import Extraction, Pairs, interleave
from privlearn.dimensions.composition.ladder_tables import class_table, rule_inputs, table_of_edges
from privlearn.dimensions.composition.ramsey import even_colouring
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


def found_when_shared_evenly(size: int, colours: int) -> int:
    """Run the greedy search where the colours share evenly what is left; return how many vertices of a colour it finds.

    The first vertex is recorded, and the edges to the others have the colours by turns.  What stays is an arithmetic
    progression, so that any number of vertices will do.  No colouring gives the search less.
    """
    left, recorded = range(size), 1
    while left[1:]:
        left, recorded = max((left[1 + turn::colours] for turn in range(colours)), key=length), recorded + 1
    return 1 + -(-(recorded - 1) // colours)  # the colour that is kept is the one whose turn it is


def length(progression: range) -> int:
    return -(-(progression.stop - progression.start) // progression.step)  # len() refuses large numbers


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


def broken_extraction(table: np.ndarray, rule: int, arity: int, *, colouring: str = "pairs") -> Extraction:
    """Extract with the printed last step."""
    right = extract_ladder(table, rule, arity, colouring=colouring)
    first = right.pairs[0] if right.pairs else (0, 0)
    return replace(right, pairs=broken_printed_finish(right.vertices, int(first[0] < first[1])))
