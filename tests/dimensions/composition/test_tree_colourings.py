"""Subtrees of one colour."""

import pytest

from privlearn.dimensions.composition import achievable_heights, best_subtree, complete_tree
from privlearn.dimensions.composition.tree_colourings import (heights_of_all_colourings, joined_height,
                                                              monochromatic_subtree)
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize(("tree", "accepts", "found"), [
    (7, lambda leaf: leaf == 7, (0, 7)), (complete_tree(3), lambda leaf: False, (-1, None)),
    (complete_tree(3), lambda leaf: True, (3, complete_tree(3))),
    (complete_tree(2), lambda leaf: leaf in (0, 3), (1, (1, 0, 3))),  # levels may be skipped
    (("r", complete_tree(2), ("s", ("t", 4, 5), 6)), lambda leaf: True, (2, complete_tree(2))),  # the taller one
    (("r", complete_tree(1), 6), lambda leaf: True, (1, complete_tree(1)))])
def test_the_tallest_subtree_of_accepted_leaves(tree, accepts, found):
    assert best_subtree(tree, accepts) == found


@pytest.mark.parametrize("depth", range(5))
def test_recursion_and_list_of_all_colourings_agree(depth):
    assert achievable_heights(depth) == {tuple(pair) for pair in heights_of_all_colourings(depth).tolist()}


def test_list_of_all_colourings_agrees_with_the_search():
    tree, heights = complete_tree(3), heights_of_all_colourings(3).tolist()
    for number, pair in enumerate(heights):
        found = [best_subtree(tree, lambda leaf, c=c: number >> leaf & 1 == c)[0] for c in (0, 1)]  # noqa: B023
        assert found == pair


def test_deep_sets_of_heights_have_the_size_of_the_closed_form():
    assert [len(achievable_heights(d)) for d in (1, 8, 59)] == [3, 38, 1772]
    with pytest.raises(TooLargeToEnumerate):
        heights_of_all_colourings(5)
    with pytest.raises(ValueError, match="depth"):
        complete_tree(-1)
    assert monochromatic_subtree(complete_tree(3), lambda vertex: False)[0] == 0
    assert joined_height(-1, -1) == -1
