"""Judges of the exercises on the page formulas."""

from dataclasses import replace

from privlearn.concepts.majority_formulas import to_majority_formula
from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked


@asked("List the rules that the formula with exchanged padding computes wrongly.",
       level=1, minutes=15, library="to_majority_formula")
@answered
def judge_swapped(answer) -> str:
    """Judge the rules of two arguments but 0, as truth tables, that the formula with exchanged padding gets wrong."""
    if not isinstance(answer, (list, tuple, set)) or not all(type(rule) is int and 0 < rule < 16 for rule in answer):
        return "not yet: list the rules as truth tables, integers from 1 to 15"
    given = set(answer)
    for rule in range(1, 16):
        computed = replace(to_majority_formula(rule, 2), outer=0, inner=1).rule()
        if (computed != rule) != (rule in given):
            return f"not yet: instead of the rule {rule:04b} the formula computes {computed:04b}"
    return f"accepted: {len(given)} of 15 come out wrong, the other {15 - len(given)} are self-dual"
