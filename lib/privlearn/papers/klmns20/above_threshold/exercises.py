"""Judges of the exercises on the page above-threshold."""

from fractions import Fraction

from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked

RATIO = Fraction(4)
PROMISE = Fraction(16)
REACH = 60


def first_above(answers: tuple[int, ...], index: int) -> Fraction:
    """Return a part (all but 4^-60) of the probability that the query is the first above the threshold 0."""
    total = Fraction(0)
    for rho in range(-REACH, REACH + 1):
        mass = (RATIO - 1) / (RATIO + 1) * RATIO ** -abs(rho)
        for i, answer in enumerate(answers[:index + 1]):
            need = rho - answer
            up = RATIO ** (1 - need) / (1 + RATIO) if need > 0 else 1 - RATIO**need / (1 + RATIO)
            mass *= up if i == index else 1 - up
        total += mass
    return total


@asked("Find answers for which general queries cost more than monotone ones.", level=2, minutes=25)
@answered
def judge_general_queries(answer) -> str:
    """Judge ``(left, right, index)``: answers to at most six queries, one apart, and an index that breaks the 16."""
    if not isinstance(answer, tuple) or len(answer) != 3:
        return "not yet: give two tuples of answers and an index, for example ((0, 0), (1, 1), 0)"
    left, right, index = answer
    if not all(isinstance(row, tuple) and all(type(f) is int and abs(f) <= 9 for f in row) for row in (left, right)):
        return "not yet: the answers are tuples of integers between -9 and 9"
    if len(left) != len(right) or not 1 <= len(left) <= 6 or type(index) is not int or not 0 <= index < len(left):
        return "not yet: two tuples of the same length, at most 6, and one of their indices"
    if any(abs(a - b) > 1 for a, b in zip(left, right, strict=True)):
        return "not yet: neighbours change no answer by more than 1"
    p, q = first_above(left, index), first_above(right, index)
    if p <= PROMISE * q:
        return f"not yet: the ratio is {float(p / q):.2f}, the promise 16"
    return f"accepted: {float(p):.3g} against {float(q):.3g}, a ratio of {float(p / q):.2f}"
