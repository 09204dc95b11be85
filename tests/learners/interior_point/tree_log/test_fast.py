"""The fast form has the exact law of the plain one on small databases, and runs on large ones."""

import random
from fractions import Fraction

import numpy as np
import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.laws.law import LARGEST_SUPPORT
from privlearn.learners.interior_point import interior_point_law
from privlearn.learners.interior_point.tree_log import (Level, TreeLogParameters, fast_interior_point_law,
                                                        fast_tree_log_law, tree_log_law)
from privlearn.learners.interior_point.tree_log.fast import candidate_law, fast_node_law, weighed_law
from privlearn.learners.interior_point.tree_log.law import node_law
from privlearn.learners.interior_point.trees import SparsePoints, candidates, sorted_points
from privlearn.learners.interior_point.trees.fast_walk import trimmed
from tests.learners.interior_point.small import multisets

HALF = Fraction(3, 2)


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
    assert fast_tree_log_law((0, 0), 0, TreeLogParameters((), 2)).exact() == {0: 1}  # one point domain has one answer


@pytest.mark.parametrize("levels", [0, 1, 2])
@pytest.mark.parametrize("exp_path", [2, None])
def test_whole_runs_have_the_law_of_the_plain_form(levels, exp_path):
    parameters = TreeLogParameters((Level(exp_path=exp_path, exp_choose=2, threshold=2, exp_end=HALF, trim=1,
                                          stop=1),) * levels, 2)
    for database in list(multisets(8, 4))[::7] + [(0,) * 9, (0, 1, 2, 3, 4, 5, 6, 7), (1, 1, 1, 1, 6, 6, 6)]:
        assert fast_tree_log_law(database, 3, parameters).exact() == tree_log_law(database, 3, parameters).exact()


@pytest.mark.parametrize("make", [lambda p: p, lambda p: np.array(p, dtype=np.uint64), lambda p: list(reversed(p)),
                                  lambda p: SparsePoints(np.array([[x.bit_length() - 1] for x in p]))])
def test_all_kinds_of_points_give_the_same_draws(make):
    points = [1 << k for k in range(60) for _ in range(5)]
    parameters = TreeLogParameters((Level(exp_path=HALF, exp_choose=2, threshold=10, exp_end=2, trim=5, stop=20),), 2)
    drawn = fast_tree_log_law(make(points), 64, parameters).sample(random.Random(8))
    assert drawn == fast_tree_log_law(points, 64, parameters).sample(random.Random(8))
    assert 1 <= drawn <= 2**59


def test_a_comb_in_a_huge_domain_is_answered():
    points = SparsePoints(np.arange(1 << 14)[:, None])
    parameters = TreeLogParameters((Level(exp_path=Fraction(21, 20), exp_choose=HALF, threshold=40, exp_end=HALF,
                                          trim=10, stop=300),), HALF)
    assert 1 <= fast_tree_log_law(points, 1 << 20, parameters).sample(random.Random(2)) < 1 << (1 << 14)


def test_points_beyond_the_domain_of_the_base_are_refused():
    assert set(fast_interior_point_law(sorted_points([1, 4], 3), 5, 2).exact()) == set(range(5))
    for beyond in (5, 7):
        with pytest.raises(ValueError, match=r"points must lie in the domain 0\.\.4$"):
            fast_interior_point_law(sorted_points([1, beyond], 3), 5, 2)
    # no answer is one of the outcomes
    law = fast_interior_point_law(sorted_points([1], 30), LARGEST_SUPPORT, 2, threshold=1)
    with pytest.raises(TooLargeToEnumerate, match=f"has {LARGEST_SUPPORT + 1} elements"):
        law.exact()
    with pytest.raises(ValueError, match="parameters must be TreeLogParameters"):
        fast_tree_log_law([1], 2, 5)


def test_a_threshold_between_two_weights_is_kept_as_it_is():
    stream = random.Random(5)
    for weight, answer in ((2, None), (3, 0)):  # the other one: once in 2^30
        law = weighed_law(np.array([weight]), exp_epsilon=1 << 60, threshold=Fraction(5, 2))
        assert {law.sample(stream) for _ in range(100)} == {answer}
