"""The page halfspace-trees: small representations of halfspaces, weights that fail, and where the printed ones do."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from privlearn.concepts import grid
from privlearn.dimensions.halfspace_trees import Halfspace, dot


def broken_collision_free_printed_exponents(weights: Sequence[int], threshold: int, bits: int) -> Halfspace:
    """Return ``w_i = 2^(d+1) w'_i + 2^i``, ``theta = 2^(d+1) theta' - 2^d``, i from 1 to d, whatever b is."""
    scale = 2 ** (len(weights) + 1)
    return tuple(scale * w + 2**i for i, w in enumerate(weights, 1)), scale * threshold - scale // 2


def broken_collision_free_one_bit_margin(weights: Sequence[int], threshold: int, bits: int) -> Halfspace:
    """Return the printed weights with exponents from 0: right for one bit, the margin too small for more."""
    scale = 2 ** (len(weights) + 1)
    return tuple(scale * w + 2**i for i, w in enumerate(weights)), scale * threshold - scale // 2


def broken_collision_free_exponents_from_one(weights: Sequence[int], threshold: int, bits: int) -> Halfspace:
    """Return the repaired weights with exponents ``b i`` instead of ``b (i - 1)``."""
    scale = 2 ** (bits * len(weights) + 1)
    return tuple(scale * w + 2 ** (bits * i) for i, w in enumerate(weights, 1)), scale * threshold - scale // 2


def broken_embedding_reversed(halfspace: Halfspace, cut: int) -> Halfspace:
    """Return the halfspace with ``w_d = z - theta``."""
    weights, threshold = halfspace
    return (*weights, cut - threshold), threshold


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
