"""Judges of the exercises on the page stable-path."""

from collections import Counter

from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked
from privlearn.learners.interior_point.trees import embed, heavy_node

STOP = 3
MOST = 8


@asked("Find a database for which the inner databases part by more than one element.", level=3, minutes=30)
@answered
def judge_parting_pair(answer) -> str:
    """Judge (S, x) on eight points, t = 3: at most 8 elements in S + x, not both 0 and 2 in S, D' is not D + one."""
    if not isinstance(answer, tuple) or len(answer) != 2 or not isinstance(answer[0], tuple):
        return "not yet: give a database and an element, for example ((1, 2, 3), 4)"
    before, x = answer
    if not all(type(y) is int and 0 <= y < 8 for y in (*before, x)):
        return "not yet: elements are integers from 0 to 7"
    if len(before) + 1 > MOST:
        return f"not yet: S + x has {len(before) + 1} elements, at most {MOST} are allowed"
    if 0 in before and 2 in before:
        return "not yet: 0 and 2 must not both occur in S"
    less, more = (embed(s, 3, heavy_node(s, 3, STOP), STOP) for s in (before, (*before, x)))
    missing = Counter(less) - Counter(more)
    if not missing:
        return f"not yet: D = {less} and D' = {more} are neighbours, or both empty"
    return f"accepted: D = {less}, and D' = {more} has lost {', '.join(map(str, sorted(missing.elements())))}"
