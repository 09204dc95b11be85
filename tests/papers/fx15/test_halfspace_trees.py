"""Judges of the page halfspace-trees."""

from itertools import combinations, product

import pytest

from privlearn.papers.fx15.halfspace_trees.exercises import judge_four_cube, judge_smallest_collision, judge_t2

ZERO = ((0, 1), ((0, 0), 1), ((0, 1), 1))
ONE = ((0, 1), ((0, -1), 0), ((0, 0), 0))
CUBE = list(product((0, 1), repeat=4))
TRIPLES = [triple for triple in combinations(CUBE, 3)
           if any(all(sum(a != b for a, b in zip(p, q, strict=True)) < 2 for q in triple) for p in triple)]


def test_right_answers_are_accepted():
    assert judge_smallest_collision(((0, 0), (2, 0), (0, 1))).startswith("accepted")  # two points with the value four
    assert judge_t2(((0, 0), ZERO, ONE)).startswith("accepted")  # four halfspaces
    assert judge_four_cube(TRIPLES).startswith("accepted: 96 halfspaces")  # three points of a square can be cut off


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_smallest_collision, ((0, 0), (1, 0), (0, 1)), "the printed weights are (2, 4), with values 2 and 4"),
    (judge_smallest_collision, ((1, 0), (2, 0), (0, 5)), "give two different points with coordinates 0..3"),
    (judge_smallest_collision, ((0, -1), (2, 0), (0, -1)), "give two different points"),
    (judge_smallest_collision, ((0, 0), (0, 1), (0, 1)), "give two different points"),
    (judge_smallest_collision, ((1, 2), (2, 0), (0, 1)), "they collide, but smaller weights do as well"),
    (judge_smallest_collision, (0, 0), "give three pairs"),
    (judge_t2, ((0, 0), ONE, ZERO), "some leaf has another label"),
    (judge_t2, ((0, 1), ZERO, ONE), "the root lies on the slice with last coordinate 0"),
    (judge_t2, ((0, 0), ZERO, ((1, 0), *ONE[1:])), "the root lies on the slice"),
    (judge_t2, ((0, 0), ZERO, ((0, 1), ((0, -1.0), 0), ((0, 0), 0))), "weights and thresholds are integers"),
    (judge_t2, ((0, 0), ZERO, ((0, 1), ((0, -2), 0), ((0, 0), 0))), "weights and thresholds are -1, 0 or 1"),
    (judge_t2, (ZERO, ONE), "give (point, (point, leaf, leaf), (point, leaf, leaf))"),
    (judge_four_cube, TRIPLES[1:], "these 95 can be cut off, and others, too"),
    (judge_four_cube, [*TRIPLES, (CUBE[0], CUBE[3], CUBE[15])],
     "no halfspace holds just [(0, 0, 0, 0), (0, 0, 1, 1), (1, 1, 1, 1)]"),
    (judge_four_cube, [CUBE[:2]], "list sets of three points"), (judge_four_cube, 96, "list sets of three points")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
