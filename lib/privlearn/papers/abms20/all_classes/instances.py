"""The classes on four and five points and the trees with which all classes are checked, and wrong tables and walks."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.dimensions import MistakeTree
from privlearn.dimensions.shelah import Values, first_leaf, monochromatic_parts
from privlearn.dimensions.sweeps import class_of_number, classes_up_to_renaming
from privlearn.dimensions.sweeps.four_points import largest_set
from privlearn.dimensions.sweeps.numbers import half_numbers
from privlearn.dimensions.threshold_sequences import Pairs

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


def broken_littlestone_one_half(points: int) -> np.ndarray:
    """Return the depths with the better half of a class at every node in place of the worse one."""
    table = np.array([-1, 0])
    for n in range(1, points + 1):
        halves = [np.maximum(table[half_numbers(n, x, 0)], table[half_numbers(n, x, 1)]) for x in range(n)]
        table = np.where(np.arange(1 << (1 << n)) > 0, np.max(halves, axis=0) + 1, -1)
    return table


def broken_threshold_chain_in_both_halves(points: int) -> np.ndarray:
    """Return the threshold dimensions with "carries the chain" asked of the upper half, too, in place of "all ones"."""
    chains = np.array([0, 1])
    for n in range(1, points):
        found = (np.arange(1 << (1 << n)) > 0).astype(np.int64)
        for x in range(n):
            both = chains[half_numbers(n, x, 0)] & chains[half_numbers(n, x, 1)]
            for rest in range(1 << (n - 1)):
                low = rest & (1 << x) - 1
                found |= (both >> rest & 1) << (low | 1 << x | (rest ^ low) << 1)
        chains = found
    length = largest_set(points - 1)[chains]
    return np.max([length[half_numbers(points, x, 1)] + 1 for x in range(points)], axis=0)


def broken_mirrored(tree: MistakeTree) -> MistakeTree:
    """Return the tree with label 1 on the left."""
    return (tree[0], broken_mirrored(tree[2]), broken_mirrored(tree[1])) if isinstance(tree, tuple) else tree


def broken_own_function(tree: MistakeTree, value: Values) -> Pairs:
    """Return the pairs of the walk with each step's own function, the steps of colour 0 in reverse order at the end."""
    steps: tuple[Pairs, Pairs] = (), ()
    while isinstance(tree, tuple):
        h, parts = first_leaf(tree), monochromatic_parts(tree, first_leaf(tree), value)
        colour = int(parts[1][0] > parts[0][0])
        point, zero, one = parts[colour][1]
        steps = (((h, point), *steps[0]), steps[1]) if colour == 0 else (steps[0], (*steps[1], (h, point)))
        tree = zero if colour else one
    return steps[1] + steps[0]


def broken_one_colour(tree: MistakeTree, value: Values) -> Pairs:
    """Return the pairs of colour 1 of the walk alone."""
    pairs: Pairs = ()
    while isinstance(tree, tuple):
        h, parts = first_leaf(tree), monochromatic_parts(tree, first_leaf(tree), value)
        colour = int(parts[1][0] > parts[0][0])
        point, zero, one = parts[colour][1]
        pairs += ((h, point),) * colour
        tree = zero if colour else one
    return pairs
