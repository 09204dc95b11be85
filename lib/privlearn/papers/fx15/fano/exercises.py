"""Judges of the exercises on the page fano."""

from collections.abc import Mapping
from fractions import Fraction

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked

PAIRS = {(0, 0), (0, 1), (1, 0), (1, 1)}


@asked("Give a joint law of two bits for which Fano's inequality is an equality.", level=2, minutes=20)
@answered
def judge_equality(answer) -> str:
    """Judge a joint law of two bits that differ with probability in (0, 1/2) and meet Fano's bound with equality."""
    from privlearn.communication import shannon_entropy
    from privlearn.communication.information import conditional_entropy

    if not isinstance(answer, Mapping) or not set(answer) <= PAIRS:
        return "not yet: give a dictionary from pairs (x, y) of bits to probabilities"
    if not all(is_exact(p) and p >= 0 for p in answer.values()) or sum(answer.values()) != 1:
        return "not yet: the probabilities must be fractions of at least 0 with sum 1"
    table = {pair: Fraction(p) for pair, p in answer.items() if p}
    wrong = sum((p for (x, y), p in table.items() if x != y), Fraction(0))
    if not 0 < wrong < Fraction(1, 2):
        return f"not yet: the bits differ with probability {wrong}, which must lie strictly between 0 and 1/2"
    left, allowed = conditional_entropy(table, (0,), (1,)), shannon_entropy((wrong, 1 - wrong))
    if left != allowed:
        return (f"not yet: H(x | y) is {float(left.bracket().lower):.4f}, "
                f"below H({wrong}) = {float(allowed.bracket().lower):.4f}")
    return f"accepted: both sides are {left}"
