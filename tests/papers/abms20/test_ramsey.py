"""Judges of the page ramsey."""

import pytest

from privlearn.papers.abms20.ramsey.exercises import judge_reversed, judge_thirteen

EDGES = [(p, q) for q in range(13) for p in range(q) if q - p in (1, 5, 8, 12)]


def test_right_answers_are_accepted():
    assert judge_thirteen(EDGES).startswith("accepted")  # the differences that are cubes
    assert judge_reversed(((8, 7), (6, 5), (3, 2), (1, 0))).startswith("accepted")  # the reversed ladder


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_thirteen, [(p, q) for q in range(13) for p in range(q) if q - p in (1, 5, 8)],
     "the vertices (0, 2, 6, 9, 12) are joined by blue edges only"),
    (judge_thirteen, [*EDGES, (0, 2)], "the vertices (0, 1, 2) are joined by red edges only"),
    (judge_thirteen, [(p, q) for q in range(13) for p in range(q)],
     "the vertices (0, 1, 2) are joined by red edges only"),
    (judge_thirteen, [*EDGES, (3, 3)], "an edge is a pair of different vertices"),
    (judge_thirteen, [*EDGES, (0, 13)], "an edge is a pair of different vertices"),
    (judge_thirteen, [], "list the red edges"),
    (judge_reversed, ((0, 1), (2, 3), (5, 6), (7, 8)), "h_0(x_1) = 0, but pairs 1 and 1 ask for 1"),
    (judge_reversed, ((1, 0), (3, 2), (6, 5), (8, 7)), "h_1(x_2) = 0, but pairs 1 and 2 ask for 1"),
    (judge_reversed, ((7, 6), (5, 4), (3, 2), (1, 0)), "use each of the eight indices other than 4 once"),
    (judge_reversed, ((9, 7), (6, 5), (3, 2), (1, 0)), "functions and points are numbered 0..8"),
    (judge_reversed, ((7, 6), (5, 4), (3, 2)), "give four pairs")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
