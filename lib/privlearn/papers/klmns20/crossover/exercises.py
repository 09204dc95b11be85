"""Judges of the exercises on the page crossover."""

from fractions import Fraction

from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked
from privlearn.exercises.seeds import drawn


def overtakes(bits: int, digits: int) -> tuple[int, int]:
    """Return the rows of the heavy path and of the exponential mechanism (replacement, epsilon 1, failure 1/10)."""
    from privlearn.learners.interior_point.tree_log import plan_tree_log
    from privlearn.mechanisms import replace_one

    tree, simple = (plan_tree_log(bits, neighbours=replace_one, epsilon=1, delta=Fraction(1, 10**digits),
                                  beta=Fraction(1, 10), kind=kind).rows for kind in ("heavy path", "exponential"))
    return tree, simple


def _verdict(bits, digits: int) -> str:
    """Return the verdict on a binary logarithm alone, for delta = 10^-digits."""
    if type(bits) is not int or not 4 <= bits <= 4096:
        return "not yet: give an integer between 4 and 4096, the binary logarithm of |X|"
    tree, simple = overtakes(bits, digits)
    if tree >= simple:
        return f"not yet: at log|X| = {bits} TreeLog's plan has {tree} rows, the exponential mechanism's {simple}"
    tree, simple = overtakes(bits - 1, digits)
    if tree < simple:
        return f"not yet: already at log|X| = {bits - 1} it is {tree} against {simple}"
    return f"accepted: at log|X| = {bits - 1} it is still {tree} against {simple}, at {bits} TreeLog is ahead"


def instance_crossover(seed: int) -> int:
    """Return the digits of delta = 10^-digits, 12 for seed 0."""
    return drawn(seed, (12, 8, 10, 14, 15, 16))[0]


@asked("Find the domain size from which TreeLog needs fewer rows, with both numbers of rows.",
       level=1, minutes=20, library="plan_tree_log")
@answered
def judge_crossover(answer, seed: int = 0) -> str:
    """Judge the least log|X| from which the plan of one level needs fewer rows, with the rows of both there and before.

    The answer is ``(bits, (tree, simple), (tree, simple))``, the second pair for one bit fewer.
    """
    if not isinstance(answer, (tuple, list)) or len(answer) != 3:
        return "not yet: give log|X|, a pair of numbers of rows there, and the pair for one less"
    bits, here, before = answer
    digits = instance_crossover(seed)
    verdict = _verdict(bits, digits)
    if verdict.startswith("accepted") and (tuple(here), tuple(before)) != (overtakes(bits, digits),
                                                                           overtakes(bits - 1, digits)):
        return f"not yet: log|X| = {bits} is right, but the numbers of rows are others"
    return verdict


@asked("Find the same crossover for two other deltas.", level=1, minutes=15, library="plan_tree_log")
@answered
def judge_other_crossovers(answer) -> str:
    """Judge the pair of crossovers for delta = 10^-3 and delta = 10^-9."""
    if not isinstance(answer, tuple) or len(answer) != 2:
        return "not yet: give a pair, for delta = 10^-3 and for delta = 10^-9"
    for digits, found in zip((3, 9), answer, strict=True):
        verdict = _verdict(found, digits)
        if not verdict.startswith("accepted"):
            return f"{verdict} (delta = 10^-{digits})"
    return "accepted: both; what delta costs are rows, and a crossover moves by a few powers of two"
