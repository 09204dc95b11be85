"""Judges of the exercises on the page crossover."""

from fractions import Fraction

from privlearn.claims.answers import answered


def overtakes(bits: int, digits: int) -> tuple[int, int]:
    """Return the rows of the heavy path and of the exponential mechanism (replacement, epsilon 1, failure 1/10)."""
    from privlearn.learners.interior_point.tree_log import plan_tree_log
    from privlearn.mechanisms import replace_one

    tree, simple = (plan_tree_log(bits, neighbours=replace_one, epsilon=1, delta=Fraction(1, 10**digits),
                                  beta=Fraction(1, 10), kind=kind).rows for kind in ("heavy path", "exponential"))
    return tree, simple


@answered
def judge_crossover(answer, digits: int = 12) -> str:
    """Judge the least log|X| from which the plan of one level needs fewer rows than the exponential mechanism."""
    if type(answer) is not int or not 4 <= answer <= 4096:
        return "not yet: give an integer between 4 and 4096, the binary logarithm of |X|"
    tree, simple = overtakes(answer, digits)
    if tree >= simple:
        return f"not yet: at log|X| = {answer} TreeLog's plan has {tree} rows, the exponential mechanism's {simple}"
    tree, simple = overtakes(answer - 1, digits)
    if tree < simple:
        return f"not yet: already at log|X| = {answer - 1} it is {tree} against {simple}"
    return f"accepted: at log|X| = {answer - 1} it is still {tree} against {simple}, at {answer} TreeLog is ahead"


@answered
def judge_other_crossovers(answer) -> str:
    """Judge the pair of crossovers for delta = 10^-3 and delta = 10^-9."""
    if not isinstance(answer, tuple) or len(answer) != 2:
        return "not yet: give a pair, for delta = 10^-3 and for delta = 10^-9"
    for digits, found in zip((3, 9), answer, strict=True):
        verdict = judge_crossover(found, digits)
        if not verdict.startswith("accepted"):
            return f"{verdict} (delta = 10^-{digits})"
    return "accepted: both; what delta costs are rows, and a crossover moves by a few powers of two"
