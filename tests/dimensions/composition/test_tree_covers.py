from itertools import product
from math import comb

import pytest

from privlearn.concepts import ConceptClass, aggregate, all_functions, points, thresholds
from privlearn.dimensions import littlestone_dimension
from privlearn.dimensions.composition import composed_cover, is_zero_cover, zero_cover
from privlearn.dimensions.composition.tree_covers import tree_levels, tree_paths

SEARCH = (3, 5, 1, 6, 4, 2, 0)


def test_the_smallest_trees_and_covers():
    assert zero_cover(points(1), ()) == (0,)
    assert is_zero_cover((0,), points(1), ())
    assert zero_cover(ConceptClass.from_matrix([[1, 0]]), (0, 1, 0)) == (5,)  # one concept needs one labeling
    assert composed_cover(0b0110, [], [1], nodes=3) == ()  # nothing covers nothing
    assert tree_paths(0) == [0]  # paths of no levels
    assert composed_cover(0b0110, [0], [0], nodes=0) == (0,)  # a tree without nodes has one labeling


def test_cover_is_valid_and_small_on_every_tree_of_depth_two():
    for concepts in (points(2), thresholds(2), all_functions(3)):
        limit = sum(comb(2, j) for j in range(littlestone_dimension(concepts) + 1))
        for tree in product(range(3), repeat=3):
            made = zero_cover(concepts, tree)
            assert len(made) <= limit
            assert is_zero_cover(made, concepts, tree)


def test_mistake_tree_needs_a_labeling_for_every_leaf_and_labelings_compose():
    assert len(set(zero_cover(thresholds(3), SEARCH))) == 8
    assert not is_zero_cover(zero_cover(thresholds(3), SEARCH)[1:], thresholds(3), SEARCH)
    covers = [zero_cover(c, SEARCH[:3]) for c in (thresholds(3), points(3))]
    composed = aggregate(0b0110, thresholds(3), points(3))
    assert is_zero_cover(composed_cover(0b0110, *covers, nodes=3), composed, SEARCH[:3])


@pytest.mark.parametrize(("call", "message"), [
    (lambda: zero_cover(points(1), (0, 1)), "tree must have"),
    (lambda: zero_cover(points(1), (2,)), "tree must hold points below 2, got 2"),
    (lambda: zero_cover(points(1), (0, 1, 2)), "tree must hold points below 2, got 2"),
    (lambda: zero_cover(points(1), (-1,)), "tree must be an integer of at least 0"),
    (lambda: zero_cover(points(1).without(0).without(0), (0,)), "concepts must not be empty"),
    (lambda: tree_levels((0, 0, 0, 0)), "inner nodes, got 4"),
    (lambda: composed_cover(0b0110, [0], [0], nodes=-1), "nodes")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
