"""Judges of the exercises on the page regret."""

from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked


@asked("Write down a learner with the optimal regret for four rounds.", level=2, minutes=25)
@answered
def judge_two_constants(answer) -> str:
    """Judge ``{labels seen so far: probability of predicting 1}`` for 4 rounds: regret at most 3/4."""
    histories = [labels for t in range(4) for labels in product((0, 1), repeat=t)]
    if not isinstance(answer, dict) or any(labels not in answer for labels in histories):
        return "not yet: give a dictionary {(): p, (0,): p, (1,): p, (0, 0): p, ...} for all histories of 0 to 3 labels"
    chances = {labels: answer[labels] for labels in histories}
    if not all(is_exact(p) and 0 <= p <= 1 for p in chances.values()):
        return "not yet: probabilities are integers or Fractions between 0 and 1"
    worst: Fraction = Fraction(-9)
    at: tuple[int, ...] = ()
    for labels in product((0, 1), repeat=4):
        loss = sum((abs(label - chances[labels[:t]]) for t, label in enumerate(labels)), Fraction(0))
        regret = loss - min(sum(labels), 4 - sum(labels))
        if regret > worst:
            worst, at = regret, labels
    if worst > Fraction(3, 4):
        return f"not yet: on the labels {at} the regret is {worst}"
    return f"accepted: the regret is never above {worst}"


@asked("Find two classes with the least and the largest expected number of mistakes.", level=2, minutes=20)
@answered
def judge_randomised(answer) -> str:
    """Judge two classes on 4 points, as lists of bit tuples: dimension 3, randomised mistake bounds 3/2 and 31/16."""
    if not isinstance(answer, (list, tuple)) or len(answer) != 2:
        return "not yet: give two classes, each a list of tuples of four bits"
    found = []
    for rows in answer:
        if not isinstance(rows, (list, tuple)) or not rows or not all(
                isinstance(row, (list, tuple)) and len(row) == 4 and all(bit in (0, 1) for bit in row) for row in rows):
            return "not yet: give two classes, each a list of tuples of four bits"
        found.append((depth(sorted({tuple(row) for row in rows})), value(sorted({tuple(row) for row in rows}))))
    for (d, mistakes), wanted in zip(found, (Fraction(3, 2), Fraction(31, 16)), strict=True):
        if d != 3 or mistakes != wanted:
            return f"not yet: dimension 3 and {wanted} are wanted, this has dimension {d} and {mistakes}"
    return "accepted: both have dimension 3, and coins save half of the mistakes of the first"


def halves(rows: list[Any]) -> list[tuple[list[Any], list[Any]]]:
    """Return the two halves at each point that divides the rows."""
    pairs = [([row for row in rows if not row[x]], [row for row in rows if row[x]]) for x in range(4)]
    return [pair for pair in pairs if all(pair)]


def depth(rows: list[Any]) -> int:
    """Return the Littlestone dimension from the definition."""
    return max((1 + min(map(depth, pair)) for pair in halves(rows)), default=0)


def value(rows: list[Any]) -> Fraction:
    """Return the randomised mistake bound from its recursion."""
    found = [tuple(map(value, pair)) for pair in halves(rows)]
    return max(((1 + a + b) / 2 if abs(a - b) <= 1 else max(a, b) for a, b in found), default=Fraction(0))
