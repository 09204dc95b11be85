"""Judges of the exercises on the page heavy-paths."""

from collections import Counter

from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked
from privlearn.learners.interior_point.trees import embed, heavy_node, path_support

BITS = 3
STOP = 2


@asked("Find a database on which an inequality is an equality on all paths.", level=2, minutes=15)
@answered
def judge_even_paths(answer) -> str:
    """Judge S on 8 points, t = 2, with four paths or more that all have the same largest multiplicity."""
    if not isinstance(answer, tuple) or any(type(x) is not int or not 0 <= x < 1 << BITS for x in answer):
        return "not yet: give a database as a tuple of integers 0..7, for example (0, 0, 5, 5, 5)"
    if len(answer) > 200:
        return "not yet: far fewer points will do"
    ends = sorted(path_support(answer, BITS, STOP))
    if len(ends) < 4:
        return f"not yet: there are only {len(ends)} paths, to the nodes (depth, prefix) {ends}"
    most = {end: max(Counter(embed(answer, BITS, end, STOP)).values(), default=0) for end in ends}
    heavy = heavy_node(answer, BITS, STOP)
    if not most[heavy]:
        return "not yet: the databases are empty"
    other = next((end for end in ends if most[end] != most[heavy]), None)
    if other is not None:
        return f"not yet: {most[heavy]} on the heavy path, {most[other]} on the path to (depth, prefix) = {other}"
    return f"accepted: {len(ends)} paths, and {most[heavy]} on each of them"
