"""The walk over sorted points against the tree."""

from fractions import Fraction

import numpy as np
import pytest

from privlearn.learners.interior_point.trees import embed, heavy_node, middle, path_law, sorted_points
from privlearn.learners.interior_point.trees.fast_walk import (inner_points, last_node, middle_points, nodes_at,
                                                               split_tree, trimmed, walk_law)
from tests.learners.interior_point.small import multisets

HALF = Fraction(3, 2)


@pytest.mark.parametrize("trim", [0, 1])
@pytest.mark.parametrize("stop", [0, 1, 2])
def test_walk_and_inner_database_are_those_of_the_tree(trim, stop):
    for database in multisets(4, 4):
        points, kept = sorted_points(database, 2), middle(database, trim)
        fast = trimmed(points, trim)
        law = walk_law(fast, stop, HALF)
        assert law.map(lambda end, p=points: last_node(p, end)).exact() == path_law(kept, 2, stop, HALF).exact()
        heavy, = walk_law(fast, stop, None).exact()
        assert last_node(points, heavy) == heavy_node(kept, 2, stop)
        for end in law.exact():
            inner = inner_points(fast, end, stop)
            rows = [inner.value(k) for k in range(len(inner)) for _ in range(np.diff(inner.before)[k])]
            assert tuple(rows) == embed(kept, 2, last_node(points, end), stop)


@pytest.mark.parametrize("trim", [0, 1, 2, 3, 4])
def test_middle_points_are_a_database_of_their_own(trim):
    for database in multisets(5, 6):
        found, wanted = middle_points(sorted_points(database, 3), trim), sorted_points(middle(database, trim), 3)
        assert [found.value(k) for k in range(len(found))] == [wanted.value(k) for k in range(len(wanted))]
        assert found.before.tolist() == wanted.before.tolist()
        assert found.common.tolist() == wanted.common.tolist()


def test_trees_of_splits_are_trees_of_minima():
    assert split_tree(np.array([], dtype=np.int64)) == ([], [], -1)
    left, right, root = split_tree(np.array([3, 1, 2, 0, 5, 4]))
    assert (left, right, root) == ([-1, 0, -1, 1, -1, 4], [-1, 2, -1, 5, -1, -1], 3)
    starts, weights = nodes_at(trimmed(sorted_points([1, 2], 3), 1), 2)  # nodes of an empty database are none
    assert (starts.tolist(), weights.tolist()) == ([0], [])


@pytest.mark.parametrize("database", [(), (3,), (1, 3), (1, 1, 3, 4)])
def test_nothing_is_left_of_a_database_that_is_trimmed_away(database):
    found = middle_points(sorted_points(database, 3), 2)
    assert (len(found), found.size, found.before.tolist(), found.common.tolist()) == (0, 0, [0], [])
