"""Judges of the exercises on the page confidence."""

from fractions import Fraction

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked


@asked("Find scores for which the tail bound loses at most a factor of two.", level=2, minutes=20)
@answered
def judge_factor_two(answer) -> str:
    """Judge ``(scores, t)``: the bound |H| e^(-epsilon t/2) is at most twice the probability; e^(epsilon/2) = 9/8."""
    if not isinstance(answer, tuple) or len(answer) != 2 or not isinstance(answer[0], (tuple, list)):
        return "not yet: give (scores, t), scores being a tuple of integers"
    scores, gap = answer
    if not scores or len(scores) > 1000 or any(type(s) is not int or not 0 <= s <= 60 for s in scores):
        return "not yet: between 1 and 1000 scores, integers from 0 to 60 (rows that a hypothesis gets right)"
    if not is_exact(gap) or Fraction(gap) <= 0 or Fraction(gap).denominator != 1:
        return "not yet: let t be a positive integer"
    if Fraction(gap) > 60:
        return "not yet: t is at most 60, as the scores are"
    total = sum(Fraction(9, 8) ** s for s in scores)
    lost = sum(Fraction(9, 8) ** s for s in scores if s < max(scores) - gap) / total
    bound = len(scores) * Fraction(8, 9) ** int(gap)
    if lost == 0:
        return "not yet: no hypothesis is further than t behind the best, so the probability is 0"
    if bound > 2 * lost:
        return f"not yet: the bound is {float(bound / lost):.2f} times the probability"
    return f"accepted: probability {float(lost):.4f}, bound {float(bound):.4f}"
