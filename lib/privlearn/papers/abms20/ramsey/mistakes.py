"""Wrong parts of the Ramsey argument."""

from dataclasses import replace

import numpy as np

from privlearn.dimensions.composition import extract_ladder, monochromatic_set
from privlearn.dimensions.composition.ladder_extraction import Extraction
from privlearn.dimensions.composition.ramsey import Colouring
from privlearn.papers.abms20.ramsey.instances import broken_printed_finish


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


def broken_extraction(table: np.ndarray, rule: int, arity: int, *, colouring: str = "pairs") -> Extraction:
    """Extract with the printed last step."""
    right = extract_ladder(table, rule, arity, colouring=colouring)
    first = right.pairs[0] if right.pairs else (0, 0)
    return replace(right, pairs=broken_printed_finish(right.vertices, int(first[0] < first[1])))
