"""Augmented index inside a class, leaf by leaf of a mistake tree."""

import pytest

from privlearn.communication import index_reduction
from privlearn.communication.tree_reduction import IndexReduction, reduction_failure


def test_a_leaf_alone_is_the_problem_on_no_bits():
    assert index_reduction(5) == IndexReduction(0, {(): 5}, {})


def test_an_incomplete_tree_is_refused():
    with pytest.raises(ValueError, match="complete"):
        index_reduction((0, 1, (1, 2, 3)))


def test_a_wrong_leaf_is_found_with_string_and_position():
    found = index_reduction((0, (1, "00", "01"), (1, "10", "00")))
    assert reduction_failure(found, lambda c, x: int(c[x])) == ((1, 1), 1)


def test_a_right_tree_has_no_failure():
    found = index_reduction((0, (1, "00", "01"), (1, "10", "11")))
    assert reduction_failure(found, lambda c, x: int(c[x])) is None


def test_the_position_of_a_failure_is_counted_from_one():
    found = index_reduction((0, (1, "00", "00"), (1, "10", "11")))
    assert reduction_failure(found, lambda c, x: int(c[x])) == ((0, 1), 2)
