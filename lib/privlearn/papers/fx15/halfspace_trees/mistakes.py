"""Weights of Appendix B of FX15 as printed, and other weights for halfspaces that fail."""

from collections.abc import Sequence

from privlearn.dimensions.halfspace_trees import Halfspace


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
