"""Judges of the exercises on the page relabeling."""

from fractions import Fraction

from privlearn.concepts import initial_segments
from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked
from privlearn.exercises.least import least_with_proof
from privlearn.exercises.seeds import drawn
from privlearn.learners.relabeling import matched_sensitivity, small_databases, standard_sensitivity
from privlearn.learners.relabeling.obstacles import balanced_probability


def instance_balanced(seed: int) -> Fraction:
    """Return the limit for the probability, 1/20 for seed 0."""
    return Fraction(1, drawn(seed, (20, *range(10, 20), *range(21, 31)))[0])


@asked("Find the least number of labels that are seldom balanced, with the exact chances on both sides.",
       level=1, minutes=15, library="least_rows_for")
@answered
def judge_balanced(answer, seed: int = 0) -> str:
    """Judge ``(m, p(m), p(m - 2))``: the least even m with ``p(m) = C(m, m/2) / 2^m`` within the limit."""
    return least_with_proof(answer, balanced_probability, instance_balanced(seed), most=1000, what="labels", step=2)


@asked("Find a score with sensitivity 1 and a larger matched sensitivity.", level=2, minutes=20)
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
