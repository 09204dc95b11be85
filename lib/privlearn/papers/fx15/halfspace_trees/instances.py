"""The page halfspace-trees: small representations of halfspaces, and where the printed weights fail."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from privlearn.concepts import grid
from privlearn.dimensions.halfspace_trees import dot
from privlearn.papers.fx15.halfspace_trees.mistakes import broken_collision_free_printed_exponents


def representations(b: int, d: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield all weights of absolute value at most 2 with thresholds of twice their reach, the constants included."""
    reach = 4 * d * (2**b - 1) + 1
    yield from product(product(range(-2, 3), repeat=d), range(-reach, reach + 1))


def count_slips(b: int, d: int) -> tuple[int, int, int]:
    """Return how many representations there are, how many the printed weights break, and how many collide."""
    listed, points = list(representations(b, d)), grid(b, d)
    values = cache(lambda w: [dot(w, x) for x in points])  # each weights come with many thresholds
    broken = collided = 0
    for weights, threshold in listed:
        new, bar = broken_collision_free_printed_exponents(weights, threshold, b)
        broken += any((u >= bar) != (v >= threshold) for u, v in zip(values(new), values(weights), strict=True))
        collided += len(set(values(new))) < len(points)
    return len(listed), broken, collided
