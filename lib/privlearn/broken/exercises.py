"""Judges of the exercises on the page controls."""

from fractions import Fraction
from typing import Any

from privlearn.broken.famous_noise import broken_noisy_max_of_clamped_counts
from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked
from privlearn.mechanisms import refutes_pure


@asked("Break a noisy maximum that clamps before it compares.", level=2, minutes=20)
@answered
def judge_clamped_noisy_max(answer: Any) -> str:
    """Judge a witness against noisy max of clamped counts, 3 candidates, 1 row, promised ratio 4.

    Parameters
    ----------
    answer : (row, row, int)
        Two rows of 3 bits and an index: replacing the one row by the other makes the index more than 4 times as likely.
    """
    broken = broken_noisy_max_of_clamped_counts(3, Fraction(1, 2))
    if not isinstance(answer, tuple) or len(answer) != 3 or not isinstance(answer[2], int):
        return "not yet: give (row, row, index), each row a tuple of 3 bits"
    left, right, index = answer
    try:
        p, q = (broken((row,)).exact().get(index, Fraction(0)) for row in (left, right))
    except ValueError as error:
        return f"not yet: {error}"
    if not refutes_pure(((left,), (right,), index), broken, 4):
        return f"not yet: {p} is at most 4 times {q}"
    return f"accepted: {p} is more than 4 times {q}"
