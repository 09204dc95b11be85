"""Small classes, and least sizes by trying all sets of hypotheses, for the page representation-dimensions."""

from fractions import Fraction
from itertools import combinations

from privlearn.concepts import ConceptClass
from privlearn.dimensions.representation import error_patterns, smallest_representation
from privlearn.exact.fractions import QUARTER


def deterministic_size(concepts: ConceptClass) -> int:
    """``2^DRDim``: alpha = 1/4."""
    return smallest_representation(concepts, QUARTER).size


def brute_force_size(concepts: ConceptClass, alpha: Fraction) -> int:
    """The least size of a representation by trying all sets of functions; at most 4 points."""
    n = concepts.size
    rows = [sum(bit << x for x, bit in enumerate(f)) for f in concepts.rows()]
    tasks = [frozenset(f ^ light for light in pattern.light) for f in rows for pattern in error_patterns(n, alpha)]
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
