"""The fast form has the exact law of the plain one on small databases, and runs on large ones."""

import random
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest

from privlearn.learners.interior_point import interior_point_law
from privlearn.learners.interior_point.tree_log import (
    Level,
    TreeLogParameters,
    fast_interior_point_law,
    fast_tree_log_law,
    tree_log_law,
)
from privlearn.learners.interior_point.tree_log.fast import candidate_law, fast_node_law
from privlearn.learners.interior_point.tree_log.law import node_law
from privlearn.learners.interior_point.trees import (
    SparsePoints,
    candidates,
    embed,
    heavy_node,
    middle,
    path_law,
    sorted_points,
)
from privlearn.learners.interior_point.trees.fast_walk import (
    inner_points,
    last_node,
    middle_points,
    nodes_at,
    split_tree,
    trimmed,
    walk_law,
)

HALF = Fraction(3, 2)


def multisets(size, most):
    for n in range(most + 1):
        yield from combinations_with_replacement(range(size), n)


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
    for database in (row for n in range(7) for row in combinations_with_replacement(range(5), n)):
        found, wanted = middle_points(sorted_points(database, 3), trim), sorted_points(middle(database, trim), 3)
        assert [found.value(k) for k in range(len(found))] == [wanted.value(k) for k in range(len(wanted))]
        assert found.before.tolist() == wanted.before.tolist()
        assert found.common.tolist() == wanted.common.tolist()


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_nodes_of_a_level_are_chosen_as_in_the_tree(depth):
    for database in multisets(8, 3):
        kept = trimmed(sorted_points(database, 3), 0)
        assert fast_node_law(kept, depth, 2, 2).exact() == node_law(database, 3, depth, 2, 2).exact()


@pytest.mark.parametrize("size", [7, 8, 20])
def test_the_exponential_mechanism_by_runs_is_the_dense_one(size):
    for database in multisets(7, 3):
        fast = fast_interior_point_law(sorted_points(database, 5), size, HALF).exact()
        assert fast == interior_point_law(database, range(size), HALF).exact()


def test_candidates_are_chosen_by_their_scores():
    database = (1, 1, 5, 6)
    for node in ((0, 0), (1, 1), (2, 2), (3, 5)):
        assert candidate_law(sorted_points(database, 3), node, 2).exact() == interior_point_law(
            database, candidates(node, 3), 2).exact()


@pytest.mark.parametrize("levels", [0, 1, 2])
@pytest.mark.parametrize("exp_path", [2, None])
def test_whole_runs_have_the_law_of_the_plain_form(levels, exp_path):
    parameters = TreeLogParameters((Level(exp_path, 2, 2, HALF, trim=1, stop=1),) * levels, 2)
    for database in list(multisets(8, 4))[::7] + [(0,) * 9, (0, 1, 2, 3, 4, 5, 6, 7), (1, 1, 1, 1, 6, 6, 6)]:
        assert fast_tree_log_law(database, 3, parameters).exact() == tree_log_law(database, 3, parameters).exact()


def test_one_point_domain_has_one_answer():
    assert fast_tree_log_law((0, 0), 0, TreeLogParameters((), 2)).exact() == {0: 1}


def test_trees_of_splits_are_trees_of_minima():
    assert split_tree(np.array([], dtype=np.int64)) == ([], [], -1)
    left, right, root = split_tree(np.array([3, 1, 2, 0, 5, 4]))
    assert (left, right, root) == ([-1, 0, -1, 1, -1, 4], [-1, 2, -1, 5, -1, -1], 3)


def test_nodes_of_an_empty_database_are_none():
    starts, weights = nodes_at(trimmed(sorted_points([1, 2], 3), 1), 2)
    assert (starts.tolist(), weights.tolist()) == ([0], [])


@pytest.mark.parametrize("make", [lambda p: p, lambda p: np.array(p, dtype=np.uint64), lambda p: list(reversed(p)),
                                  lambda p: SparsePoints(np.array([[x.bit_length() - 1] for x in p]))])
def test_all_kinds_of_points_give_the_same_draws(make):
    points = [1 << k for k in range(60) for _ in range(5)]
    parameters = TreeLogParameters((Level(HALF, 2, 10, 2, trim=5, stop=20),), 2)
    drawn = fast_tree_log_law(make(points), 64, parameters).sample(random.Random(8))
    assert drawn == fast_tree_log_law(points, 64, parameters).sample(random.Random(8))
    assert 1 <= drawn <= 2**59


def test_a_comb_in_a_huge_domain_is_answered():
    points = SparsePoints(np.arange(1 << 14)[:, None])
    parameters = TreeLogParameters((Level(Fraction(21, 20), HALF, 40, HALF, trim=10, stop=300),), HALF)
    drawn = fast_tree_log_law(points, 1 << 20, parameters).sample(random.Random(2))
    assert 1 <= drawn < 1 << (1 << 14)


def test_parameters_of_another_kind_are_refused():
    with pytest.raises(ValueError, match="parameters must be TreeLogParameters"):
        fast_tree_log_law([1], 2, 5)


def test_points_beyond_the_domain_of_the_base_are_refused():
    with pytest.raises(ValueError, match="points must lie in the domain"):
        fast_interior_point_law(sorted_points([7], 3), 5, 2)
