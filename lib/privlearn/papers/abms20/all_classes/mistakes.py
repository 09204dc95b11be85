"""Wrong tables of all small classes and wrong walks from trees to thresholds."""

import numpy as np

from privlearn.dimensions import MistakeTree
from privlearn.dimensions.shelah import Values, first_leaf, monochromatic_parts
from privlearn.dimensions.sweeps.four_points import largest_set
from privlearn.dimensions.sweeps.numbers import half_numbers
from privlearn.dimensions.threshold_sequences import Pairs


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
