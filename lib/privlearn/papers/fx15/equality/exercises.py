"""Judges of the exercises on the page equality."""

from fractions import Fraction
from itertools import product

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked


@asked("Find the distribution on which three hashes miss most often.", level=2, minutes=20)
@answered
def judge_bad_distribution(answer) -> str:
    """Judge a distribution on four points where 3 hashes miss the function of point 0 with probability 15/64."""
    if not isinstance(answer, (tuple, list)) or len(answer) != 4 or not all(is_exact(q) and q >= 0 for q in answer):
        return "not yet: give four probabilities, integers or Fractions"
    law = [Fraction(q) for q in answer]
    if sum(law) != 1:
        return f"not yet: they sum to {sum(law)}"
    missed = 0
    for rows in product(range(4), repeat=3):
        keys = [tuple((row & x).bit_count() % 2 for row in rows) for x in range(4)]
        errors = [sum(q for x, q in enumerate(law) if (keys[x] == key) != (x == 0))
                  for key in product((0, 1), repeat=3)]
        missed += min(errors) > Fraction(1, 4)
    found = Fraction(missed, 64)
    if found < Fraction(15, 64):
        return f"not yet: here eight keys miss with probability {found} only"
    return f"accepted: missed with probability {found}, still at most 1/4"


@asked("Find a point and a distribution on which three hypotheses all fail.",
       level=1, minutes=10, library="representation_game")
@answered
def judge_comparable(answer) -> str:
    """Judge ``(point, distribution)`` on which each of the hypotheses 1100, 0111, 0010 has error at least 1/2."""
    table = ((1, 1, 0, 0), (0, 1, 1, 1), (0, 0, 1, 0))
    if not isinstance(answer, tuple) or len(answer) != 2:
        return "not yet: give (point of the function, four probabilities)"
    point, law = answer
    if point not in (0, 1, 2, 3) or len(law) != 4 or not all(is_exact(q) and q >= 0 for q in law) or sum(law) != 1:
        return "not yet: the point is 0, 1, 2 or 3, and four exact probabilities sum to 1"
    least = min(sum((Fraction(q) for x, q in enumerate(law) if h[x] != (x == point)), Fraction(0)) for h in table)
    if least < Fraction(1, 2):
        return f"not yet: some hypothesis errs with probability {least} only"
    return f"accepted: every hypothesis errs with probability at least {least} on the function of point {point}"
