"""Classes of paths of neighbouring databases, and chains of splits."""

from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from privlearn.learners.interior_point.trees import branching_profile, class_law, path_law
from privlearn.learners.interior_point.trees.path_classes import balanced_bound, classes_of, matched_hockey_stick


@pytest.mark.parametrize("stop", [0, 1, 2])
def test_class_law_is_that_of_the_definition(stop):
    for n in range(5):
        for database in combinations_with_replacement(range(4), n):
            for x in range(4):
                found = class_law(database, 2, x, stop, Fraction(3, 2))
                assert found == classes_of(path_law, database, 2, x, stop, Fraction(3, 2))


def test_classes_of_single_databases():
    found = class_law((0, 1, 2, 4, 7), 3, 5, 1, 2)  # both sides of a class law sum to one
    assert [sum(side) for side in zip(*found.values(), strict=True)] == [1, 1]
    assert class_law((), 2, 3, 0, 2) == {(0, 0): (1, 1)}  # empty database has one class
    assert class_law((0, 0), 0, 0, 0, 2) == {(0, 0): (1, 1)}  # domain of one point has one class
    # new point in an empty child is unmatched
    assert class_law((0, 0), 1, 1, 1, 2) == {(1, 0): (1, Fraction(2, 3)), None: (0, Fraction(1, 3))}


def test_hockey_sticks_of_classes():
    assert matched_hockey_stick(class_law((0, 0), 1, 1, 1, 2), 1) == 0  # hockey stick leaves the unmatched class out
    # forward hockey stick exchanges the sides
    assert matched_hockey_stick({0: (Fraction(1, 2), Fraction(1, 4))}, 1, forward=True) == Fraction(1, 4)


def test_profiles_are_the_weights_at_branching_nodes():
    assert branching_profile((0, 1, 2, 4, 4), 3, (3, 1)) == ((3, 2), (2, 1), (1, 1))
    assert branching_profile((5, 5), 3, (3, 5)) == ()  # profile of a path without choices is empty
    # a node that the database does not meet is below no branching node
    assert branching_profile((5, 5), 3, (3, 1)) == ()
    assert branching_profile((4, 5), 3, (2, 0)) == ()


def test_balanced_bound_is_the_least_power_of_two():
    for n in range(20):
        for t in range(1, 6):
            for k in range(t):
                wanted = next(steps for steps in range(9) if 2**steps * (t - k) >= n - k)
                assert balanced_bound(n, t, k) == wanted
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
