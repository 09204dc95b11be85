"""Judges of the exercises on the page sanitization."""

from fractions import Fraction
from itertools import combinations

from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked
from privlearn.mechanisms import multiset_databases
from privlearn.release import point_counts


@asked("Write a function that rounds a histogram to few points.", level=2, minutes=25)
@answered
def judge_rounding(answer) -> str:
    """Judge a way to round a histogram to k rows: every frequency must be off by less than 1/k.

    Parameters
    ----------
    answer : callable
        ``(counts, k) -> tuple of k points``.
    """
    if not callable(answer):
        return "not yet: give a function of the counts and k"
    tried = 0
    for size, rows, k in ((t, m, k) for t in range(1, 5) for m in range(1, 9) for k in range(1, 6)):
        for database in multiset_databases(range(size), rows):
            counts = point_counts(database, size)
            said = answer(counts, k)
            if not isinstance(said, tuple) or len(said) != k or not set(said) <= set(range(size)):
                return f"not yet: at counts {counts} the answer must be a tuple of {k} points, got {said!r}"
            for x, count in enumerate(counts):
                if abs(Fraction(count, rows) - Fraction(said.count(x), k)) >= Fraction(1, k):
                    return f"not yet: at counts {counts}, k = {k}, point {x} occurs {said.count(x)} times"
            tried += 1
    return f"accepted: all frequencies within less than 1/k on {tried} histograms"


@asked("Give four databases that are close to each other and have no useful answer in common.", level=2, minutes=20)
@answered
def judge_close_packing(answer) -> str:
    """Judge four databases of 20 rows over four points that are close, with disjoint useful answers at alpha = 1/10.

    Parameters
    ----------
    answer : sequence of four tuples of 20 points
    """
    if not isinstance(answer, (tuple, list)) or not all(isinstance(db, (tuple, list)) for db in answer):
        return "not yet: give four tuples of 20 points from 0, 1, 2, 3"
    databases = [tuple(database) for database in answer]
    if len(databases) != 4 or any(len(db) != 20 or not set(db) <= {0, 1, 2, 3} for db in databases):
        return "not yet: give four tuples of 20 points from 0, 1, 2, 3"
    for left, right in combinations(databases, 2):
        apart = sum(a != b for a, b in zip(left, right, strict=True))
        if apart > 4:
            return f"not yet: two of the databases differ in {apart} rows, more than 2 alpha m = 4"
        gap = max(abs(left.count(x) - right.count(x)) for x in range(4))
        if gap < 4:  # answers half-way between would be within less than alpha of both
            return f"not yet: two of the databases share useful answers: no count differs by more than {gap}"
    return "accepted: pairwise distance at most 4, and some query tells any two apart by 2 alpha"
