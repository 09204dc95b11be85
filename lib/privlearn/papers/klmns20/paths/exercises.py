"""Judges of the exercises on the page paths."""

from fractions import Fraction

from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked


def _ends(points: tuple[int, ...], stop: int) -> list[str]:
    """Return the words of the last nodes on eight points."""
    words, ends, waiting = [format(x, "03b") for x in points], [], [""]
    while waiting:
        node = waiting.pop()
        if len(node) == 3 or sum(word.startswith(node) for word in words) <= stop:
            ends.append(node)
        else:
            waiting += [node + bit for bit in "01" if any(word.startswith(node + bit) for word in words)]
    return ends


@asked("Find a database one of whose paths extends to two.", level=2, minutes=15, library="extensions")
@answered
def judge_two_extensions(answer) -> str:
    """Judge ``(S, x)`` on eight points, stopping weight 2: a path of S that two paths of S + x extend."""
    if not isinstance(answer, tuple) or len(answer) != 2 or not isinstance(answer[0], tuple):
        return "not yet: give (S, x), a tuple of points 0..7 and one more point"
    points, x = answer
    if len(points) > 40 or any(type(y) is not int or not 0 <= y < 8 for y in (*points, x)):
        return "not yet: points are integers of 0..7, at most 40 of them"
    if sorted(points) == [0, 0, 4, 5, 6]:
        return "not yet: this is the database of the example"
    before, after = _ends(points, 2), _ends((*points, x), 2)
    split = [p for p in before if sum(q.startswith(p) for q in after) == 2]
    if split:
        return f"accepted: the path to {split[0] or 'the root'} extends to " \
               f"{' and '.join(sorted(q for q in after if q.startswith(split[0])))}"
    longer = [p for p in before if p not in after]
    if longer:
        return "not yet: a path gets longer, but only in one way: the points below its end are all equal"
    return "not yet: every path of S is a path of S + x; the weight of a last node above the leaves must rise above 2"


@asked("Find a database whose unmatched path has probability 2/9.", level=2, minutes=25)
@answered
def judge_unmatched(answer) -> str:
    """Judge ``(S, x)`` on eight points, stopping weight 1, e^eps = 2: an unmatched path of probability 2/9."""
    if not isinstance(answer, tuple) or len(answer) != 2 or not isinstance(answer[0], tuple):
        return "not yet: give (S, x), a tuple of points 0..7 and one more point"
    points, x = answer
    if len(points) > 12 or any(type(y) is not int or not 0 <= y < 8 for y in (*points, x)):
        return "not yet: points are integers of 0..7, at most 12 of them"
    before, after = _ends(points, 1), _ends((*points, x), 1)
    lost = [q for q in after if not any(q.startswith(p) for p in before)]
    if not lost:
        return "not yet: every path of S + x has a prefix among the paths of S"
    words, chance, rest = [format(y, "03b") for y in (*points, x)], 1, 1  # probability chance / rest
    for d in range(len(lost[0])):
        here = sum(word.startswith(lost[0][:d + 1]) for word in words)
        other = sum(word.startswith(lost[0][:d]) for word in words) - here
        if other:
            chance, rest = chance * 2**here, rest * (2**here + 2**other)
    if 9 * chance != 2 * rest:
        return f"not yet: the path to {lost[0]} is unmatched, but has probability {Fraction(chance, rest)}"
    return f"accepted: the path to {lost[0]} is unmatched and has probability 2/9, below the bound 1/3"
