"""The classes on four and five points and the trees with which the claims on all classes are checked."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.dimensions.sweeps import class_of_number, classes_up_to_renaming

Masks = tuple[int, ...]


@cache
def patterns_of_trees(points: int, depth: int) -> tuple[Masks, ...]:
    """For every labelled complete tree: the set of functions that fit each leaf, as a mask; all of them non-empty."""
    fits = [sum(1 << f for f in range(1 << points) if f >> x & 1) for x in range(points)]

    def grow(space: int, depth: int) -> Iterator[Masks]:
        if depth == 0:
            yield from [(space,)] if space else []
            return
        for x in range(points):
            right = list(grow(space & fits[x], depth - 1))
            for left in grow(space & ~fits[x], depth - 1):
                yield from (left + other for other in right)

    return tuple(grow((1 << (1 << points)) - 1, depth))


ALL_FOUR = 2**16 - 1
ALL_FIVE = 2**32 - 1


@cache
def orbits() -> tuple[tuple[int, ConceptClass, int], ...]:
    """Return one class of each orbit under renaming of four points: number, class, how many it stands for."""
    return tuple((number, class_of_number(number, 4), many) for number, many in
                 zip(*(array.tolist()[1:] for array in classes_up_to_renaming(4)), strict=True))


def is_shattered_along_paths(tree, concepts: ConceptClass) -> bool:
    """Walk every path, the functions that realise it so far in hand: none may run out; labels 0 left, 1 right."""
    def walk(node, left) -> bool:
        if not isinstance(node, tuple):
            return bool(left[node])
        point, zero, one = node
        right = left & (concepts.matrix[:, point] == 1)
        return walk(zero, left & ~right) and walk(one, right)

    return walk(tree, np.ones(len(concepts), dtype=bool))


def fits_leaves(tree, concepts: ConceptClass) -> bool:
    """Decide whether each leaf's function is, at every node above, what its side says (all leaves listed first)."""
    def leaves(node, path: list[Any]) -> Iterator[tuple[int, list[Any]]]:
        if not isinstance(node, tuple):
            yield node, path
        else:
            yield from leaves(node[1], [*path, (node[0], 0)])
            yield from leaves(node[2], [*path, (node[0], 1)])

    return all(concepts.matrix[row, x] == y for row, path in leaves(tree, []) for x, y in path)
