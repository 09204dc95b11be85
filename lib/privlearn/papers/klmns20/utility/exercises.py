"""Judges of the exercises on the page utility."""

from fractions import Fraction

from privlearn.checking import supplied
from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked


@asked("Find the six elements on which the exponential mechanism fails most often.", level=1, minutes=10)
@answered
def judge_worst_database(answer) -> str:
    """Judge a database of six elements of ``0..7`` on which the exponential mechanism (weights 2^score) fails most."""
    from privlearn.learners.interior_point.problem import exponential_failure

    if not isinstance(answer, (tuple, list)) or len(answer) != 6:
        return "not yet: give six elements of 0..7"
    if any(type(x) is not int or not 0 <= x < 8 for x in answer):
        return "not yet: the elements are integers from 0 to 7"
    weights = [2 ** min(sum(a <= x for a in answer), sum(a >= x for a in answer)) for x in range(8)]
    bad = sum(w for x, w in enumerate(weights) if not min(answer) <= x <= max(answer))
    failure = Fraction(bad, sum(weights))
    if failure < exponential_failure(8, 6, 2):
        return f"not yet: it fails with probability {failure} = {round(float(failure), 4)} there, and it can be worse"
    return f"accepted: it fails with probability {failure} = {round(float(failure), 4)}, the most there is"


@asked("Find a database whose middle leaves are no better than the proof says.", level=2, minutes=20)
@answered
def judge_middle_leaves(answer) -> str:
    """Judge parts of an instance of the proof on which the best leaf at the middle has no more than is promised."""
    return supplied.tight("KLMNS20-3.8", "case2/leaves", answer)
