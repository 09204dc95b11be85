"""Judges of the exercises on the page closure-learner."""

from fractions import Fraction

from privlearn.exact import exp_bracket
from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked
from privlearn.papers.abms20.closure_learner.instances import one_class_law


def is_row(row) -> bool:
    """Tell whether this is a labelled row on the points 0, 1, 2."""
    return (isinstance(row, (tuple, list)) and len(row) == 2 and all(type(entry) is int for entry in row)
            and row[0] in (0, 1, 2) and row[1] in (0, 1))


@asked("Refute the printed privacy of the closure learner by two databases.", level=3, minutes=35)
@answered
def judge_loss(answer) -> str:
    """Judge a pair of neighbouring databases of nine rows ``(x, y)`` on 3 points with a loss above 0.3.

    The instance is that of the counterexample to the printed privacy statement: one class, thresholds, the identity.
    """
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        return "not yet: give a pair of databases"
    for data in answer:
        if not isinstance(data, (tuple, list)) or len(data) != 9 or not all(is_row(row) for row in data):
            return "not yet: a database has nine rows (x, y) with x in {0, 1, 2} and y in {0, 1}"
    left, right = ([(row[0], row[1]) for row in data] for data in answer)
    moved = sum(max(0, left.count(row) - right.count(row)) for row in set(left))
    if moved != 1:
        return f"not yet: neighbours differ in one replaced row, these differ in {moved}"
    laws = [one_class_law(tuple(sorted(data))).exact() for data in (left, right)]
    ratio = max(max(p / laws[1][h], laws[1][h] / p) for h, p in laws[0].items())
    if ratio <= exp_bracket(Fraction(3, 10)).upper:
        return f"not yet: the largest ratio of probabilities is {float(ratio):.4f}, but e^0.3 = 1.3499"
    return f"accepted: the ratio is {float(ratio):.4f}, above e^0.3 = 1.3499"


@asked("Find out of how many rows to draw to weaken a loss.", level=1, minutes=15)
@answered
def judge_rows(answer) -> str:
    """Judge the number of rows out of which 1000 are drawn for a 4-private algorithm, to make it 1/10-private.

    At most 510,000 rows.
    """
    if type(answer) is not int or answer < 1000:
        return "not yet: give a number of rows, an integer of at least 1000"
    ratio = (exp_bracket(Fraction(4)) - 1) * Fraction(1000, answer) + 1
    if ratio.upper > exp_bracket(Fraction(1, 10)).lower:
        return f"not yet: with {answer} rows the ratio is {float(ratio.upper):.5f}, but e^0.1 = 1.10517"
    if answer > 510_000:
        return f"not yet: {answer} rows suffice, but 510,000 do as well"
    return f"accepted: 1000 of {answer} rows, ratio {float(ratio.upper):.5f} below e^0.1 = 1.10517"
