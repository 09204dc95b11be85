import pytest

from privlearn.concepts import grid, halfspaces
from privlearn.dimensions import halfspace_tree, halfspace_tree_depth, is_halfspace_tree, is_mistake_tree
from privlearn.dimensions.halfspace_trees import (collision_free, dot, embed_threshold, is_collision_free, ordered_grid,
                                                  search_tree, tree_in_class, tree_leaves)
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize("bits", [1, 2, 3])
def test_new_weights_represent_the_same_set_without_collisions(bits):
    for weights in ((0, 0), (1, 1), (-2, 1), (5, -5)):
        for threshold in (-3, 0, 1, 4):
            new, bar = collision_free(weights, threshold, bits)
            assert is_collision_free(new, bits)
            assert all((dot(new, x) >= bar) == (dot(weights, x) >= threshold) for x in grid(bits, 2))


def test_one_more_dimension_keeps_one_slice_and_cuts_the_other():
    fine = collision_free((1, -1), 0, 1)
    for y in grid(1, 2):
        weights, bar = embed_threshold(fine, dot(fine[0], y))
        assert all((dot(weights, (*x, 0)) >= bar) == (x[0] >= x[1]) for x in grid(1, 2))
        assert all((dot(weights, (*x, 1)) >= bar) == (dot(fine[0], x) >= dot(fine[0], y)) for x in grid(1, 2))


def test_grids_searches_and_leaves_by_hand():
    assert ordered_grid((1, 10), 1) == [(0, 0), (1, 0), (0, 1), (1, 1)]  # by the weights
    assert search_tree([(0,)], lambda j: ((1,), j)) == ((1,), 0)
    assert list(tree_leaves(halfspace_tree(1, 1))) == [(((1,), 1), (((0,), 0),)), (((1,), 0), (((0,), 1),))]


def test_too_deep_is_said(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        halfspace_tree(3, 4)
    depth = halfspace_tree_depth(2, 1)
    monkeypatch.setattr("privlearn.dimensions.halfspace_trees.LARGEST_DEPTH", depth)
    assert is_halfspace_tree(halfspace_tree(2, 1), 2, 1, depth=depth)


@pytest.mark.parametrize(("bits", "dimension"), [(1, 1), (3, 1), (1, 2), (2, 2), (1, 3), (2, 3), (1, 4)])
def test_tree_is_verified_at_its_depth_only(bits, dimension):
    tree, depth = halfspace_tree(bits, dimension), halfspace_tree_depth(bits, dimension)
    assert is_halfspace_tree(tree, bits, dimension, depth)
    assert not is_halfspace_tree(tree, bits, dimension, depth + 1)


@pytest.mark.parametrize(("bits", "dimension"), [(2, 1), (1, 2), (2, 2), (1, 3)])
def test_both_verifiers_agree(bits, dimension):
    concepts = halfspaces(bits, dimension)
    assert is_mistake_tree(tree_in_class(halfspace_tree(bits, dimension), concepts), concepts)


def test_an_exchanged_branch_points_off_the_grid_and_incomplete_trees_are_refused():
    point, left, right = halfspace_tree(1, 2)
    assert not is_halfspace_tree((point, right, left), 1, 2, depth=2)
    for tree in (((2,), ((1,), 3), ((1,), 2)), ((0,), ((1,), 1), ((0,), ((1,), 0), ((1,), 0)))):
        assert not is_halfspace_tree(tree, 1, 1, depth=1)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: halfspace_tree(0, 1), "bits|dimension"), (lambda: halfspace_tree(1, 0), "bits|dimension"),
    (lambda: collision_free((0.5,), 0, 1), "weights"),
    (lambda: tree_in_class(halfspace_tree(1, 1), [(0, 1)]), "concepts")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
