"""Judges of the page halfspace-trees."""

import pytest

from privlearn.claims.fx15.halfspace_trees.exercises import judge_four_cube, judge_smallest_collision, judge_t2

ZERO = ((0, 1), ((0, 0), 1), ((0, 1), 1))
ONE = ((0, 1), ((0, -1), 0), ((0, 0), 0))


def test_the_count_is_accepted():
    assert judge_four_cube(96).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (95, "95 is too small"),
    (97, "97 is too large"),
    (96.0, "give an integer"),
])
def test_another_count_is_refused(answer, reason):
    assert judge_four_cube(answer).startswith(f"not yet: {reason}")


def test_two_points_with_the_value_four_are_accepted():
    assert judge_smallest_collision(((0, 0), (2, 0), (0, 1))).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (((0, 0), (1, 0), (0, 1)), "the printed weights are (2, 4), with values 2 and 4"),
    (((1, 0), (2, 0), (0, 5)), "give two different points with coordinates 0..3"),
    (((0, -1), (2, 0), (0, -1)), "give two different points"),
    (((0, 0), (0, 1), (0, 1)), "give two different points"),
    (((1, 2), (2, 0), (0, 1)), "they collide, but smaller weights do as well"),
    ((0, 0), "give three pairs"),
])
def test_another_collision_is_refused(answer, reason):
    assert judge_smallest_collision(answer).startswith(f"not yet: {reason}")


def test_four_halfspaces_are_accepted():
    assert judge_t2(((0, 0), ZERO, ONE)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (((0, 0), ONE, ZERO), "some leaf has another label"),
    (((0, 1), ZERO, ONE), "the root lies on the slice with last coordinate 0"),
    (((0, 0), ZERO, ((1, 0), *ONE[1:])), "the root lies on the slice"),
    (((0, 0), ZERO, ((0, 1), ((0, -1.0), 0), ((0, 0), 0))), "weights and thresholds are integers"),
    (((0, 0), ZERO, ((0, 1), ((0, -2), 0), ((0, 0), 0))), "weights and thresholds are -1, 0 or 1"),
    ((ZERO, ONE), "give (point, (point, leaf, leaf), (point, leaf, leaf))"),
])
def test_another_tree_is_refused(answer, reason):
    assert judge_t2(answer).startswith(f"not yet: {reason}")
