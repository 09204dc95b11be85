"""Wrong parts of the Ramsey argument and of the random class, for the sabotages of ABMS20, Section 4.2.1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from privlearn.dimensions.composed_ladders import Extraction, Pairs, extract_ladder, interleave
from privlearn.dimensions.ramsey import Colouring, monochromatic_set
from privlearn.dimensions.random_or_class import OrClass, or_class_of_coins


def broken_colours_of_the_diagonal(table: np.ndarray, arity: int) -> Colouring:
    """Colour an edge by the two vectors on the diagonal, ``h_p(x_p)`` and ``h_q(x_q)``."""
    own = table.diagonal().astype(np.int64)
    return lambda v, others: own[v] << arity | own[others]


def broken_all_recorded(size: int, colour_of: Colouring) -> tuple[tuple[int, ...], int]:
    """Keep the greedy choice of every step and forget to take those of one colour."""
    left, found, colour = np.arange(size), [0], -1
    while len(left) > 1:
        colours = colour_of(int(left[0]), left[1:])
        kinds, counts = np.unique(colours, return_counts=True)
        colour = int(kinds[np.argmax(counts)])
        left = left[1:][colours == colour]
        found.append(int(left[0]))
    return tuple(found), colour


def broken_least_colour_kept(size: int, colour_of: Colouring) -> tuple[tuple[int, ...], int]:
    """Keep the vertices of the least colour in every step, however few they are."""
    left, recorded = np.arange(size), []
    while len(left) > 1:
        colours = colour_of(int(left[0]), left[1:])
        recorded.append((int(left[0]), int(colours.min())))
        left = left[1:][colours == colours.min()]
    seen = [colour for _, colour in recorded]
    best = max(sorted(set(seen)), key=seen.count, default=-1)
    return (*(v for v, colour in recorded if colour == best), int(left[0])), best


def broken_last_vertex_dropped(size: int, colour_of: Colouring) -> tuple[tuple[int, ...], int]:
    """Forget that the last vertex goes with every colour."""
    vertices, colour = monochromatic_set(size, colour_of)
    return vertices[:-1], colour


def broken_same_indices(vertices: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Take the functions and the points of the same vertices; nothing is known on the diagonal then."""
    return tuple(vertices), tuple(vertices)


def broken_printed_finish(vertices: Sequence[int], upper_value: int) -> Pairs:
    """Turn the sequence round as printed: functions of the i-indices and points of the j-indices, reversed."""
    pairs = tuple(zip(*interleave(vertices), strict=True))
    return pairs if upper_value else pairs[::-1]


def broken_extraction(table: np.ndarray, rule: int, arity: int, *, colouring: str = "pairs") -> Extraction:
    """Extract with the printed last step."""
    right = extract_ladder(table, rule, arity, colouring=colouring)
    first = right.pairs[0] if right.pairs else (0, 0)
    return replace(right, pairs=broken_printed_finish(right.vertices, int(first[0] < first[1])))


def broken_independent_coins(size: int, coins: Sequence[int] | np.ndarray) -> OrClass:
    """Toss a coin for g as well (the reversed list of coins stands for it): both or none of f and g may be 1."""
    return OrClass(or_class_of_coins(size, coins).f, or_class_of_coins(size, np.asarray(coins)[::-1]).f)


def broken_printed_zeros(size: int, coins: Sequence[int] | np.ndarray) -> OrClass:
    """Read ``f_i(j) = g_j(j) = 0 for j > i`` as printed: every ``g_j`` with j > 0 loses its last point j."""
    right = or_class_of_coins(size, coins)
    g = right.g.copy()
    g[np.arange(1, size), np.arange(1, size)] = 0
    return OrClass(right.f, g)
