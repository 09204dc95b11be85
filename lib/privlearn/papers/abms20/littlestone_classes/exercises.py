"""Judges of the exercises on the page littlestone-classes."""

from itertools import combinations
from typing import Any

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked


@asked("Give two points and four lines that show all four patterns.", level=1, minutes=15)
@answered
def judge_four_lines(answer) -> str:
    """Judge two points of the plane and four lines (a, b, c), no two parallel, that show all patterns on them.

    The line (a, b, c) is a x + b y = c.
    """
    if not isinstance(answer, (list, tuple)) or len(answer) != 2 or len(answer[0]) != 2 or len(answer[1]) != 4:
        return "not yet: give ([point, point], [line, line, line, line])"
    points, lines = answer
    if any(len(p) != 2 for p in points) or any(len(line) != 3 for line in lines):
        return "not yet: a point is (x, y), a line is (a, b, c) for a x + b y = c"
    if not all(is_exact(entry) for row in (*points, *lines) for entry in row):
        return "not yet: all entries must be integers or fractions"
    for a, b, c in lines:
        if a == b == 0:
            return f"not yet: ({a}, {b}, {c}) is no line, a and b are 0"
    for (a, b, _), (c, d, _) in combinations(lines, 2):
        if a * d == b * c:
            return f"not yet: two lines are parallel, with normals ({a}, {b}) and ({c}, {d})"
    patterns = {tuple(int(a * x + b * y == c) for x, y in points) for a, b, c in lines}
    missing = sorted({(0, 0), (0, 1), (1, 0), (1, 1)} - patterns)
    if missing:
        return f"not yet: no line shows the pattern {missing[0]} on the two points"
    return "accepted: lines shatter two points, so their VC and Littlestone dimensions are at least 2"


@asked("Give a mistake tree for zero sets of quadratic polynomials.", level=2, minutes=20)
@answered
def judge_quadratic_tree(answer) -> str:
    """Judge a complete mistake tree of depth 2: points 0 to 4 of F_5, leaves (c0, c1, c2), c0 + c1 x + c2 x^2."""
    if not isinstance(answer, (list, tuple)) or len(answer) != 3:
        return "not yet: give (point, tree if 0, tree if 1), each of these trees (point, leaf if 0, leaf if 1)"
    for label, side in enumerate(answer[1:]):
        if not isinstance(side, (list, tuple)) or len(side) != 3 or not isinstance(side[1], (list, tuple)):
            return f"not yet: the tree below label {label} must be (point, leaf if 0, leaf if 1)"
        for second, leaf in enumerate(side[1:]):
            complaint = _leaf(leaf, ((answer[0], label), (side[0], second)))
            if complaint:
                return complaint
    return "accepted: a tree of depth 2; none is deeper, for the hull learner errs at most twice"


def _leaf(leaf, path: tuple[tuple[Any, int], ...]) -> str:
    if not isinstance(leaf, (list, tuple)) or len(leaf) != 3 or any(type(c) is not int for c in leaf):
        return "not yet: a leaf is three integers, the coefficients of 1, x and x^2"
    if all(c % 5 == 0 for c in leaf):
        return "not yet: the polynomial 0 is not allowed"
    for x, label in path:
        if type(x) is not int or not 0 <= x < 5:
            return f"not yet: a point is an integer from 0 to 4, got {x!r}"
        if int((leaf[0] + leaf[1] * x + leaf[2] * x * x) % 5 == 0) != label:
            wanted = "vanish" if label else "not vanish"
            return f"not yet: the polynomial {tuple(leaf)} must {wanted} at {x}"
    return ""
