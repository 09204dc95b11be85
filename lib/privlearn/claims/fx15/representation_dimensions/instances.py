"""Small classes, and least sizes by trying all sets of hypotheses, for the page representation-dimensions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from privlearn.concepts import ConceptClass, classes_up_to_symmetry
from privlearn.dimensions.representation import error_patterns

T3 = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])


def small_classes() -> list[tuple[ConceptClass, int]]:
    """The non-empty classes on 1, 2 and 3 points up to symmetry, with the sizes of their orbits: 273 in all."""
    return [found for n in (1, 2, 3) for found in classes_up_to_symmetry(n)]


def brute_force_size(concepts: ConceptClass, epsilon: Fraction) -> int:
    """The same, by trying all sets of k functions for k = 1, 2, ... against all error patterns; at most 4 points."""
    n = concepts.size
    rows = [sum(bit << x for x, bit in enumerate(f)) for f in concepts.rows()]
    tasks = [frozenset(f ^ light for light in pattern.light) for f in rows for pattern in error_patterns(n, epsilon)]
    covers = {sum(1 << t for t, good in enumerate(tasks) if h in good) for h in range(1 << n)}
    everything, size = (1 << len(tasks)) - 1, 1
    while not any(_union(some) == everything for some in combinations(sorted(covers), size)):
        size += 1
    return size


def _union(masks: tuple[int, ...]) -> int:
    total = 0
    for mask in masks:
        total |= mask
    return total
