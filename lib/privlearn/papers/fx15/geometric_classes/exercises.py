"""Judges of the exercises on the page geometric-classes."""

from itertools import product
from typing import Any

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked


@asked("Find a formula for the number of maximum classes of dimension 1.", level=3, minutes=40)
@answered
def judge_maximum_classes(answer) -> str:
    """Judge a formula ``answer(n)`` for the number of classes of VC dimension 1 with n + 1 concepts on n points."""
    from privlearn.dimensions.sweeps import class_sizes, vc_of_all_classes

    if not callable(answer):
        return "not yet: give a function of n"
    for n in range(1, 5):
        found = int(((vc_of_all_classes(n) == 1) & (class_sizes(n) == n + 1)).sum())
        if answer(n) != found:
            return f"not yet: on {n} points there are {found} such classes, not {answer(n)}"
    return "accepted: right for all classes on up to 4 points"


@asked("Say which point binary search asks about.", level=1, minutes=10)
@answered
def judge_search_point(answer) -> str:
    """Judge ``answer(low, high)``: the point to ask about while the threshold is known to be one of low..high - 1."""
    from privlearn.concepts import thresholds
    from privlearn.dimensions import is_mistake_tree

    if not callable(answer):
        return "not yet: give a function (low, high) -> point"

    def tree(low: int, high: int, depth: int):
        if high - low <= 1 or depth == 0:
            return low
        x = answer(low, high)
        if isinstance(x, bool) or x not in range(low, high - 1):
            raise ValueError(f"with thresholds {low}..{high - 1} left, point {x} tells nothing")
        return x, tree(x + 1, high, depth - 1), tree(low, x + 1, depth - 1)

    for b in range(1, 7):
        if not is_mistake_tree(tree(0, 2**b, 2**b), thresholds(b)):
            return f"not yet: for b = {b} the tree is not complete: its leaves have different depths"
    return "accepted: complete trees of depth b for b = 1..6"


CROSS = ((0, 1), (2, 1), (1, 0), (1, 2))


@asked("Give the box that cuts any subset out of a cross.", level=1, minutes=15)
@answered
def judge_boxes_for_cross(answer) -> str:
    """Judge ``answer(subset)``: corners ``(s, t)`` of a box that holds exactly these points of the cross.

    Corners are points of the 4 x 4 grid; the empty box has some s_i > t_i.
    """
    if not callable(answer):
        return "not yet: give a function from a list of points to corners (s, t)"
    for bits in product((0, 1), repeat=4):
        wanted = [x for x, bit in zip(CROSS, bits, strict=True) if bit]
        s, t = answer(list(wanted))
        if not all(len(corner) == 2 and all(is_exact(c) and 0 <= c < 4 for c in corner) for corner in (s, t)):
            return f"not yet: for {wanted} give two points of the grid, got {s} and {t}"
        held = [x for x in CROSS if all(i <= c <= j for i, c, j in zip(s, x, t, strict=True))]
        if held != wanted:
            return f"not yet: the box from {s} to {t} holds {held}, not {wanted}"
    return "accepted: 16 boxes show all 16 subsets of the cross"


@asked("Find a complete mistake tree of depth 3 for halfspaces on the square.", level=2, minutes=25)
@answered
def judge_square_tree(answer) -> str:
    """Judge a complete mistake tree of depth 3 for halfspaces on the square.

    Nested ``(point, tree if 0, tree if 1)``; leaves are ``((w1, w2), theta)``, which is 1 where w . x >= theta.
    """
    from privlearn.dimensions import is_halfspace_tree

    def tidy(node) -> bool:
        if not isinstance(node, tuple) or len(node) not in (2, 3):
            return False
        if len(node) == 3:
            return node[0] in set(product((0, 1), repeat=2)) and tidy(node[1]) and tidy(node[2])
        return len(node[0]) == 2 and all(map(is_exact, (*node[0], node[1])))

    if not tidy(answer):
        return "not yet: nodes are (point, tree if 0, tree if 1), leaves ((w1, w2), theta)"
    if not is_halfspace_tree(answer, 1, 2, depth=3):
        return "not yet: not complete of depth 3, or some leaf has another label at a point of its path"
    return "accepted: 8 halfspaces, each with the labels of its path"


@asked("Give the ball with the trace of a halfspace on the cube.", level=2, minutes=20)
@answered
def judge_ball_of_halfspace(answer) -> str:
    """Judge ``answer(w, theta)``: centre and squared radius of a ball with the trace of ``w . x >= theta`` on the cube.

    A negative squared radius is an empty ball.  Tried on all halfspaces of the cubes of dimension 1 to 4.
    """
    from privlearn.concepts import grid, halfspaces

    if not callable(answer):
        return "not yet: give a function (w, theta) -> (centre, squared radius)"
    for d in range(1, 5):
        names: list[Any] = list(halfspaces(1, d).concept_names)
        for w, theta in names:
            centre, squared_radius = answer(w, theta)
            if len(centre) != d or not all(map(is_exact, (*centre, squared_radius))):
                return f"not yet: give {d} integers or Fractions and a squared radius"
            for x in grid(1, d):
                inside = sum((c - m) ** 2 for c, m in zip(x, centre, strict=True)) <= squared_radius
                if inside != (sum(a * c for a, c in zip(w, x, strict=True)) >= theta):
                    return f"not yet: w = {w}, theta = {theta}: the ball and the halfspace differ at {x}"
    return "accepted: the same trace for all halfspaces on the cubes of dimension 1 to 4"
