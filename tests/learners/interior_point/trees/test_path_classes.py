"""Classes of paths of neighbouring databases, and chains of splits."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from privlearn.learners.interior_point.trees import branching_profile, class_law, path_law
from privlearn.learners.interior_point.trees.path_classes import (balanced_bound, classes_of, matched_hockey_stick,
                                                                  profile_probability)


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


def test_balanced_steps_of_the_smallest_sizes():
    assert [balanced_bound(size, 1, 0) for size in (0, 1, 2, 8)] == [0, 0, 1, 3]
    for size, stop, name in ((-1, 1, "size"), (0, 0, "stop")):
        with pytest.raises(ValueError, match=f"{name} must"):
            balanced_bound(size, stop, 0)


def test_nothing_bounds_the_balanced_steps_of_an_empty_path():
    assert balanced_bound(0, 1, 0) == 0
    assert balanced_bound(3, 2, 1) == 1
    for arguments, name in (((-1, 1, 0), "size"), ((1, 0, 0), "stop"), ((2, 2, -1), "slack"), ((1, 2, 2), "slack")):
        with pytest.raises(ValueError, match=f"{name} must be an integer of at least"):
            balanced_bound(*arguments)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: class_law((0,), 1, 2, 0, 2), "points in"), (lambda: class_law((), 1, 2, 0, 2), "points in"),
    (lambda: balanced_bound(10, 2, 2), "slack"),
    (lambda: class_law((0, 1), 1, 0, -1, 2), "stop must be an integer of at least 0, got -1")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_balanced_bound_is_the_least_power_of_two():
    for n in range(20):
        for t in range(1, 6):
            for k in range(t):
                wanted = next(steps for steps in range(9) if 2**steps * (t - k) >= n - k)
                assert balanced_bound(n, t, k) == wanted


def test_a_node_that_the_database_does_not_meet_is_below_no_branching_node():
    assert branching_profile((5, 5), 3, (3, 1)) == ()
    assert branching_profile((4, 5), 3, (2, 0)) == ()
