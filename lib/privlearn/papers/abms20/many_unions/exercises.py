"""Judges of the exercises on the page many-unions."""

from fractions import Fraction
from itertools import product

from privlearn.checking import supplied
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.online.experts import weighted_majority_bound


@asked("Find classes and a mistake that costs as little weight as the proof allows.", level=2, minutes=15)
@answered
def judge_half_the_weight(answer) -> str:
    """Judge classes on two points with a mistake after which the weight is exactly (1 + beta)/2 times what it was."""
    return supplied.tight("ABMS20-4.3", "eq-wm/shrink", answer, refused=lambda given: (
        "take classes on two points" * (len(given.H_1[0]) != 2)))


@asked("Cover all functions on five points by seven balls of radius 1.", level=3, minutes=30)
@answered
def judge_seven_balls(answer) -> str:
    """Judge 7 words of 5 bits (integers) whose balls of radius 1 cover all 32 functions on 5 points."""
    if not isinstance(answer, (list, tuple)) or len(answer) != 7:
        return "not yet: give a list of 7 integers, each a function on 5 points (bit x for the value at x)"
    if any(type(word) is not int or not 0 <= word < 32 for word in answer):
        return "not yet: a function on 5 points is an integer from 0 to 31"
    for f in range(32):
        if all((f ^ word).bit_count() > 1 for word in answer):
            return f"not yet: the function {f:05b} is in none of the 7 balls"
    return "accepted: 7 classes of dimension 1, and all functions on 5 points in their union: dimension 5"


@asked("Find a discount that is nearly best, as a function of experts and mistakes.",
       level=2, minutes=20, library="best_discount")
@answered
def judge_discount(answer) -> str:
    """Judge a function (experts, mistakes of the best) -> discount, with a bound 1/100 above the least of a grid."""
    if not callable(answer):
        return "not yet: give a function (experts, mistakes of the best one) -> discount, a Fraction"
    for experts, mistakes in product((16, 256), (1, 2, 4)):
        found, case = answer(experts, mistakes), f"for {experts} experts and {mistakes} mistakes"
        if not is_exact(found) or not 0 < found < 1:
            return f"not yet: {case} give a Fraction between 0 and 1"
        bound = weighted_majority_bound(experts, mistakes, found)
        least = min(weighted_majority_bound(experts, mistakes, Fraction(i, 60)).lower for i in range(1, 60))
        if bound.upper > least + Fraction(1, 100):
            return f"not yet: {case} the bound is {float(bound.upper):.3f}, and {float(least):.3f} can be had"
    return f"accepted: for 16 experts and one mistake the discount is {float(answer(16, 1)):.4f}"
