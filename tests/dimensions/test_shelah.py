"""Trees to thresholds and back."""

from __future__ import annotations

import pytest

from privlearn.concepts import thresholds
from privlearn.dimensions import (is_mistake_tree, is_threshold_sequence, mistake_tree, thresholds_from_tree,
                                  tree_depth, tree_from_thresholds)
from privlearn.dimensions.shelah import first_leaf, monochromatic_parts, planted_tree


@pytest.mark.parametrize(("tree", "value", "points"), [
    (0, lambda h, x: 1, []),  # a leaf
    # the function of the first leaf is 0 at the point of a valid tree; both colours of the other leaf are tried
    ((0, 0, 1), lambda h, x: h, [0]), ((0, 1, 0), lambda h, x: 1 - h, [0])])
def test_one_node_gives_one_threshold(tree, value, points):
    assert [x for _, x in thresholds_from_tree(tree, value)] == points


@pytest.mark.parametrize("depth", range(1, 10))
def test_planted_trees_give_the_logarithm_of_the_depth_plus_one(depth):
    for seed in range(5):
        tree, value = planted_tree(depth, seed)
        pairs = thresholds_from_tree(tree, value)
        assert len(pairs) >= (depth + 1).bit_length() - 1
        assert all(value(h, x) == (a <= b) for a, (h, _) in enumerate(pairs) for b, (_, x) in enumerate(pairs))


def test_planted_trees_are_shattered():
    tree, value = planted_tree(4, seed=3)

    def fits(node, path):
        if not isinstance(node, tuple):
            return all(value(node, x) == y for x, y in path)
        return fits(node[1], [*path, (node[0], 0)]) and fits(node[2], [*path, (node[0], 1)])

    assert fits(tree, [])
    assert tree_depth(tree) == 4
    assert planted_tree(0, seed=0)[0] == 0
    assert first_leaf(5) == 5


def test_thresholds_are_found_in_the_tree_of_thresholds_and_a_constant_keeps_the_depth():
    c = thresholds(5)
    pairs = thresholds_from_tree(mistake_tree(c), lambda h, x: int(c.matrix[h, x]))
    assert is_threshold_sequence(pairs, c)
    tree, _ = planted_tree(3, seed=0)
    zero, one = monochromatic_parts(tree, 0, lambda h, x: 1)
    assert (zero[0], one) == (0, (3, tree))


@pytest.mark.parametrize("length", [1, 2, 3, 7, 8, 16])
def test_binary_search_is_a_tree_of_the_thresholds(length):
    tree = tree_from_thresholds([(k, k) for k in range(length)])
    assert is_mistake_tree(tree, thresholds(4))
    assert tree_depth(tree) == length.bit_length() - 1


@pytest.mark.parametrize(("call", "message"), [
    (lambda: tree_from_thresholds([]), "at least one pair"),
    (lambda: planted_tree(-1, seed=0), "depth must be at least 0")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
