"""Judges of the exercises on the page tree-log."""


from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked

POINTS = (0, 0, 0, 2, 2)
BITS = 3
END = "000"
TRIM = 2


@asked("Run one step of TreeLog by hand: find the inner database.", level=1, minutes=15, library="embed")
@answered
def judge_inner_database(answer) -> str:
    """Judge the inner database of (0, 0, 0, 2, 2) on eight points, path to the leaf 0, stopping weight and trim 2."""
    if not isinstance(answer, (tuple, list)) or not answer or not all(type(level) is int for level in answer):
        return "not yet: give a tuple of levels, one integer for each element of D"
    levels = []
    for x in POINTS:
        word = format(x, f"0{BITS}b")
        levels.append(next((d for d in range(BITS) if word[d] != END[d]), BITS))
    levels.sort()
    found = sorted(answer)
    if found == levels:
        return f"not yet: these are all levels; the {TRIM} largest do not go on"
    if len(found) != len(levels) - TRIM:
        return f"not yet: D has {len(levels) - TRIM} elements, as many as S less the stopping weight"
    if found == levels[TRIM:]:
        return "not yet: the largest levels are dropped, not the smallest"
    if found != levels[:-TRIM]:
        return "not yet: write the points as words of three bits; a point falls off at its first bit that is not 0"
    return f"accepted: the levels are {tuple(levels)}, and D = {tuple(found)}"


@asked("Find a database and a path for which the two outer leaves both fail.", level=2, minutes=25)
@answered
def judge_two_leaves_fail(answer) -> str:
    """Judge ``(S, node)`` on eight points: a path of stopping weight 1, y = min D > 0, neither outer leaf interior."""
    if not isinstance(answer, tuple) or len(answer) != 2 or not isinstance(answer[0], tuple):
        return "not yet: give (S, end), a tuple of points 0..7 and the last node (depth, prefix) of a path"
    points, node = answer
    if not 2 <= len(points) <= 40 or not all(type(x) is int and 0 <= x < 8 for x in points):
        return "not yet: S must have 2 to 40 points of 0..7"
    if not isinstance(node, tuple) or len(node) != 2 or not all(type(k) is int for k in node):
        return "not yet: the last node is a pair (depth, prefix)"
    depth, prefix = node
    if not 0 <= depth <= 3 or not 0 <= prefix < 1 << depth:
        return "not yet: no node of this tree"
    words = [format(x, "03b") for x in points]
    path = format(prefix, f"0{depth}b") if depth else ""
    weights = [sum(word.startswith(path[:d]) for word in words) for d in range(depth + 1)]
    if weights[-1] == 0 or any(w < 2 for w in weights[:-1]) or (depth < 3 and weights[-1] > 1):
        return f"not yet: no path with stopping weight 1 ends here; the weights along it are {weights}"
    levels = sorted(max(d for d in range(depth + 1) if word[:d] == path[:d]) for word in words)[:-1]
    if levels[0] == 0:
        return "not yet: y = 0, as in the examples above; some elements have to fall off further down, and none before"
    top = path[:levels[0]]
    first, last = int(top.ljust(3, "0"), 2), int(top.ljust(3, "1"), 2)
    if min(points) <= first <= max(points) or min(points) <= last <= max(points):
        return f"not yet: y = {levels[0]}, and of the leaves {first} and {last} one is an interior point"
    return f"accepted: y = {levels[0]}, and the leaves {first} and {last} lie outside {min(points)}..{max(points)}"
