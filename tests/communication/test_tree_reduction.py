"""Augmented index inside a class, leaf by leaf of a mistake tree."""

import pytest

from privlearn.communication import index_reduction
from privlearn.communication.tree_reduction import IndexReduction, reduction_failure


def test_a_leaf_alone_is_the_problem_on_no_bits_and_an_incomplete_tree_is_refused():
    assert index_reduction(5) == IndexReduction(0, {(): 5}, {})
    with pytest.raises(ValueError, match="complete"):
        index_reduction((0, 1, (1, 2, 3)))


@pytest.mark.parametrize(("zeros", "ones", "failure"), [
    (("00", "01"), ("10", "00"), ((1, 1), 1)), (("00", "01"), ("10", "11"), None),
    (("00", "00"), ("10", "11"), ((0, 1), 2))])  # positions are counted from one
def test_a_wrong_leaf_is_found_with_string_and_position(zeros, ones, failure):
    assert reduction_failure(index_reduction((0, (1, *zeros), (1, *ones))), lambda c, x: int(c[x])) == failure
