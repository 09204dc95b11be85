"""Best private learners, their exact numbers of rows and explicit bounds, for the page representation-learning."""

from fractions import Fraction
from functools import cache
from itertools import product

from privlearn.concepts import T3, all_functions
from privlearn.dimensions.representation import smallest_probabilistic_representation
from privlearn.exact import exp_bracket
from privlearn.exact.fractions import EIGHTH, QUARTER
from privlearn.learners.generic import PrivateOptimum, best_private_learner
from privlearn.learners.selection import representation_learner_rows, representation_lower_rows
from privlearn.learning import grid_distributions

RATIOS = (Fraction(81, 64), Fraction(32, 25) ** 2, Fraction(64, 25))  # alpha of FX15 about 0.24, 0.49, 0.94
EPSILONS = (Fraction(1, 2), Fraction(1))
CLASSES = {"one point": all_functions(1), "T3": T3, "all functions on 2 points": all_functions(2)}
CASES = tuple(product(CLASSES, EPSILONS, range(1, 6)))
Case = tuple[str, Fraction, int]  # class, epsilon, rows


def places(points: int) -> list[tuple[Fraction, ...]]:
    """Return the distributions played: denominator 20 and just beyond 1/4 and 3/4 on two points."""
    edge = QUARTER + Fraction(1, 1000)
    return [(Fraction(1),)] if points == 1 else [*grid_distributions(2, 20), (edge, 1 - edge), (1 - edge, edge)]


@cache
def optimum(case: Case) -> PrivateOptimum:
    """Return the best private learner, certified."""
    name, epsilon, rows = case
    found = best_private_learner(CLASSES[name], rows, exp_bracket(epsilon, 40), QUARTER, places(CLASSES[name].size))
    if not found.is_certified():
        raise ArithmeticError("the enclosure does not prove its bounds")
    return found


FREE = Fraction(4) ** 90  # e^epsilon so large that privacy costs nothing

Instance = tuple[str, Fraction, Fraction]  # class, epsilon, alpha
TWO_POINTS = {"T3": T3, "all functions on 2 points": all_functions(2)}
FOUND: dict[Instance, int] = {  # by search; both sides of each number are proved below
    ("T3", Fraction(1), QUARTER): 7, ("T3", Fraction(1, 2), QUARTER): 13,
    ("all functions on 2 points", Fraction(1), QUARTER): 8, ("all functions on 2 points", Fraction(1, 2), QUARTER): 14,
    ("all functions on 2 points", Fraction(1), EIGHTH): 13,
}
CONFIDENCES = (Fraction(1, 10), QUARTER, Fraction(33, 100), Fraction(1, 2), Fraction(65, 100), Fraction(74, 100))


def explicit_bounds(instance: Instance) -> tuple[int, int]:
    """Return the best lower bound over some confidences, and the rows of the learner over the class itself."""
    name, epsilon, accuracy = instance
    ratio = exp_bracket(epsilon, 40)
    lower = max(representation_lower_rows(
        smallest_probabilistic_representation(TWO_POINTS[name], accuracy, confidence), ratio, 1 - QUARTER, confidence)
        for confidence in CONFIDENCES)
    return lower, representation_learner_rows(len(TWO_POINTS[name]), ratio.lower, accuracy, QUARTER)
