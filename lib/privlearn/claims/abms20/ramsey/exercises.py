"""Judges of the exercises on the page ramsey."""

from itertools import combinations

from privlearn.claims.answers import answered


@answered
def judge_seventeen(answer) -> str:
    """Judge a colouring of K_17, given as the list of its red edges: no four vertices are of one colour."""
    if not 0 < len(answer) <= 272:  # each edge twice at most
        return "not yet: list the red edges as pairs of different vertices in 0..16"
    edges = list(answer)
    if any(len(e) != 2 or any(isinstance(v, bool) or not isinstance(v, int) or not 0 <= v <= 16 for v in e)
           or e[0] == e[1] for e in edges):
        return "not yet: an edge is a pair of different vertices in 0..16"
    red = {frozenset(edge) for edge in edges}
    for four in combinations(range(17), 4):
        count = sum(frozenset(pair) in red for pair in combinations(four, 2))
        if count in (0, 6):
            return f"not yet: the vertices {four} are joined by six {'red' if count else 'blue'} edges"
    return f"accepted: {len(red)} red edges, and no four vertices are of one colour"


@answered
def judge_reversed(answer) -> str:
    """Judge four pairs (function, point), eight different indices: a ladder for h_p(x_q) = 1 exactly if p > q."""
    pairs = answer if isinstance(answer, (list, tuple)) else ()
    if len(pairs) != 4 or any(len(pair) != 2 for pair in pairs):
        return "not yet: give four pairs (p, q) of a function and a point"
    indices = [index for pair in pairs for index in pair]
    if any(isinstance(v, bool) or not isinstance(v, int) or not 0 <= v <= 7 for v in indices):
        return "not yet: functions and points are numbered 0..7"
    if len(set(indices)) < 8:
        return "not yet: use each of the eight indices once"
    for i, (p, _) in enumerate(pairs):
        for j, (_, q) in enumerate(pairs):
            if (p > q) != (i <= j):
                return f"not yet: h_{p}(x_{q}) = {int(p > q)}, but pairs {i + 1} and {j + 1} ask for {int(i <= j)}"
    return "accepted: four thresholds from eight vertices"
