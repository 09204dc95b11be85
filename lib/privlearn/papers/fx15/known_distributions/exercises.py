"""Judges of the exercises on the page known-distributions."""

from fractions import Fraction

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked


@asked("Find a class whose best cover by concepts is three times as large as its best cover.", level=2, minutes=20)
@answered
def judge_gap(answer) -> str:
    """Judge a class, a distribution and an alpha for which no least cover consists of concepts, by a factor of 3.

    Parameters
    ----------
    answer : (rows, law, alpha)
    """
    from privlearn.concepts import ConceptClass
    from privlearn.dimensions.representation import smallest_cover

    rows, law, alpha = answer
    if not 1 <= len(rows) <= 12 or not 1 <= len(law) <= 6 or any(len(row) != len(law) for row in rows):
        return "not yet: at most 12 rows of at most 6 bits, please, and one probability for each point"
    if not is_exact(alpha) or not all(is_exact(q) for q in law):
        return "not yet: give integers or Fractions, not floats"
    concepts = ConceptClass.from_matrix([list(row) for row in rows])
    weights, e = tuple(map(Fraction, law)), Fraction(alpha)
    free, inside = (len(smallest_cover(concepts, weights, e, proper=proper)) for proper in (False, True))
    if inside < 3 * free:
        return f"not yet: {free} functions cover the class, and {inside} of its own concepts do"
    return f"accepted: {free} against {inside}"
