"""Judges of the exercises on the page reductions."""

from fractions import Fraction

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.exercises.seeds import drawn

SIZE = 8


def instance_cuts_with_half_errors(seed: int) -> tuple[int, ...]:
    """Return four sorted points of 0..7, (2, 3, 3, 5) for seed 0."""
    return drawn(seed, ((2, 3, 3, 5), (1, 3, 3, 6), (3, 3, 4, 6), (1, 2, 2, 4), (2, 4, 5, 6), (1, 4, 4, 5),
                        (1, 1, 2, 3), (3, 4, 4, 4)))[0]


@asked("List the cuts with half of the errors that are no interior points.", level=1, minutes=10)
@answered
def judge_cuts_with_half_errors(answer, seed: int = 0) -> str:
    """Judge the cuts of 0..7 with exactly 2 errors on the labelled halves of four points that are not interior."""
    if not isinstance(answer, (tuple, list, set, frozenset)) or any(type(u) is not int for u in answer):
        return "not yet: give the cuts as a tuple of integers"
    points = instance_cuts_with_half_errors(seed)
    rows, low, high = tuple(zip(points, (1, 1, 0, 0), strict=True)), points[0], points[-1]
    given = set(answer)
    for cut in sorted(given):
        if not -1 <= cut < SIZE:
            return f"not yet: {cut} is no cut of the points 0 to 7; they are -1, 0, ..., 7"
        if low <= cut <= high:
            return f"not yet: {cut} is an interior point"
        wrong = sum((x <= cut) != bool(y) for x, y in rows)
        if wrong != 2:
            return f"not yet: the cut {cut} makes {wrong} errors"
    every = {cut for cut in range(-1, SIZE)
             if not low <= cut <= high and sum((x <= cut) != bool(y) for x, y in rows) == 2}
    if given != every:
        return f"not yet: there are {len(every)} of them; look at both sides, and at the cut before the first point"
    return f"accepted: {len(every)} cuts outside with two errors; fewer than two none has"


@asked("Find records on which the sketched reduction is wrong on all but one.", level=2, minutes=15)
@answered
def judge_sketched_reduction(answer) -> str:
    """Judge labelled records of 0..7 on which an answer of the sketched reduction, m = 1, errs on all but one."""
    if not isinstance(answer, (tuple, list)) or not 4 <= len(answer) <= 100:
        return "not yet: give between 4 and 100 records (x, y)"
    for row in answer:
        if (not isinstance(row, (tuple, list)) or len(row) != 2 or any(type(part) is not int for part in row)
                or not 0 <= row[0] < SIZE or row[1] not in (0, 1)):
            return f"not yet: {row!r} is no record (x, y) with x in 0..7 and y 0 or 1"
    ones, zeros = [x for x, y in answer if y], [x for x, y in answer if not y]
    if not ones or not zeros:
        return "not yet: both labels must occur"
    if max(ones) >= min(zeros):
        return "not yet: no threshold has all of these labels, so nothing is promised"
    worst = max(sum(x > cut for x in ones) + sum(x <= cut for x in zeros) for cut in range(max(ones), min(zeros) + 1))
    if worst < len(answer) - 1:
        return (f"not yet: at most {worst} of {len(answer)} records are wrong; which records can the cut {min(zeros)} "
                "miss?")
    return f"accepted: the cut {min(zeros)} is wrong on {worst} of {len(answer)} records"


@asked("Give answers with an error of half the rows that mislead the rule.", level=1, minutes=10)
@answered
def judge_answers_off_by_half(answer) -> str:
    """Judge five answers for the counts of (2, 2, 3, 3) on 0..4, each off by at most 2, that lead outside 2..3."""
    if not isinstance(answer, (tuple, list)) or len(answer) != 5 or not all(is_exact(a) for a in answer):
        return "not yet: give five integers or Fractions, the answers at 0, 1, 2, 3, 4"
    true = (0, 0, 2, 4, 4)
    for c, (given, count) in enumerate(zip(answer, true, strict=True)):
        if abs(given - count) > Fraction(2):
            return f"not yet: at {c} the count is {count}, and {given} is off by more than 2"
    chosen = next((c for c, given in enumerate(answer) if given >= 2), 4)
    if 2 <= chosen <= 3:
        return f"not yet: the first answer of at least 2 stands at {chosen}, an interior point"
    return f"accepted: the answer is {chosen}, outside 2..3"
