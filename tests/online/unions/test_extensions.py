from itertools import product

import pytest

from privlearn.concepts import ConceptClass, point_functions, thresholds
from privlearn.dimensions import is_mistake_tree, littlestone_dimension, mistake_tree, tree_depth
from privlearn.online.unions import extended_tree, free_extension
from privlearn.online.unions.extensions import copies


def test_copies_are_disjoint_and_make_up_the_extension():
    parts = copies(point_functions(3), 2)
    assert [littlestone_dimension(c) for c in parts] == [1] * 4
    assert {row for c in parts for row in c.rows()} == set(free_extension(point_functions(3), 2).rows())
    assert free_extension(thresholds(2), 0) == thresholds(2)
    assert extended_tree(mistake_tree(thresholds(2)), thresholds(2), 0) == mistake_tree(thresholds(2))


@pytest.mark.parametrize("order", [None, [0, 1, 2], [2, 0, 1]])
def test_tree_is_right_in_every_order_of_the_new_points(order):
    tree = extended_tree(mistake_tree(thresholds(2)), thresholds(2), 3, order)
    assert tree_depth(tree) == 5
    assert is_mistake_tree(tree, free_extension(thresholds(2), 3))


@pytest.mark.parametrize("order", [None, [0, 1, 2], [2, 0, 1], [1, 2, 0]])
def test_paths_lead_to_the_pattern_and_the_old_concept(order):
    old = (1, (0, 2, 0), 1)
    for labels in product((0, 1), repeat=3):
        node, pattern = extended_tree(old, thresholds(2), 3, order), [None] * 3
        for asked, label in zip(order or range(3), labels, strict=True):
            assert node[0] == thresholds(2).size + asked
            node, pattern[asked] = node[1 + label], label
        first = len(thresholds(2)) * (4 * pattern[0] + 2 * pattern[1] + pattern[2])
        assert node == (1, (0, first + 2, first), first + 1)


@pytest.mark.parametrize("points", [0, 1, 3])
@pytest.mark.parametrize("matrix", [[[0, 1, 1], [1, 1, 0]], [[1], [0]], [[0, 1]]])
def test_rows_of_a_pattern_follow_each_other(matrix, points):
    c = ConceptClass.from_matrix(matrix)
    parts = [[(*row, *bits) for row in matrix] for bits in product((0, 1), repeat=points)]
    assert [part.rows() for part in copies(c, points)] == parts
    assert free_extension(c, points).rows() == sum(parts, [])


@pytest.mark.parametrize("tree", [0, 1, (1, 0, 1), (0, (1, 0, 1), 2)])
def test_a_tree_of_any_form_is_copied_below_every_pattern(tree):
    c = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])

    def moved(node, by):
        return (node[0], *(moved(part, by) for part in node[1:])) if isinstance(node, tuple) else node + by

    assert extended_tree(tree, c, 2) == (2, (3, moved(tree, 0), moved(tree, 3)), (3, moved(tree, 6), moved(tree, 9)))
    assert extended_tree(tree, c, 2, [1, 0]) == (
        3, (2, moved(tree, 0), moved(tree, 6)), (2, moved(tree, 3), moved(tree, 9)))
    assert extended_tree(tree, c, 1) == (2, moved(tree, 0), moved(tree, 3))


@pytest.mark.parametrize("order", [[0], [0, 1, 2], [1, 2], [-1, 0], [1, 1], [0, 0]])
def test_an_order_of_other_points_is_refused(order):
    with pytest.raises(ValueError, match="order must have each of the 2 new points once"):
        extended_tree(0, point_functions(1), 2, order)


@pytest.mark.parametrize("extend", [copies, free_extension, lambda c, points: extended_tree(0, c, points)])
def test_a_negative_number_of_points_is_refused(extend):
    with pytest.raises(ValueError, match="points must be an integer of at least 0"):
        extend(point_functions(1), -1)
