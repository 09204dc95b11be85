"""Judges of the page geometric-classes."""

from fractions import Fraction

import pytest

from privlearn.papers.fx15.geometric_classes.exercises import (judge_ball_of_halfspace, judge_boxes_for_cross,
                                                               judge_maximum_classes, judge_search_point,
                                                               judge_square_tree)


def halfspace_with(a, b, c):
    """Return the halfspace with these values at (0, 0), (0, 1), (1, 0)."""
    return (2 * (c - a), 2 * (b - a)), 1 - 2 * a


def below(a):
    return (0, 1), *(((1, 0), halfspace_with(a, b, 0), halfspace_with(a, b, 1)) for b in (0, 1))


def ball(w, theta):
    centre = [Fraction(c + 1, 2) for c in w]
    return centre, sum(c * c for c in centre) - theta


def bounding_box(subset):
    return [[f(x[i] for x in subset) for i in (0, 1)] for f in (min, max)] if subset else ((1, 1), (0, 0))


def test_right_answers_are_accepted():
    assert judge_maximum_classes(lambda n: 2**n * Fraction(n + 1) ** (n - 2)).startswith("accepted")  # the formula
    assert judge_search_point(lambda low, high: (low + high) // 2 - 1).startswith("accepted")  # the middle
    assert judge_boxes_for_cross(bounding_box).startswith("accepted")  # the bounding box
    assert judge_square_tree(((0, 0), below(0), below(1))).startswith("accepted")  # a tree of depth three
    assert judge_ball_of_halfspace(ball).startswith("accepted")  # the ball round half the weights


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_maximum_classes, lambda n: 2**n * Fraction(n + 1) ** (n - 2) + (n == 4),
     "on 4 points there are 400 such classes, not 401"),
    (judge_maximum_classes, lambda n: (n + 1) ** (n - 1), "on 2 points there are 4 such classes, not 3"),
    (judge_maximum_classes, 400, "give a function of n"),
    (judge_search_point, lambda low, high: low, "for b = 2 the tree is not complete"),
    (judge_search_point, lambda low, high: (low + high) // 2,
     "this cannot be judged (ValueError: with thresholds 0..1 left"),
    (judge_search_point, 3, "give a function (low, high)"),
    (judge_boxes_for_cross, lambda subset: ((0, 0), (3, 3)), "the box from (0"),
    (judge_boxes_for_cross, lambda subset: bounding_box(subset[:3]), "the box from"),
    (judge_boxes_for_cross, lambda subset: ((1, 1), (0, 4)), "for [] give two points of the grid"),
    (judge_boxes_for_cross, ((0, 0), (3, 3)), "give a function"),
    (judge_square_tree, ((0, 0), below(1), below(0)), "not complete of depth 3"),
    (judge_square_tree, below(0), "not complete of depth 3"),
    (judge_square_tree, ((0, 2), below(0), below(1)), "nodes are (point, tree if 0, tree if 1)"),
    (judge_square_tree, 0, "nodes are (point, tree if 0, tree if 1)"),
    (judge_ball_of_halfspace, lambda w, theta: (ball(w, theta)[0], ball(w, theta)[1] + 1), "w ="),
    (judge_ball_of_halfspace, lambda w, theta: (w, theta), "w ="),
    (judge_ball_of_halfspace, lambda w, theta: ([0.5 for _ in w], 1), "give 1 integers or Fractions"),
    (judge_ball_of_halfspace, 1, "give a function")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
