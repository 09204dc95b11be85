"""Judges of the exercises on the page halfspace-trees."""

from functools import cache
from itertools import product

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked

CUBE = list(product((0, 1), repeat=4))


@cache
def _triples_cut_off() -> set[frozenset[tuple[int, ...]]]:
    found = set()
    for weights in product(range(-2, 3), repeat=4):
        values = [sum(w * x for w, x in zip(weights, point, strict=True)) for point in CUBE]
        found |= {frozenset(p for p, value in zip(CUBE, values, strict=True) if value >= least) for least in values}
    return {points for points in found if len(points) == 3}


@asked("List the triples of points of the 4-cube that halfspaces cut off.", level=2, minutes=20)
@answered
def judge_four_cube(answer) -> str:
    """Judge the triples of points of the 4-cube that a halfspace holds and no other; weights -2 to 2 do for all."""
    if not isinstance(answer, (list, tuple, set, frozenset)) or not all(
            isinstance(triple, (list, tuple, set, frozenset)) and len({*triple}) == 3 and {*triple} <= {*CUBE}
            for triple in answer):
        return "not yet: list sets of three points, each a tuple of four bits"
    right, given = _triples_cut_off(), {frozenset(triple) for triple in answer}
    if given - right:
        return f"not yet: no halfspace holds just {sorted(min(given - right, key=sorted))}"
    if given != right:
        return f"not yet: these {len(given)} can be cut off, and others, too"
    return f"accepted: {len(right)} halfspaces, each three points of a square"


@asked("Find the smallest weights that the printed construction lets collide.", level=1, minutes=10)
@answered
def judge_smallest_collision(answer) -> str:
    """Judge ``(w', x, y)``: two points of the 4 x 4 grid on which the printed weights for w' agree.

    Smallest: no weights with a smaller sum of absolute values collide.
    """
    if not isinstance(answer, tuple) or len(answer) != 3 or not all(len(part) == 2 for part in answer):
        return "not yet: give three pairs: weights and two points"
    weights, x, y = answer
    if not all(is_exact(entry) for part in answer for entry in part):
        return "not yet: entries are integers"
    if x == y or not all(c in range(4) for c in (*x, *y)):
        return "not yet: give two different points with coordinates 0..3"
    printed = [8 * w + 2**i for i, w in enumerate(weights, 1)]
    values = [sum(w * c for w, c in zip(printed, point, strict=True)) for point in (x, y)]
    if values[0] != values[1]:
        return f"not yet: the printed weights are {tuple(printed)}, with values {values[0]} and {values[1]}"
    if any(weights):
        return "not yet: they collide, but smaller weights do as well"
    return f"accepted: the printed weights {tuple(printed)} give both points the value {values[0]}"


@asked("Build the first mistake tree of halfspaces by hand.", level=1, minutes=15)
@answered
def judge_t2(answer) -> str:
    """Judge the tree T_2 for b = 1, of depth 2: first a point of the slice y = 0, then points of the slice y = 1."""
    from privlearn.dimensions import is_halfspace_tree

    if not (isinstance(answer, tuple) and len(answer) == 3 and all(len(part) == 3 for part in answer[1:])):
        return "not yet: give (point, (point, leaf, leaf), (point, leaf, leaf)) with leaves ((w1, w2), theta)"
    root, left, right = answer
    if root not in set(product((0, 1), (0,))) or left[0][1] != 1 or right[0][1] != 1:
        return "not yet: the root lies on the slice with last coordinate 0, the two points below it on the other"
    if not all(is_exact(e) for child in (left, right) for (w, theta) in child[1:] for e in (*w, theta)):
        return "not yet: weights and thresholds are integers"
    if any(abs(e) > 1 for child in (left, right) for (w, theta) in child[1:] for e in (*w, theta)):
        return "not yet: weights and thresholds are -1, 0 or 1"
    if not is_halfspace_tree(answer, 1, 2, depth=2):
        return "not yet: some leaf has another label at a point of its path"
    return "accepted: four halfspaces, depth 2 = (2 (2 - 1) / 2 + 1) 1"
