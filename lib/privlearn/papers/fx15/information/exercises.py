"""Judges of the exercises on the page information."""

from fractions import Fraction

from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked


@asked("Say when three entropies of a distribution are equal.", level=1, minutes=10)
@answered
def judge_equal_entropies(answer) -> str:
    """Judge a rule ``masses -> bool`` that says when Shannon, collision and min-entropy agree."""
    from privlearn.papers.fx15.information.instances import small_distributions

    if not callable(answer):
        return "not yet: give a function that takes a tuple of Fractions and returns True or False"
    listed = small_distributions(range(1, 7), (1, 2, 3))
    for masses in listed:
        equal = sum(q * q for q in masses) == max(masses)  # then all that occurs has the largest mass
        if bool(answer(masses)) is not equal:
            shown = ", ".join(map(str, masses))
            return f"not yet: for the masses {shown} the right answer is {equal}"
    return f"accepted: right for all {len(listed)} distributions with denominator at most 6 on at most 3 points"


@asked("Build a table of messages with almost as much bad mass as can be.", level=2, minutes=25)
@answered
def judge_bad_table(answer) -> str:
    """Judge ``(rows, factor)``: weights for three messages, with ``factor * bad mass`` at least 13/20."""
    from privlearn.communication.information import bad_mass

    if not isinstance(answer, tuple) or len(answer) != 2:
        return "not yet: give (rows, factor)"
    rows, factor = answer
    if not isinstance(rows, (tuple, list)) or len(rows) != 3 or len(set(map(len, rows))) != 1:
        return "not yet: rows must be three rows of equal length, one for each message"
    if len(rows[0]) > 2000 or any(type(n) is not int or not 0 <= n < 10**9 for row in rows for n in row):
        return "not yet: weights must be integers from 0 to 10^9, at most 2000 in a row"
    if type(factor) not in (int, Fraction) or factor <= 1 or Fraction(factor).denominator > 10**9:
        return "not yet: the factor 2^t must be an integer or a Fraction above 1"
    total = sum(map(sum, rows))
    if not all(map(sum, rows)):
        return "not yet: all three messages must occur"
    table = {(x, y): Fraction(n, total) for y, row in enumerate(rows) for x, n in enumerate(row)}
    reached = bad_mass(table, factor) * factor
    if reached == 0:
        return "not yet: no message is bad; some of them have to pin x down"
    verdict = f"bad mass times 2^t is {reached}, about {float(reached):.4f}"
    return f"accepted: {verdict}" if reached >= Fraction(13, 20) else f"not yet: {verdict}; 13/20 is possible"
