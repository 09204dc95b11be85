"""FX15, Theorem 2.5: many runs of a private learner on one fixed database are a representation."""

from fractions import Fraction
from itertools import product
from math import ceil, exp, expm1, log

from privlearn.checking import check, judged, sabotage
from privlearn.exact import exp_bracket, log_bracket
from privlearn.exact.fractions import QUARTER
from privlearn.learners.generic import one_point_success
from privlearn.learners.selection import drawn_hypotheses
from privlearn.papers.fx15.representation_learning import claim

claim("FX15-2.5.lb", kind="theorem", uses=("BBKN14-2.1.group", "FX15-2.2.scdp", "FX15-2.4"),
      title="A private learner gives a probabilistic representation: many runs on one fixed database",
      note="Explicit: ceil(e^(alpha n) ln(1/delta)/(1 - delta0)) runs of a learner of confidence delta0 on n examples. "
           "The learners are the best of all private mechanisms on distributions with denominator 8 or 20. The factor "
           "1/epsilon, with dummies: (1 + 4 epsilon (e^alpha - 1))^n in place of e^(alpha n), and no less.",
      formulas=(drawn_hypotheses,),
      erratum_kind="convention", repaired=True,
      erratum="The Omega needs a condition that is not named. Two concepts that differ everywhere have PRDim = 1, and "
              "at alpha = 1, delta = 1/4 two examples are enough for every epsilon, although 1/epsilon grows. For "
              "alpha <= 1, epsilon and delta <= 1/4 and PRDim >= 5 the bound holds, with the constant 1/20.")


SETTINGS = tuple(product((1, 2, 4, 5, 6, 20, 1000), (Fraction(1), Fraction(1, 2), Fraction(1, 10)),
                         (QUARTER, Fraction(1, 16), Fraction(1, 1000))))
E = exp_bracket(1, 40)


def rows_for_dimension(dimension: int, epsilon: Fraction, accuracy: Fraction) -> int:
    """Return the least n that the theorem allows, with its constant 1/20; 0 where it says nothing."""
    return ceil(dimension / (20 * epsilon * accuracy)) if dimension >= 5 else 0


@check("FX15-2.5.lb", grade="certified",
       quantifier="PRDim = 1, 2, 4, 5, 6, 20, 1000, alpha = 1, 1/2, 1/10, epsilon = 1/4, 1/16, 1/1000, delta = 1/4: "
                  "with a row less the runs on both databases of dummies are fewer than 2^PRDim; two opposite "
                  "concepts, PRDim = 1, alpha = 1: two rows are enough",
       says="a row less than PRDim/(20 alpha epsilon) makes too small a representation, and two rows are enough for "
            "two opposite concepts")
@sabotage("the constant 1/10", lambda *case: 2 * rows_for_dimension(*case))
@sabotage("no condition on PRDim", lambda dimension, epsilon, accuracy: ceil(dimension / (20 * epsilon * accuracy)))
@judged("<=")
def rows_grow_with_the_dimension(rows=rows_for_dimension):
    for dimension, epsilon, accuracy in SETTINGS:
        n = rows(dimension, epsilon, accuracy)
        if dimension == 1 and epsilon == 1:  # a hypothesis that is one of the two has error 0 or 1
            enough = next(k for k in (1, 2, 3) if one_point_success(k, E.lower) >= 1 - QUARTER)
            yield (dimension, epsilon, accuracy), n, enough
        if n:
            exponent = (exp_bracket(epsilon, 96) - 1) * (4 * accuracy * (n - 1))
            runs = log_bracket(2 * (log_bracket(4) * Fraction(4, 3) + 1)) + exponent  # e^x is at least 1
            yield (dimension, epsilon, accuracy), runs, log_bracket(2) * dimension

def refutes_rows_grow_with_the_dimension(rows, dimension, epsilon, accuracy):
    """Two rows: 1 - 1/(2 e) is above 3/4; or even with some rows less there are 2^PRDim runs, in floats."""
    n = rows(dimension, epsilon, accuracy)
    x = 4 * float(accuracy) * expm1(float(epsilon)) * (n - 1)
    many = x > 600 or 2 * ceil(4 / 3 * log(4) * exp(x)) >= 2.0**min(dimension, 1000)
    return many or (dimension == 1 and epsilon == 1 and n > 2)
