"""Drawn sets, counted: how often each point occurs in the sets chosen for another one."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from privlearn.concepts.sets import WORD, pack, unpack
from privlearn.dimensions.multiplicities import largest_multiplicities
from privlearn.dimensions.random_sets import DrawnSets

CHUNK = 4096


def worst_multiplicities(drawn: DrawnSets) -> Iterator[tuple[int, int]]:
    """Yield every point j with its largest multiplicity at a point whose p sets end no later than those of j.

    That bounds all: if the p sets of b end later, b is in at most as many sets through j up to the last of j as there
    are through both up to the last of b, counted at b.  Points whose sets are not their first p come first, with p.
    """
    chosen, p, j = drawn.chosen, drawn.shape.chosen, np.arange(drawn.points)[:, None]
    through = drawn.words[chosen, j // WORD] >> (j % WORD).astype(np.uint64) & np.uint64(1)
    right = (chosen[:, 0] >= 0) & (np.diff(chosen) > 0).all(axis=1) & through.astype(bool).all(axis=1)
    order, so_far, rows = np.argsort(chosen[:, -1]), np.zeros(drawn.points, dtype=np.int64), []
    for number, row in enumerate(drawn.words):
        bits = unpack(row[None], drawn.points)[0]
        so_far += bits
        right &= (chosen[:, -1] != number) | (so_far == p)  # no set through j was left out
        rows.append(pack(bits[None, order]))
    yield from ((point, p) for point in np.flatnonzero(~right).tolist())
    words = np.vstack(rows)
    for end in range(drawn.points, 0, -CHUNK):
        places = np.arange(max(0, end - CHUNK), end)
        found = largest_multiplicities(words[:, : -(-end // WORD)], places, chosen[order[places]])
        counted = zip(order[places].tolist(), found.tolist(), strict=True)
        yield from ((point, most) for point, most in counted if right[point])
