"""ABMS20, Section 1: the Littlestone dimension of a finite class is at most the logarithm of its size."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, covering, judge, sabotage
from privlearn.concepts import thresholds
from privlearn.dimensions import littlestone_dimension
from privlearn.dimensions.sweeps import class_sizes, littlestone_of_all_classes, vc_of_all_classes
from privlearn.papers.abms20.all_classes import claim
from privlearn.papers.abms20.all_classes.instances import ALL_FIVE, patterns_of_trees
from privlearn.papers.by_definition import class_of, littlestone_by_definition

claim("ABMS20-1.finite", kind="observation",
      title="Littlestone's dimension of a finite class is at most the logarithm of its size",
      uses=("FX15-2.5.ldim", "ABMS20-3.def-tree"),
      note="On five points through the halves of a class: one of dimension 1 + min(L, L') has halves of dimensions L "
           "and L' at some point, and the size is the sum of theirs.")


@cache
def smallest_classes(points: int) -> tuple[tuple[int, int], ...]:
    """Return (Littlestone's dimension, a smallest class of it) on at most 4 points, for -1 the empty class."""
    dimensions, sizes = littlestone_of_all_classes(points), class_sizes(points)
    return tuple((d, int(np.where(dimensions == d, sizes, 99).argmin())) for d in range(-1, points + 1))


@check("ABMS20-1.finite", grade="exhaustive",
       quantifier="all non-empty classes on 1 to 4 points, and all 2^32 - 1 on 5 points, by all pairs of halves: the "
                  "least size for each dimension; thresholds on 2^1 to 2^12 points",
       says="{the size of a smallest class, or of the thresholds} equals {2^d for Littlestone dimension d}")
@sabotage("more functions than leaves", lambda depth: 2**depth + 1)
@sabotage("fewer are enough from dimension 5 on", lambda depth: min(2**depth, 31))
def the_class_has_a_function_for_every_leaf(bound=lambda depth: 2**depth) -> Verdict:
    def cases() -> Iterator[Any]:
        for n in range(1, 5):
            yield from (((n, c), c.bit_count(), bound(d)) for d, c in smallest_classes(n) if d >= 0)
        for d in range(6):  # of dimension d are a half of dimension d - 1 at some point, and another one of no less
            pairs = product(smallest_classes(4), repeat=2)
            c = min((low | high << 16 for (a, low), (b, high) in pairs if 1 + min(a, b) == d and low | high),
                    key=int.bit_count)
            yield (5, c), c.bit_count(), bound(d)
        for b in range(1, 13):
            yield ("thresholds", b), len(thresholds(b)), bound(littlestone_dimension(thresholds(b)))

    return covering(judge("==", cases()), 3 + 15 + 255 + 65535 + ALL_FIVE + 12)

def refutes_the_class_has_a_function_for_every_leaf(bound, witness):
    def of(many: int) -> int:  # so many thresholds in a row, halved: a point splits them in two
        return 0 if many == 1 else 1 + of(many // 2)

    def leaves(depth: int) -> int:  # both halves have a tree of one level less, and no function in common
        return 1 if depth == 0 else leaves(depth - 1) + leaves(depth - 1)

    if witness[0] == "thresholds":
        return bound(of(2 ** witness[1])) != 2 ** witness[1]
    concepts = class_of(witness)
    depth = littlestone_by_definition(concepts)
    return len(concepts) == leaves(depth) != bound(depth)


def leaf_classes(points: int, depth: int) -> set[int]:
    """Return the classes made of one function for each leaf of some tree of a depth."""
    found = set()
    for masks in set(map(frozenset, patterns_of_trees(points, depth))):
        choices = [[1 << f for f in range(1 << points) if mask >> f & 1] for mask in masks]
        found |= {sum(chosen) for chosen in product(*choices)}
    return found


@check("ABMS20-1.finite", grade="exhaustive", quantifier="every dimension d <= n on n = 1 to 4 points: all classes",
       says="the classes of dimension d with 2^d functions exist, and are those of one function for each leaf of a "
            "tree")
@sabotage("the VC dimension", vc_of_all_classes)
def equality_holds_for_the_leaves_of_trees_and_no_others(table=littlestone_of_all_classes) -> Verdict:
    def cases() -> Iterator[Any]:
        for n in range(1, 5):
            for d in range(n + 1):
                tight = np.flatnonzero((table(n) == d) & (class_sizes(n) == 2**d)).tolist()
                yield (n, d), (tight, True), (sorted(leaf_classes(n, d)), bool(tight))

    return covering(judge("==", cases()), 3 + 15 + 255 + 65535)

def refutes_equality_holds_for_the_leaves_of_trees_and_no_others(table, n, d):
    numbers = (sum(chosen) for chosen in combinations([1 << f for f in range(1 << n)], 2**d))
    return any((int(table(n)[number]) == d) != (littlestone_by_definition(class_of((n, number))) == d)
               for number in numbers)
