"""What the verifier of mistake trees refuses."""

import pytest

from privlearn.concepts import point_functions
from privlearn.dimensions import is_mistake_tree


@pytest.mark.parametrize("tree", [(0, 1), (0, 1, 2), (5, 1, 0), (0, 1, True), (0, 1, "x"), None, (0, 1, -1), (0, 0, 1)])
def test_what_is_no_tree_of_the_class_is_refused(tree):
    assert not is_mistake_tree(tree, point_functions(2))


def test_an_incomplete_tree_is_a_mistake_tree_but_no_complete_one():
    tree = (0, (1, 2, 1), 0)
    assert is_mistake_tree(tree, point_functions(3), complete=False)
    assert not is_mistake_tree(tree, point_functions(3))
    with pytest.raises(ValueError, match="concepts must be"):
        is_mistake_tree(0, [[0]])
