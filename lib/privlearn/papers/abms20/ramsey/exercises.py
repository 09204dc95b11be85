"""Judges of the exercises on the page ramsey."""

from itertools import combinations

from privlearn.checking import supplied
from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked


@asked("Colour the edges of a graph on 13 points without a red triangle and a blue five.", level=3, minutes=35)
@answered
def judge_thirteen(answer) -> str:
    """Judge a colouring of K_13, given as the list of its red edges: no red triangle, no five vertices all blue."""
    if not 0 < len(answer) <= 156:  # each edge twice at most
        return "not yet: list the red edges as pairs of different vertices in 0..12"
    edges = list(answer)
    if any(len(e) != 2 or any(isinstance(v, bool) or not isinstance(v, int) or not 0 <= v <= 12 for v in e)
           or e[0] == e[1] for e in edges):
        return "not yet: an edge is a pair of different vertices in 0..12"
    red = {frozenset(edge) for edge in edges}
    for size, colour in ((3, True), (5, False)):
        for some in combinations(range(13), size):
            if all((frozenset(pair) in red) == colour for pair in combinations(some, 2)):
                return f"not yet: the vertices {some} are joined by {'red' if colour else 'blue'} edges only"
    return f"accepted: {len(red)} red edges, no red triangle, and no five vertices without a red edge"


@asked("Give a ladder of length 4 for the reversed order.", level=2, minutes=20)
@answered
def judge_reversed(answer) -> str:
    """Judge four pairs (function, point) without the index 4: a ladder for h_p(x_q) = 1 exactly if p > q."""
    pairs = answer if isinstance(answer, (list, tuple)) else ()
    if len(pairs) != 4 or any(len(pair) != 2 for pair in pairs):
        return "not yet: give four pairs (p, q) of a function and a point"
    indices = [index for pair in pairs for index in pair]
    if any(isinstance(v, bool) or not isinstance(v, int) or not 0 <= v <= 8 for v in indices):
        return "not yet: functions and points are numbered 0..8"
    if len(set(indices)) < 8 or 4 in indices:
        return "not yet: use each of the eight indices other than 4 once"
    for i, (p, _) in enumerate(pairs):
        for j, (_, q) in enumerate(pairs):
            if (p > q) != (i <= j):
                return f"not yet: h_{p}(x_{q}) = {int(p > q)}, but pairs {i + 1} and {j + 1} ask for {int(i <= j)}"
    return "accepted: four thresholds, and the index 4 is left out"


@asked("Compose a ladder of three functions, none of whose parts has one of two.", level=2, minutes=25)
@answered
def judge_ladder_kept(answer) -> str:
    """Judge a ladder composed of three functions of each class on which the conclusion of the proof is an equality."""
    return supplied.tight("ABMS20-2.2", "conclusion", answer, lambda given: (
        "give three functions of each class, all different, that make the ladder 111, 011, 001" * (
            {len({*given.h_1}), len({*given.h_2})} != {3} or [[given.G[2 * a + b] for a, b in zip(*two, strict=True)]
            for two in zip(given.h_1, given.h_2, strict=True)] != [[1, 1, 1], [0, 1, 1], [0, 0, 1]])))
