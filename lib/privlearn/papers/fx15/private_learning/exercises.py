"""Judges of the exercises on the page private-learning."""

from fractions import Fraction

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked


@asked("Give the privacy curve of randomised response as a function.", level=1, minutes=15, library="hockey_stick")
@answered
def judge_response_curve(answer) -> str:
    """Judge ``answer(truth, ratio)``: the least delta of randomised response of one bit at the ratio e^epsilon."""
    from privlearn.mechanisms import audit_approximate, randomised_response, replace_one

    if not callable(answer):
        return "not yet: give a function of the probability of the truth and of e^alpha"
    for truth in (Fraction(1, 2), Fraction(3, 5), Fraction(3, 4), Fraction(9, 10)):
        for ratio in (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(10)):
            exact = audit_approximate(randomised_response(truth), [(0,), (1,)], replace_one, ratio).delta
            given = answer(truth, ratio)
            if not is_exact(given):
                return f"not yet: for truth {truth} and ratio {ratio} the answer is no exact number"
            if given != exact:
                return f"not yet: for truth {truth} and ratio {ratio} the least beta is not {given}"
    return "accepted: equal to the audit at 4 probabilities and 5 ratios"


@asked("Derive the optimal mechanism for one point and three examples by hand.",
       level=2, minutes=20, library="optimal_failure")
@answered
def judge_three_examples(answer) -> str:
    """Judge the probabilities of output 1 for 0, 1, 2, 3 labels 1 at e^epsilon = 2: private, and an optimum."""
    from privlearn.concepts import all_functions
    from privlearn.learners.generic import best_private_learner

    if not isinstance(answer, (tuple, list)) or len(answer) != 4 or not all(is_exact(p) and 0 <= p <= 1
                                                                           for p in answer):
        return "not yet: give four probabilities, as integers or Fractions"
    for k in range(3):
        for p, q in ((answer[k], answer[k + 1]), (answer[k + 1], answer[k])):
            if p > 2 * q or 1 - p > 2 * (1 - q):
                return f"not yet: between {k} and {k + 1} labels 1 some output's probability more than doubles"
    success = min(answer[3], 1 - answer[0])
    optimum = 1 - best_private_learner(all_functions(1), 3, 2, Fraction(1, 4), [(1,)]).strict[1].value
    if success < optimum:
        return f"not yet: private, but right only with probability {success}; {optimum} can be reached"
    return f"accepted: private, and right with probability {success}, the optimum of the linear program"
