"""Judges of the exercises on the page greater-than."""

from fractions import Fraction

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked


@asked("Weigh inputs so that every protocol with two messages errs often enough.",
       level=3, minutes=35, library="public_coin_value")
@answered
def judge_hard_inputs(answer) -> str:
    """Judge weights on the cells of Thr_2 (4 thresholds, 3 points) that force two messages to err with average 1/4.

    Parameters
    ----------
    answer : 4 rows of 3 integers, at least 0
        Row t holds the weights of the threshold "1 from t on" at the points 0, 1, 2.
    """
    if not isinstance(answer, (tuple, list)) or [len(row) for row in answer] != [3] * 4:
        return "not yet: give 4 rows of 3 numbers"
    if not all(is_exact(w) and w >= 0 for row in answer for w in row) or not any(map(any, answer)):
        return "not yet: give integers or Fractions of at least 0, not all 0"
    total = Fraction(sum(map(sum, answer)))
    best = None
    for blocks in range(8):  # the block of thresholds 1, 2, 3; threshold 0 is in block 0
        block = [0, *(blocks >> i & 1 for i in range(3))]
        lost = sum(min(sum(answer[t][x] for t in range(4) if block[t] == b and (x >= t) == bit)
                       for bit in (False, True)) for b in (0, 1) for x in range(3))
        if best is None or lost < best[0]:
            best = lost, block
    assert best is not None
    if best[0] * 4 < total:
        return f"not yet: with the blocks {best[1]} the average error is {best[0] / total}"
    return "accepted: every two-message protocol errs with probability at least 1/4 on average"
