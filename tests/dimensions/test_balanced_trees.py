"""Trees whose branches weigh the same."""

from fractions import Fraction

import pytest

from privlearn.concepts import all_functions, thresholds
from privlearn.dimensions import is_mistake_tree, mean_depth, mean_depth_tree
from privlearn.dimensions.balanced_trees import (balancing_weights, branches, depth_law, is_balancing, is_monotone,
                                                 monotone_part, subtrees)

HALF = Fraction(1, 2)
LEAF_BESIDE_FOUR = (0, 0, (1, (2, 1, 2), (2, 3, 4)))
CUBE = mean_depth_tree(all_functions(3))


def test_branches_and_nodes_of_a_tree():
    assert list(branches(5)) == [()]
    assert list(branches(LEAF_BESIDE_FOUR)) == [(0,), (1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1)]
    assert [path for path, _ in subtrees(LEAF_BESIDE_FOUR)] == [(), (1,), (1, 0), (1, 1)]


def test_equal_mean_depths_are_monotone_and_smaller_ones_are_not():
    assert is_monotone(7)
    assert is_monotone(LEAF_BESIDE_FOUR)
    assert mean_depth(LEAF_BESIDE_FOUR) == mean_depth(LEAF_BESIDE_FOUR[2]) == 2
    assert not is_monotone((3, 0, CUBE))
    assert not is_monotone((4, (3, 0, CUBE), (3, CUBE, CUBE)))


def test_weights_of_a_leaf_and_of_one_beside_four():
    weights = balancing_weights(LEAF_BESIDE_FOUR)
    assert (weights[0,], weights[1,], weights[1, 0], weights[1, 1, 1]) == (1, 0, HALF, HALF)
    assert is_balancing(weights, LEAF_BESIDE_FOUR)
    assert balancing_weights(3) == {}
    assert is_balancing({}, 3)


@pytest.mark.parametrize("weights", [
    {}, {(0,): HALF}, {(0,): Fraction(1, 3), (1,): HALF}, {(0,): Fraction(3, 2), (1,): -HALF},
    {(0,): Fraction(1, 3), (1,): Fraction(1, 3)},  # both branches weigh the same, and both edges together not 1
    {(0,): Fraction(1, 3), (1,): Fraction(2, 3)}])
def test_weights_that_do_not_balance_one_question(weights):
    assert not is_balancing(weights, (0, 1, 2))


def test_a_tree_that_is_not_monotone_has_no_weights():
    with pytest.raises(ValueError, match="tree must be monotone"):
        balancing_weights((3, 0, CUBE))


def test_the_monotone_part_leaves_out_what_is_needless():
    assert monotone_part(4) == 4
    assert monotone_part(LEAF_BESIDE_FOUR) == LEAF_BESIDE_FOUR
    assert monotone_part((3, 0, CUBE)) == CUBE
    part = monotone_part((4, (3, 0, CUBE), (3, CUBE, CUBE)))
    assert part == (4, CUBE, (3, CUBE, CUBE))
    assert is_mistake_tree(monotone_part(mean_depth_tree(thresholds(3))), thresholds(3), complete=False)
    assert depth_law(1).exact() == {0: 1}
    assert depth_law(LEAF_BESIDE_FOUR).exact() == {1: HALF, 3: HALF}
