"""Judges of the exercises on the page lower-bounds."""

from fractions import Fraction

from privlearn.exercises.answers import answered, is_exact
from privlearn.exercises.asked import asked


@asked("Compute the least failure for two points and one row.", level=1, minutes=10, library="least_interior_failure")
@answered
def judge_two_points(answer) -> str:
    """Judge the least failure for two points and one row at epsilon = 1, ``1 / (1 + e)``, to four digits."""
    if not (is_exact(answer) or (isinstance(answer, float) and 0 <= answer <= 1)):
        return "not yet: give a number between 0 and 1"
    from privlearn.exact import exp_bracket

    e = exp_bracket(1)
    beta = Fraction(answer)
    if not 0 < beta < 1:
        return "not yet: no answer without risk, and some answers are better than none"
    if beta - Fraction(1, 20_000) > 1 / (1 + e.lower):
        return f"not yet: {float(beta):.5f} can be reached, but tell the truth a little more often"
    if beta + Fraction(1, 20_000) < 1 / (1 + e.upper):
        return f"not yet: truth against lie is {float((1 - beta) / beta):.4f} to 1, more than e"
    return f"accepted: {float(beta):.5f}; truth and lie are as e to 1"


@asked("Find the best mechanism for two points and two rows.", level=2, minutes=20, library="least_interior_failure")
@answered
def judge_better_mechanism(answer) -> str:
    """Judge a symmetric mechanism for 2 points and 2 rows at ``e^epsilon = 3`` that beats randomised response.

    The answer is ``(Pr[0 | 0, 0], Pr[0 | 0, 1])``; the law on (1, 1) is the mirror image of that on (0, 0).
    """
    if not isinstance(answer, tuple) or len(answer) != 2 or not all(is_exact(p) and 0 <= p <= 1 for p in answer):
        return "not yet: give two exact probabilities, (Pr[0 on (0, 0)], Pr[0 on (0, 1)])"
    both, mixed = map(Fraction, answer)
    laws = [(both, 1 - both), (mixed, 1 - mixed), (1 - both, both)]
    for left, right in ((0, 1), (1, 0), (1, 2), (2, 1)):
        for x in (0, 1):
            if laws[left][x] > 3 * laws[right][x]:
                names = ("(0, 0)", "(0, 1)", "(1, 1)")
                return (f"not yet: Pr[{x}] is {laws[left][x]} on {names[left]}, more than three times the "
                        f"{laws[right][x]} on {names[right]}")
    failure = 1 - both
    if failure >= Fraction(1, 4):
        return f"not yet: failure {failure}; randomised response on one row has 1/4"
    if failure > Fraction(1, 6):
        return f"not yet: failure {failure} is private and better than 1/4, but 1/6 is possible"
    return f"accepted: failure {failure}, the optimum"
