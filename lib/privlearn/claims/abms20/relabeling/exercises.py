"""Judges of the exercises on the page relabeling."""

from fractions import Fraction

from privlearn.claims.answers import answered
from privlearn.concepts import initial_segments
from privlearn.learners.relabeling import matched_sensitivity, small_databases, standard_sensitivity
from privlearn.learners.relabeling.obstacles import balanced_probability


@answered
def judge_balanced(answer) -> str:
    """Judge the least even m with ``C(m, m/2) / 2^m <= 1/20``."""
    if type(answer) is not int or not 2 <= answer <= 10_000 or answer % 2:
        return "not yet: give an even number of rows between 2 and 10,000"
    limit = Fraction(1, 20)
    if balanced_probability(answer) > limit:
        chance = float(balanced_probability(answer))
        return f"not yet: with {answer} rows the labels are balanced with probability {chance:.4f}"
    if balanced_probability(answer - 2) <= limit:
        return f"not yet: {answer - 2} rows are enough already"
    return f"accepted: {answer} rows, probability {float(balanced_probability(answer)):.5f}"


@answered
def judge_score(answer) -> str:
    """Judge a score ``(database, concept) -> int`` on the initial segments of three points."""
    if not callable(answer):
        return "not yet: give a function (database, concept) -> integer"
    concepts = initial_segments(3)
    values = {(data, h): answer(data, h) for data in small_databases(3, 2) for h in concepts.rows()}
    wrong = next((key for key, value in values.items() if type(value) is not int), None)
    if wrong is not None:
        return f"not yet: the score of {wrong} must be an integer"

    def score(data, concept) -> int:
        return values[tuple(sorted(data)), concept]

    standard, matched = (measure(score, concepts, 1) for measure in (standard_sensitivity, matched_sensitivity))
    if standard.value != 1:
        return f"not yet: its sensitivity is {standard.value}, at {standard.witness}"
    if matched.value <= 1:
        return f"not yet: its matched sensitivity is {matched.value}"
    return f"accepted: sensitivity 1, matched sensitivity {matched.value}, at {matched.witness}"
