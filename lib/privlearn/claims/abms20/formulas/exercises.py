"""Judges of the exercises on the page formulas."""

from dataclasses import replace

from privlearn.claims.answers import answered, is_exact
from privlearn.concepts.majority_formulas import to_majority_formula


@answered
def judge_swapped(answer) -> str:
    """Judge how many of the 15 rules of two arguments but 0 the formula with exchanged padding gets wrong."""
    if not is_exact(answer):
        return "not yet: give an integer"
    right = sum(replace(to_majority_formula(rule, 2), outer=0, inner=1).rule() != rule for rule in range(1, 16))
    if answer != right:
        return f"not yet: {'fewer' if answer > right else 'more'} than {answer}"
    return f"accepted: {right} of 15 come out wrong, the other {15 - right} are self-dual"
