"""Judges of the exercises on the page agnostic-learner."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import log

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.papers.abms20.agnostic_learner.instances import RECORDS, algorithm, largest_ratio


@cache
def _largest() -> Fraction:
    """Return the largest ratio of all neighbours: what counts of a database is how many rows are at each point."""
    databases = combinations_with_replacement(RECORDS, 9)
    counts = {tuple(sum(x == p for x, _ in d) for p in (0, 1)): d for d in databases}
    laws = [algorithm("zero", "improper", counts[9 - k, k], ()).exact() for k in range(10)]
    return max(largest_ratio(p, q) for p, q in zip(laws, laws[1:], strict=False))


@asked("Compute the exact loss of subsampling one row of nine.", level=1, minutes=15)
@answered
def judge_subsampling_loss(answer) -> str:
    """Judge the exact ratio of privacy for the class {0} with the improper learner and ``e^epsilon = 9/4``."""
    if not is_exact(answer):
        return "not yet: give an integer or a Fraction"
    largest = _largest()
    if answer < largest:
        return f"not yet: some two neighbours have a larger ratio than {answer}"
    if answer > largest:
        return f"not yet: no two neighbours have the ratio {answer}"
    return f"accepted: {largest}, a loss of {_log(largest):.4f}"


def _log(value) -> float:
    return log(value)
