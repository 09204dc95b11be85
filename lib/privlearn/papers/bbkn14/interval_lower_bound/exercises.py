"""Judges of the exercises on the page interval-lower-bound."""

from fractions import Fraction

from privlearn.concepts import initial_segments
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked


@asked("Give a distribution that forces the empty interval.", level=1, minutes=10)
@answered
def judge_forcing_distribution(answer) -> str:
    """Judge a distribution on 8 points under which every interval but the empty one has error at least 1/2.

    Parameters
    ----------
    answer : sequence of 8 integers or Fractions
        At least 0, summing to 1.
    """
    if not isinstance(answer, (tuple, list)) or len(answer) != 8:
        return "not yet: give 8 probabilities"
    if not all(is_exact(q) for q in answer):
        return "not yet: give integers or Fractions, not floats"
    if min(answer) < 0 or sum(answer) != 1:
        return "not yet: the probabilities must be at least 0 and sum to 1"
    errors = [sum(q for q, bit in zip(answer, row, strict=True) if bit) for row in initial_segments(8).rows()[1:]]
    least = min(errors)
    if least < Fraction(1, 2):
        return f"not yet: the interval below {errors.index(least) + 1} has error {least}"
    return f"accepted: every other interval has error at least {least}"
