"""Classes of paths of neighbouring databases, and chains of splits."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from privlearn.learners.interior_point.trees import branching_profile, chain_law, class_law, halving_splits, path_law
from privlearn.learners.interior_point.trees.chains import chain_hockey_stick
from privlearn.learners.interior_point.trees.path_classes import (
    balanced_bound,
    balanced_steps,
    classes_of,
    matched_hockey_stick,
    profile_probability,
)


@pytest.mark.parametrize("stop", [0, 1, 2])
def test_class_law_is_that_of_the_definition(stop):
    for n in range(5):
        for database in combinations_with_replacement(range(4), n):
            for x in range(4):
                found = class_law(database, 2, x, stop, Fraction(3, 2))
                assert found == classes_of(path_law, database, 2, x, stop, Fraction(3, 2))


def test_both_sides_of_a_class_law_sum_to_one():
    found = class_law((0, 1, 2, 4, 7), 3, 5, 1, 2)
    assert [sum(side) for side in zip(*found.values(), strict=True)] == [1, 1]


def test_empty_database_has_one_class():
    assert class_law((), 2, 3, 0, 2) == {(0, 0): (1, 1)}


def test_domain_of_one_point_has_one_class():
    assert class_law((0, 0), 0, 0, 0, 2) == {(0, 0): (1, 1)}


def test_new_point_in_an_empty_child_is_unmatched():
    assert class_law((0, 0), 1, 1, 1, 2) == {(1, 0): (1, Fraction(2, 3)), None: (0, Fraction(1, 3))}


def test_added_point_outside_the_domain_is_refused():
    with pytest.raises(ValueError, match="points in"):
        class_law((0,), 1, 2, 0, 2)


def test_hockey_stick_leaves_the_unmatched_class_out():
    assert matched_hockey_stick(class_law((0, 0), 1, 1, 1, 2), 1) == 0


def test_forward_hockey_stick_exchanges_the_sides():
    assert matched_hockey_stick({0: (Fraction(1, 2), Fraction(1, 4))}, 1, forward=True) == Fraction(1, 4)


def test_profile_of_a_path_without_choices_is_empty():
    assert branching_profile((5, 5), 3, (3, 5)) == ()
    assert profile_probability((), 2) == 1


def test_profile_gives_the_probability_of_the_path():
    database = (0, 1, 2, 4, 4)
    for node, mass in path_law(database, 3, 1, 2).exact().items():
        assert profile_probability(branching_profile(database, 3, node), 2) == mass


def test_chain_law_is_the_class_law_grouped_by_the_step_of_leaving():
    assert chain_law(((2, 1), (1, 1)), 2)[-1] == class_law((0, 1, 2), 2, 0, 0, 2)[2, 0]


def test_halving_tree_splits_into_equal_halves():
    assert halving_splits(5, 3) == ((20, 20), (10, 10), (5, 5))
    assert halving_splits(5, 0) == ()


def test_empty_chain_has_one_class():
    assert chain_law((), 2) == ((1, 1),)


def test_splits_that_are_no_chain_are_refused():
    with pytest.raises(ValueError, match="splits must be a chain"):
        chain_hockey_stick(((3, 1), (1, 1)), 2, 1)


def test_balanced_bound_is_attained_by_halving():
    assert balanced_steps(halving_splits(3, 7), 0) == balanced_bound(3 * 2**7, 3, 0) == 7


def test_slack_must_be_below_the_stop():
    with pytest.raises(ValueError, match="slack"):
        balanced_bound(10, 2, 2)
