"""ABMS20, Section 1: the Littlestone dimension of a finite class is at most the logarithm of its size."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np

from privlearn.claims import Verdict, check, counted, judge, sabotage
from privlearn.claims.abms20.all_classes import claim
from privlearn.claims.abms20.all_classes.instances import ALL_FIVE, patterns_of_trees
from privlearn.claims.by_definition import class_of, littlestone_by_definition
from privlearn.concepts import ConceptClass, thresholds
from privlearn.dimensions import littlestone_dimension
from privlearn.dimensions.sweeps import class_sizes, littlestone_of_all_classes

claim("ABMS20-1.finite", kind="observation",
      title="Littlestone's dimension of a finite class is at most the logarithm of its size", uses=("FX15-2.5.ldim",),
      note="On five points through the halves of a class: one of dimension 1 + min(L, L') has halves of dimensions L "
           "and L' at some point, and the size is the sum of theirs.")


@cache
def halves_on_four_points() -> tuple[tuple[int, int], ...]:
    """Return the pairs (Littlestone's dimension, size) of all classes on four points, the empty one included."""
    return tuple(sorted(set(zip(littlestone_of_all_classes(4).tolist(), class_sizes(4).tolist(), strict=True))))


@check("ABMS20-1.finite", grade="exhaustive", fingerprint=lambda bound: [bound(depth) for depth in range(6)],
       quantifier="all non-empty classes on 1 to 4 points; all 2^32 - 1 on 5 points, by all pairs of halves; "
                  "thresholds on 2^1 to 2^12 points")
@sabotage("more functions than leaves", lambda depth: 2**depth + 1)
def the_class_has_a_function_for_every_leaf(bound=lambda depth: 2**depth) -> Verdict:
    def cases() -> Iterator[Any]:
        for n in range(1, 5):
            pairs = np.stack([littlestone_of_all_classes(n)[1:], class_sizes(n)[1:]]).astype(int)
            different, first = np.unique(pairs, axis=1, return_index=True)
            yield from (((n, int(c) + 1), bound(int(depth)), int(size))
                        for (depth, size), c in zip(different.T, first, strict=True))
        for (low, few), (high, more) in product(halves_on_four_points(), repeat=2):
            if few + more:
                yield (5, low, few, high, more), bound(1 + min(low, high)), few + more
        yield from ((("thresholds", b), bound(littlestone_dimension(thresholds(b))), len(thresholds(b)))
                    for b in range(1, 13))

    verdict = judge("<=", cases())
    return counted(verdict, 3 + 15 + 255 + 65535 + ALL_FIVE + 12) if verdict.holds else verdict

@the_class_has_a_function_for_every_leaf.verifier
def _(bound, witness):
    if len(witness) == 2 and witness[0] != "thresholds":
        concepts: ConceptClass = class_of(witness)
        return len(concepts) < bound(littlestone_by_definition(concepts))
    return False


def leaf_classes(points: int, depth: int) -> set[int]:
    """Return the classes made of one function for each leaf of some tree of a depth."""
    found = set()
    for masks in set(map(frozenset, patterns_of_trees(points, depth))):
        choices = [[1 << f for f in range(1 << points) if mask >> f & 1] for mask in masks]
        found |= {sum(chosen) for chosen in product(*choices)}
    return found


def tight_classes(points: int, depth: int) -> set[int]:
    """Return the classes of a Littlestone dimension with the fewest functions that it allows."""
    fits = (littlestone_of_all_classes(points) == depth) & (class_sizes(points) == 2**depth)
    return set(np.flatnonzero(fits).tolist())


@check("ABMS20-1.finite", grade="exhaustive", quantifier="every dimension d <= n on n = 1 to 4 points: all classes",
       fingerprint=lambda tight: sorted(tight(3, 2)))
@sabotage("all classes of 2^d functions", lambda n, d: set(np.flatnonzero(class_sizes(n) == 2**d).tolist()))
def equality_holds_for_the_leaves_of_trees_and_no_others(tight=leaf_classes) -> Verdict:
    def cases() -> Iterator[Any]:
        for n in range(1, 5):
            for d in range(n + 1):
                right = tight_classes(n, d)
                yield (n, d), (sorted(tight(n, d)), True), (sorted(right), bool(right))

    verdict = judge("==", cases())
    return counted(verdict, 3 + 15 + 255 + 65535) if verdict.holds else verdict

@equality_holds_for_the_leaves_of_trees_and_no_others.verifier
def _(tight, witness):
    n, d = witness
    return any(littlestone_by_definition(class_of((n, number))) != d for number in sorted(tight(n, d))[:400]) or any(
        number not in tight(n, d) and littlestone_by_definition(class_of((n, number))) == d
        for number in (sum(c) for c in combinations([1 << f for f in range(1 << min(n, 3))], 2**d)))
