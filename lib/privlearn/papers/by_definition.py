"""Dimensions recomputed from their definitions, for checks and verifiers: short and slow."""

from collections.abc import Collection
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from privlearn.concepts import ConceptClass, classes_up_to_symmetry
from privlearn.dimensions import is_mistake_tree, mistake_tree, tree_depth


def columns_as_sets(concepts: ConceptClass) -> list[int]:
    """Return for each point the bit mask of the concepts that contain it."""
    packed = np.packbits(concepts.matrix.T, axis=1, bitorder="little")
    return [int.from_bytes(column.tobytes(), "little") for column in packed]


def has_mistake_tree(concepts: ConceptClass, depth: int, roots: Any = None) -> bool:
    """Decide by the recursive definition whether a class has a complete mistake tree; too few concepts never have.

    Parameters
    ----------
    roots : collection of points, optional
        Points tried at the root; one of each orbit is enough where symmetries of the class exchange points.
    """
    columns = columns_as_sets(concepts)
    known: dict[tuple[int, int], bool] = {}

    def has(members: int, k: int, tried: list[int]) -> bool:
        if k == 0 or members.bit_count() < 1 << k:
            return members.bit_count() >= 1 << k
        if (members, k) not in known:
            halves = {members & column for column in tried}
            balanced = sorted(((min(n := half.bit_count(), members.bit_count() - n), half) for half in halves),
                              reverse=True)
            known[members, k] = any(smaller >= 1 << (k - 1) and has(half, k - 1, columns)
                                    and has(members ^ half, k - 1, columns) for smaller, half in balanced)
        return known[members, k]

    return has((1 << len(concepts)) - 1, depth, columns if roots is None else [columns[x] for x in roots])


def littlestone_by_definition(concepts: ConceptClass) -> int:
    """Return the depth of the deepest complete mistake tree, -1 for the empty class."""
    depth = -1
    while has_mistake_tree(concepts, depth + 1):
        depth += 1
    return depth


def depth_by_definition(functions: Collection[int], points: int = 4) -> int:
    """Return the Littlestone dimension of functions, bit x of each the value at x, by its recursion; -1 for none."""
    halves = [[[f for f in functions if f >> x & 1 == bit] for bit in (0, 1)] for x in range(points)]
    return max((1 + min(depth_by_definition(half, points) for half in pair) for pair in halves if all(pair)),
               default=min(len(functions), 1) - 1)


def longest_ladder(functions: Collection[int], points: int = 15) -> int:
    """Return the threshold dimension of functions as masks of points, by definition: a first pair, then the rest."""
    return max((1 + longest_ladder([g for g in functions if not g >> x & 1], points & h & ~(1 << x))
                for h in functions for x in range(points.bit_length()) if h & points & 1 << x), default=0)


def vc_by_definition(concepts: ConceptClass) -> int:
    """Return the size of a largest set of points that shows all patterns, -1 for the empty class."""
    rows, size = concepts.rows(), -1
    while size < concepts.size and any(len({tuple(row[x] for x in chosen) for row in rows}) == 2 ** (size + 1)
                                       for chosen in combinations(range(concepts.size), size + 1)):
        size += 1
    return size


def certified_littlestone(concepts: ConceptClass, roots: Any = None) -> int:
    """Return the depth of a tree verified leaf by leaf if the definition refutes a deeper one, else -1."""
    tree = mistake_tree(concepts)
    depth = tree_depth(tree)
    proved = is_mistake_tree(tree, concepts) and not has_mistake_tree(concepts, depth + 1, roots)
    return depth if proved else -1


def class_of(witness: tuple[int, int]) -> ConceptClass:
    """Return the class with a number: bit f of it for the function with number f, bit x of f for the value at x."""
    points, number = witness
    chosen = [f for f in range(1 << points) if number >> f & 1]
    return ConceptClass.from_matrix([[f >> x & 1 for x in range(points)] for f in chosen])


SMALL_TOTAL = 3 + 15 + 255  # non-empty classes on 1, 2 and 3 points


@cache
def small_classes() -> tuple[tuple[ConceptClass, int], ...]:
    """Return one class of every orbit of the non-empty classes on 1, 2 and 3 points, with the size of the orbit."""
    return tuple(found for points in (1, 2, 3) for found in classes_up_to_symmetry(points))
