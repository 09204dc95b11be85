"""Judges of the exercises on the page relabeling-privacy."""

from fractions import Fraction

from privlearn.checking import supplied
from privlearn.concepts import ConceptClass
from privlearn.exact import exp_bracket
from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked
from privlearn.learners.relabeling import error_count, relabelling_ratio
from privlearn.learners.relabeling.extremal import saturated_ratios


@asked("Give a class in which a replaced row changes a weight by more than 3.",
       level=2, minutes=25, library="hidden_family")
@answered
def judge_hidden(answer) -> str:
    """Judge a class (rows of bits on at most 7 points) with hidden ratio above 3.

    D is empty; W is the point 0 or the point 1; V is the list of all other points.
    """
    if not isinstance(answer, (tuple, list)) or not answer or not all(isinstance(row, (tuple, list)) for row in answer):
        return "not yet: give the concepts of a class, a list of tuples of bits of equal length"
    if not 3 <= len(answer[0]) <= 7 or len(answer) > 128:
        return "not yet: 3 to 7 points, please; 0 and 1 are those of the replaced row, the rest is V"
    concepts = ConceptClass.from_matrix([list(row) for row in answer])
    rest = tuple((x, 0) for x in range(2, concepts.size))
    found, pattern = relabelling_ratio(concepts, error_count, ((), (*rest, (0, 0))), ((), (*rest, (1, 0))), 4)
    if found <= 3:
        return f"not yet: the largest ratio is {found}, at the pattern {pattern} of V"
    return f"accepted: {len(concepts)} concepts, ratio {found} at the pattern {pattern} of V"


@asked("Show by machine that a loss does not vanish.", level=1, minutes=15)
@answered
def judge_order_of_limits(answer) -> str:
    """Judge ``(points, eps_0, repeats)`` with ``eps_0 <= 1/100,000`` and a privacy loss above 7/5."""
    if not isinstance(answer, tuple) or len(answer) != 3 or type(answer[0]) is not int or not 1 <= answer[0] <= 12:
        return "not yet: give (number of points from 1 to 12, eps_0, R)"
    points, epsilon, repeats = answer
    if not is_exact(epsilon) or not 0 < epsilon <= Fraction(1, 10**5):
        return "not yet: eps_0 must be a Fraction above 0 and at most 1/100,000"
    if type(repeats) is not int or not 1 <= repeats <= 10**7:
        return "not yet: R must be an integer from 1 to 10,000,000"
    table = saturated_ratios(points, exp_bracket(Fraction(1, 2)), exp_bracket(-Fraction(epsilon) * repeats))
    found = max(ratio.lower for ratio in table.values())
    if found <= exp_bracket(Fraction(7, 5)).upper:
        return f"not yet: the largest ratio of probabilities is {float(found):.4f}, but e^1.4 = 4.0552"
    return f"accepted: eps_0 = {epsilon}, but the ratio is {float(found):.4f}, above e^1.4"


@asked("Find databases and a class with which the whole delta is lost.", level=2, minutes=20)
@answered
def judge_loss_used_up(answer) -> str:
    """Judge parts of an instance of the proof on which the first line of its last step is an equality."""
    return supplied.tight("ABMS20-5.3", "eq-final/1", answer)
