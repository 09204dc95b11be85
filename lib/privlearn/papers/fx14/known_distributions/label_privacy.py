"""FX14, Section 1.2: to which bound for known distributions the remark on label privacy belongs."""

from fractions import Fraction

from privlearn.checking import Verdict, check, judge, sabotage
from privlearn.concepts import T3
from privlearn.learners.generic import best_private_learner, label_private_optimum
from privlearn.papers.fx14.known_distributions import claim

UNIFORM = (Fraction(1, 2), Fraction(1, 2))
RATIO = 3
ACCURACY = Fraction(1, 4)


claim("FX14-1.2.fixedD", kind="proposition", status="proved",
      title="Known distributions: covers, random covers, and the cost of privacy",
      same_as=("FX15-1.2.fixedD", "FX15-1.2.fixedD-ineq", "FX15-1.2.fixedD-samples"),
      uses=("FX14-4", "FX14-5", "FX14-13", "FX14-2.1.dp"),
      difference="The conference version attaches the remark on label privacy to the upper bound, where privacy "
                 "implies it; the full version to the lower bound, where it says more.")


def label_private_failure(rows: int):
    """The least failure of all label-private learners of three ordered concepts, uniform distribution known."""
    return label_private_optimum(T3, UNIFORM, rows, RATIO, ACCURACY)[0].upper


def private_failure(rows: int):
    """The same for all private learners: neighbours differ in one row."""
    best = best_private_learner(T3, rows, RATIO, ACCURACY, [UNIFORM])
    if not best.is_certified():
        raise ArithmeticError("the optimum does not verify")
    return best.failure.lower


@check("FX14-1.2.fixedD", grade="certified",
       quantifier="00, 01, 11 on two points, uniform distribution, e^alpha = 3, accuracy 1/4, n = 1..5: the best "
                  "label-private learner fails strictly less often than every private one, so a lower bound for "
                  "private learners is none for label-private ones",
       says="{the least failure with label privacy} is less than {the least failure with full privacy}")
@sabotage("privacy for whole rows on both sides", private_failure)
def label_privacy_asks_for_less(failure=label_private_failure) -> Verdict:
    return judge("<", ((n, failure(n), private_failure(n)) for n in range(1, 6)))

def refutes_label_privacy_asks_for_less(failure, rows):
    # One row, label private: where the label settles the concept (point 0 with 1: 11; point 1 with 0: 00) name it with
    # chance 3/4, and with 1/4 where it excludes it; else name 01 with chance u.  00 and 11 succeed with 3/4 - u/2.
    told = Fraction(RATIO, RATIO + 1)
    u = 2 * told / 3
    return rows == 1 and failure(rows) > 1 - u
