"""The ladders of rules on which the claims of ABMS20, Section 4.2.1, are checked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from privlearn.concepts.aggregation import named_rule
from privlearn.dimensions.all_classes import class_of_number
from privlearn.dimensions.composed_ladders import class_table, planted_table, rule_inputs, table_of_edges
from privlearn.dimensions.ramsey import even_colouring

PAGE = "closure/ramsey"
SECTION = "4.2.1 Threshold dimension"
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


def with_edges(instances: Iterator[Instance]) -> tuple[Instance, ...]:
    """Keep the instances whose ladder has at least two vertices, so that there is an edge."""
    return tuple(instance for instance in instances if len(table_of(instance)) > 1)


@cache
def all_instances() -> tuple[Instance, ...]:
    """Return every instance: planted ones, even ones (hardest for the greedy search), and those of real classes."""
    return (*PLANTED, *EVEN, *with_edges(class_instances()))
