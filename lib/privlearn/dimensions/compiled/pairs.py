"""The loop of :mod:`~privlearn.dimensions.sweeps.pairs` over all second classes, compiled."""

from typing import Any

import numpy as np
from numba import njit


def sweep(first: Any, images: Any, dimensions: Any, largest: Any, witnesses: Any) -> None:
    """Raise the entries of ``largest`` to what the pairs of these first classes reach, with the pair.

    Classes with the same dimensions have the same *kind*; only the first pair of kinds with a composed class of a kind
    can raise an entry, so all dimensions cost one look at a table of kinds for each pair.
    """
    kinds, kind_of = np.unique(dimensions.T, axis=0, return_inverse=True)
    _sweep(first, images, np.ascontiguousarray(kinds), kind_of.reshape(-1).astype(np.uint8), largest, witnesses)


@njit(cache=True, nogil=True)
def _sweep(first: Any, images: Any, kinds: Any, kind_of: Any, largest: Any, witnesses: Any) -> None:
    functions = images.shape[1]
    classes = 1 << functions
    composed = np.zeros(classes, dtype=np.uint16)
    for rule in range(images.shape[0]):
        seen = np.zeros((len(kinds), len(kinds), len(kinds)), dtype=np.bool_)
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
            met = seen[kind_of[one]]
            for two in range(1, classes):
                if not met[kind_of[two], kind_of[composed[two]]]:
                    met[kind_of[two], kind_of[composed[two]]] = True
                    for d in range(kinds.shape[1]):
                        row, column, value = kinds[kind_of[one], d], kinds[kind_of[two], d], kinds[
                            kind_of[composed[two]], d]
                        if value > largest[rule, d, row, column]:
                            largest[rule, d, row, column] = value
                            witnesses[rule, d, row, column, 0] = one
                            witnesses[rule, d, row, column, 1] = two
