"""The loop of :mod:`~privlearn.dimensions.pair_sweeps` over all second classes, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def sweep(first: Any, images: Any, dimensions: Any, largest: Any, witnesses: Any) -> None:
    """Raise the entries of ``largest`` to what the pairs of these first classes reach, with the pair."""
    functions = images.shape[1]
    classes = 1 << functions
    composed = np.zeros(classes, dtype=np.int32)
    for rule in range(images.shape[0]):
        for one in first:
            filled = 1
            for g in range(functions):
                reached = 0
                for f in range(functions):
                    if one >> f & 1:
                        reached |= 1 << images[rule, g, f]
                for two in range(filled):  # the second classes with g as their last function
                    composed[filled + two] = composed[two] | reached
                filled *= 2
            for d in range(dimensions.shape[0]):
                table = dimensions[d]
                best = largest[rule, d, table[one]]
                for two in range(1, classes):
                    value = table[composed[two]]
                    if value > best[table[two]]:
                        best[table[two]] = value
                        witnesses[rule, d, table[one], table[two], 0] = one
                        witnesses[rule, d, table[one], table[two], 1] = two
