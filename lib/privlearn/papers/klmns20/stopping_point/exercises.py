"""Judges of the exercises on the page stopping-point."""

from collections import Counter

from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked
from privlearn.learners.interior_point.heavy_paths import construct_paths, query_values
from privlearn.learners.interior_point.heavy_paths.databases import heaviest


def _complaint(answer, size: int) -> str:
    """Return what is wrong with the form of an answer (S, x), or nothing."""
    if not isinstance(answer, tuple) or len(answer) != 2 or not isinstance(answer[0], tuple):
        return "not yet: give a database and a point, (S, x), for example ((0, 4, 4), 0)"
    points, x = answer
    if len(points) > 200:
        return "not yet: far fewer points will do"
    if any(type(p) is not int or not 0 <= p < size for p in (*points, x)):
        return f"not yet: points are integers 0..{size - 1}"
    return ""


@asked("Find a database for which the first databases part.", level=2, minutes=25)
@answered
def judge_parting(answer) -> str:
    """Judge (S, x) on 8 points with f_1(S) = 3 = t for which D_1 and D_1' are no neighbours."""
    wrong = _complaint(answer, 8)
    if wrong:
        return wrong
    points, x = answer
    if x == 0:
        return "not yet: x = 0 is the pair of the picture; take another point"
    below, more = (construct_paths(s, 3, 1, 0, 3)[1] for s in (points, (*points, x)))
    if heaviest(below) != 3:
        return f"not yet: D_1 = {below}, so f_1(S) = {heaviest(below)}"
    lost, found = Counter(below) - Counter(more), Counter(more) - Counter(below)
    if not lost.total() and found.total() <= 1:
        return f"not yet: D_1 = {below} and D_1' = {more} are neighbours"
    return f"accepted: D_1 = {below}, D_1' = {more}"


@asked("Find a database for which the second stopping level falls far as a point is added.", level=3, minutes=35)
@answered
def judge_jump(answer) -> str:
    """Judge (S, x) on 16 points, trim 0, t = 1, for which f_2 falls by at least 5."""
    wrong = _complaint(answer, 16)
    if wrong:
        return wrong
    points, x = answer
    less, more = query_values(points, 4, 2, 0, 1), query_values((*points, x), 4, 2, 0, 1)
    if abs(more[0] - less[0]) > 1:
        return f"not yet: f_1 changes from {less[0]} to {more[0]}, which should be impossible"
    if less[1] - more[1] < 5:
        return f"not yet: (f_1, f_2) changes from {less} to {more}"
    return f"accepted: (f_1, f_2) changes from {less} to {more}"
