"""Judges of the page ramsey."""

import pytest

from privlearn.claims.abms20.ramsey.exercises import judge_reversed, judge_seventeen

EDGES = [(p, q) for q in range(17) for p in range(q) if q - p in (1, 2, 4, 8, 9, 13, 15, 16)]


def test_the_differences_that_are_squares_are_accepted():
    assert judge_seventeen(EDGES).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ([(p, q) for q in range(17) for p in range(q) if q - p in (1, 2, 4, 8, 9, 13, 15)],
     "the vertices (0, 5, 10, 16) are joined by six blue edges"),
    (EDGES[:-1], "the vertices (4, 9, 15, 16) are joined by six blue edges"),
    ([(p, q) for q in range(17) for p in range(q)], "the vertices (0, 1, 2, 3) are joined by six red edges"),
    ([*EDGES, (3, 3)], "an edge is a pair of different vertices"),
    ([*EDGES, (0, 17)], "an edge is a pair of different vertices"),
    ([], "list the red edges"),
])
def test_another_colouring_is_refused(answer, reason):
    assert judge_seventeen(answer).startswith(f"not yet: {reason}")


def test_the_reversed_ladder_is_accepted():
    assert judge_reversed(((7, 6), (5, 4), (3, 2), (1, 0))).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (((0, 1), (2, 3), (4, 5), (6, 7)), "h_0(x_1) = 0, but pairs 1 and 1 ask for 1"),
    (((1, 0), (3, 2), (5, 4), (7, 6)), "h_1(x_2) = 0, but pairs 1 and 2 ask for 1"),
    (((7, 6), (5, 4), (3, 2), (2, 0)), "use each of the eight indices once"),
    (((8, 6), (5, 4), (3, 2), (1, 0)), "functions and points are numbered 0..7"),
    (((7, 6), (5, 4), (3, 2)), "give four pairs"),
])
def test_another_ladder_is_refused(answer, reason):
    assert judge_reversed(answer).startswith(f"not yet: {reason}")
