"""Judges of the page ramsey."""

import pytest

from privlearn.papers.abms20.ramsey.exercises import judge_reversed, judge_thirteen

EDGES = [(p, q) for q in range(13) for p in range(q) if q - p in (1, 5, 8, 12)]


def test_the_differences_that_are_cubes_are_accepted():
    assert judge_thirteen(EDGES).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ([(p, q) for q in range(13) for p in range(q) if q - p in (1, 5, 8)],
     "the vertices (0, 2, 6, 9, 12) are joined by blue edges only"),
    ([*EDGES, (0, 2)], "the vertices (0, 1, 2) are joined by red edges only"),
    ([(p, q) for q in range(13) for p in range(q)], "the vertices (0, 1, 2) are joined by red edges only"),
    ([*EDGES, (3, 3)], "an edge is a pair of different vertices"),
    ([*EDGES, (0, 13)], "an edge is a pair of different vertices"),
    ([], "list the red edges"),
])
def test_another_colouring_is_refused(answer, reason):
    assert judge_thirteen(answer).startswith(f"not yet: {reason}")


def test_the_reversed_ladder_is_accepted():
    assert judge_reversed(((8, 7), (6, 5), (3, 2), (1, 0))).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (((0, 1), (2, 3), (5, 6), (7, 8)), "h_0(x_1) = 0, but pairs 1 and 1 ask for 1"),
    (((1, 0), (3, 2), (6, 5), (8, 7)), "h_1(x_2) = 0, but pairs 1 and 2 ask for 1"),
    (((7, 6), (5, 4), (3, 2), (1, 0)), "use each of the eight indices other than 4 once"),
    (((9, 7), (6, 5), (3, 2), (1, 0)), "functions and points are numbered 0..8"),
    (((7, 6), (5, 4), (3, 2)), "give four pairs"),
])
def test_another_ladder_is_refused(answer, reason):
    assert judge_reversed(answer).startswith(f"not yet: {reason}")
