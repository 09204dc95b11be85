"""Subtrees of a labelled binary tree, and how tall those of one colour must be.

Definitions
-----------
A tree is nested: ``(label, left tree, right tree)``, anything else is a leaf.  A leaf is a *subtree* of height 0; a
subtree of height h consists of an inner vertex, with its label, a subtree of height h - 1 of its left tree and one of
its right tree.  Levels may be skipped.  Every subtree of a complete mistake tree is one of the same class.

>>> best_subtree(complete_tree(2), lambda leaf: leaf in (0, 3))
(1, (1, 0, 3))

A *colouring* of the ``2^d`` leaves of the complete tree of depth d with two colours is an integer, bit i the colour of
leaf i.  Its *heights* are those of its tallest subtrees with all leaves of colour 0 and of colour 1, -1 for none.

Source: ABMS20, Section 3.1 and the proof of Proposition 4.2.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from privlearn.exact import TooLargeToEnumerate, as_integer

LARGEST = 4  # depth of the trees whose colourings are all listed
Heights = tuple[int, int]


def complete_tree(depth: int) -> Any:
    """Return the complete tree whose vertices are numbered 1, 2, ... by levels and leaves 0, 1, ... from the left.

    Examples
    --------
    >>> complete_tree(0), complete_tree(1), complete_tree(2)
    (0, (1, 0, 1), (1, (2, 0, 1), (3, 2, 3)))
    """
    d = as_integer(depth, "depth", least=0)

    def below(vertex: int) -> Any:
        return vertex - (1 << d) if vertex >> d else (vertex, below(2 * vertex), below(2 * vertex + 1))

    return below(1)


def joined_height(left: int, right: int) -> int:
    """Return the height of the tallest subtree with accepted leaves, from those of the two trees below the root.

    It lies in one of them, or takes the root; without an accepted leaf it is -1.

    Examples
    --------
    >>> joined_height(1, 1), joined_height(2, 0), joined_height(0, -1), joined_height(-1, -1)
    (2, 2, 0, -1)
    """
    return max(left, right, 1 + min(left, right)) if max(left, right) >= 0 else -1


def best_subtree(tree: Any, accept_leaf: Callable[[Any], bool]) -> tuple[int, Any]:
    """Return (height, subtree) of a tallest subtree all of whose leaves are accepted; (-1, None) if there is none.

    Notes
    -----
    Cost: linear in the size of the tree.  Source: ABMS20, Section 3.1.

    Examples
    --------
    >>> best_subtree(complete_tree(1), bool), best_subtree(complete_tree(1), lambda leaf: False)
    ((0, 1), (-1, None))
    """
    return _tallest(tree, accept_leaf, lambda label: True)


def monochromatic_subtree(tree: Any, accept_vertex: Callable[[Any], bool]) -> tuple[int, Any]:
    """Return (height, subtree) of a tallest subtree all of whose inner vertices have accepted labels.

    Notes
    -----
    All leaves are accepted, so the height is at least 0.  For two colours the heights add up to at least the depth.

    Examples
    --------
    >>> monochromatic_subtree(complete_tree(2), lambda vertex: vertex != 1)
    (1, (2, 0, 1))
    """
    return _tallest(tree, lambda leaf: True, accept_vertex)


def _tallest(tree: Any, accept_leaf: Callable[[Any], bool], accept_vertex: Callable[[Any], bool]) -> tuple[int, Any]:
    if not isinstance(tree, tuple):
        return (0, tree) if accept_leaf(tree) else (-1, None)
    label, left, right = tree
    sides = [_tallest(part, accept_leaf, accept_vertex) for part in (left, right)]
    common = min(height for height, _ in sides)
    best = max(sides, key=lambda side: side[0])
    if common < 0 or common + 1 <= best[0] or not accept_vertex(label):
        return best
    return common + 1, (label, *(_cut(part, height - common) for height, part in sides))


def _cut(tree: Any, levels: int) -> Any:
    """Take so many levels off a complete subtree: its left part is complete, and one level lower."""
    for _ in range(levels):
        tree = tree[1]
    return tree


@lru_cache(maxsize=LARGEST + 1)
def heights_of_all_colourings(depth: int) -> np.ndarray:
    """Return the heights of all colourings of the leaves, shape (2^(2^depth), 2), int8, read-only.

    Raises
    ------
    TooLargeToEnumerate
        For a depth above 4.

    Examples
    --------
    >>> heights_of_all_colourings(1).tolist()
    [[1, -1], [0, 0], [0, 0], [-1, 1]]
    """
    d = as_integer(depth, "depth", least=0)
    if d > LARGEST:
        raise TooLargeToEnumerate(f"the colourings of 2^{d} leaves", f"2^{1 << d}", 1 << (1 << LARGEST))
    if d == 0:
        found = np.array([[0, -1], [-1, 0]], dtype=np.int8)
    else:
        below = heights_of_all_colourings(d - 1)
        found = _joined(below[None, :], below[:, None]).reshape(-1, 2)  # the left half has the low bits
    found.setflags(write=False)
    return found


def _joined(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    larger = np.maximum(left, right)
    return np.where(larger < 0, larger, np.maximum(larger, 1 + np.minimum(left, right))).astype(np.int8)


@lru_cache(maxsize=128)
def achievable_heights(depth: int) -> frozenset[Heights]:
    """Return the set of heights of the colourings of a depth, by recursion on the depth.

    Notes
    -----
    It has ``2 + d (d + 1) / 2`` elements for d >= 1.  Cost: ``d^2 / 2`` operations on integers of d bits for each
    depth up to d.

    Examples
    --------
    >>> sorted(achievable_heights(2))
    [(-1, 2), (0, 1), (1, 0), (1, 1), (2, -1)]
    """
    d = as_integer(depth, "depth", least=0)
    return frozenset((x, y - 1) for x, second in _second_heights(d) for y in range(d + 2) if second >> y & 1)


@lru_cache(maxsize=128)
def _second_heights(depth: int) -> tuple[tuple[int, int], ...]:
    """Return (x, set of all y that occur with x), sets as integers whose bit y + 1 stands for y."""
    if depth == 0:
        return (-1, 0b10), (0, 0b01)
    found: dict[int, int] = {}
    below = _second_heights(depth - 1)
    for i, (left, one) in enumerate(below):
        for right, two in below[i:]:  # left and right may change places
            x = joined_height(left, right)
            found[x] = found.get(x, 0) | _joined_sets(one, two)
    return tuple(sorted(found.items()))


def _joined_sets(one: int, two: int) -> int:
    """Return all joined heights: the larger of two different ones, and one more than two equal ones, -1 apart."""
    larger = one & -((two & -two) << 1) | two & -((one & -one) << 1)
    return larger | (one & two & ~1) << 1 | one & two & 1
