"""Judges of the exercises on the page boosting."""

from itertools import product

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.online.boosting import boosting_bound


@asked("Give three functions that err, although their majority does not.", level=1, minutes=5)
@answered
def judge_three_functions(answer) -> str:
    """Judge three functions on three points: each has value 1 on exactly one, the majority is 0 everywhere."""
    if len(answer) != 3 or any(len(row) != 3 or any(v not in (0, 1) for v in row) for row in answer):
        return "not yet: give three rows of three zeros and ones"
    rows = [list(row) for row in answer]
    if any(sum(column) > 1 for column in zip(*rows, strict=True)):
        return "not yet: the majority is wrong at some point"
    if any(sum(row) != 1 for row in rows):
        return "not yet: some function does not err on exactly one point"
    return "accepted: the majority is always right, and every function errs on a third of the points"


@asked("Count the experts of the weak learner as a function.", level=1, minutes=10, library="experts_in_all")
@answered
def judge_experts(answer) -> str:
    """Judge a function from (T, d) to the number of experts C(T, <= d), against a list of all sets of rounds."""
    if not callable(answer):
        return "not yet: give a function (rounds, mistakes) -> number of experts"
    for rounds, mistakes in product(range(8), range(4)):
        sets = sum(sum(chosen) <= mistakes for chosen in product((0, 1), repeat=rounds))
        found = answer(rounds, mistakes)
        if not is_exact(found) or found != sets:
            return f"not yet: for T = {rounds} and d' = {mistakes} there are {sets} sets of at most {mistakes} rounds"
    return f"accepted: right for T < 8 and d' < 4; for T = 10 and d' = 1 it is {answer(10, 1)}"


@asked("Find the largest dimension that the bound for nine classes allows.",
       level=1, minutes=10, library="boosting_bound")
@answered
def judge_largest(answer) -> str:
    """Judge the largest D with D <= 162 ln C(D, <=1)."""
    if not is_exact(answer):
        return "not yet: give an integer"
    right = boosting_bound(9, 1)
    if answer != right:
        return f"not yet: it is {'smaller' if answer > right else 'larger'} than {answer}"
    return f"accepted: D = {right}"
