"""The loop of :mod:`~privlearn.dimensions.sweeps.five_points` over all low halves, compiled."""

from typing import Any

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def count_rows(high: Any, weights: Any, littlestone: Any, vc: Any, shattered: Any, largest: Any, chain: Any,
               halves: Any, counts: Any, examples: Any) -> None:
    """Add to ``counts`` the classes with the given high halves; keep the least class of every cell in ``examples``."""
    for k in range(high.shape[0]):
        h = high[k]
        rows = halves[:, :, h] * np.uint16(256)  # the bytes of the high half, shifted: look-ups stay in short slices
        for low in range(1 if h == 0 else 0, 65536):
            depth = min(littlestone[low], littlestone[h])
            longest = chain[h]
            for x in range(4):
                one = halves[x, 1, low] | rows[x, 1]
                zero = halves[x, 0, low] | rows[x, 0]
                depth = max(depth, min(littlestone[zero], littlestone[one]))
                longest = max(longest, chain[one])
            size = max(vc[low | h], largest[shattered[low] & shattered[h]] + 1)
            counts[depth + 1, size, longest + 1] += weights[k]
            number = low | h << 16
            kept = examples[depth + 1, size, longest + 1]
            if kept == 0 or number < kept:
                examples[depth + 1, size, longest + 1] = number
