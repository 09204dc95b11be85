"""Judges of the page littlestone-classes."""

import pytest

from privlearn.papers.abms20.littlestone_classes.exercises import judge_four_lines, judge_quadratic_tree

LINES = [(0, 1, 0), (1, 0, 0), (1, 1, 1), (1, -1, 5)]


def test_right_answers_are_accepted():
    assert judge_four_lines(([(0, 0), (1, 0)], LINES)).startswith("accepted")  # four lines that shatter two points
    assert judge_quadratic_tree((0, (1, (1, 0, 0), (-1, 1, 0)), (1, (0, 1, 0), (0, -1, 1)))).startswith("accepted")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_four_lines, ([(0, 0), (0, 0)], LINES), "no line shows the pattern (0, 1)"),
    (judge_four_lines, ([(0, 0), (1, 0)], [*LINES[:3], (1, 2, 1)]), "no line shows the pattern (0, 0)"),
    (judge_four_lines, ([(0, 0), (1, 0)], [*LINES[:3], (0, 2, 2)]),
     "two lines are parallel, with normals (0, 1) and (0, 2)"),
    (judge_four_lines, ([(0, 0), (1, 0)], [*LINES[:3], (0, 0, 1)]), "(0, 0, 1) is no line"),
    (judge_four_lines, ([(0, 0), (1.0, 0)], LINES), "all entries must be integers or fractions"),
    (judge_four_lines, ([(0, 0), (1, 0)], LINES[:3]), "give ([point, point], [line, line, line, line])"),
    (judge_quadratic_tree, (0, (1, (1, 0, 0), (-1, 1, 0)), (1, (0, 1, 0), (0, 1, 1))),
     "the polynomial (0, 1, 1) must vanish at 1"),
    (judge_quadratic_tree, (0, (1, (0, 1, 0), (-1, 1, 0)), (1, (0, 1, 0), (0, -1, 1))),
     "the polynomial (0, 1, 0) must not vanish at 0"),
    (judge_quadratic_tree, (0, (1, (1, 0, 0), (-1, 1, 0)), (1, (0, 1, 0), (5, 0, 0))),
     "the polynomial 0 is not allowed"),
    (judge_quadratic_tree, (0, (5, (1, 0, 0), (-1, 1, 0)), (1, (0, 1, 0), (0, -1, 1))),
     "a point is an integer from 0 to 4"),
    (judge_quadratic_tree, (0, (1, 0, 0), (-1, 1, 0)), "the tree below label 0 must be"),
    (judge_quadratic_tree, 0, "give (point, tree if 0, tree if 1)")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
