"""BBKN14, Section 3: what the size of a representing class means for the rows of the generic learner."""

from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import point_functions
from privlearn.dimensions.representation import representation_alpha, representation_game
from privlearn.dimensions.representation.points import (class_of_columns, columns_value, growing_tables,
                                                        smallest_size_for)
from privlearn.dimensions.representation.points.columns import pairs_with_zero
from privlearn.dimensions.representation.points.searches import antichains
from privlearn.exact import log_bracket
from privlearn.exact.fractions import QUARTER, TENTH
from privlearn.learners.generic import occam_sample_size
from privlearn.papers.bbkn14.generic_learner import claim

ALPHAS = (Fraction(0), Fraction(1, 3), Fraction(2, 5), Fraction(3, 7), Fraction(49, 100))

claim("BBKN14-3.2.log-H", kind="remark", status="quoted",
      reason="that the VC dimension governs learning without privacy is by Blumer et al. and Ehrenfeucht et al.; the "
             "rows of the generic learner are computed beside it",
      title="The generic learner's rows grow with the logarithm of the smallest class that alpha/2-represents "
            "the concepts", uses=("BBKN14-1.2.vc-lower", "BBKN14-3.1", "BBKN14-3.2", "BBKN14-3.10"),
      note="That VC dimension characterises learning without privacy is cited, not shown here.")


@cache
def least_values(ground: int) -> list[Fraction | None]:
    """Return, for T = 1..10, the least value below 1/2 of a table of ``ground`` hypotheses, by growing tables."""
    levels = growing_tables(ground, Fraction(49, 100), 10)
    return [min((columns_value(c, ground)[0] for c in tables), default=None) for tables in levels]


def least_size_by_growing(points: int, alpha: Fraction) -> int:
    """Return the least k such that some table of k hypotheses on so many points has value at most alpha."""
    if alpha == 0 and representation_alpha(point_functions(points).without(0), point_functions(points)) > 0:
        return points  # value 0 means that the concept itself is there
    for k in range(1, 6):
        value = least_values(k)[points - 1]
        if value is not None and value <= alpha:
            return k
    six = pairs_with_zero(6).restrict(range(points))
    return 6 if representation_alpha(six, point_functions(points)) <= alpha else 7


@check("BBKN14-3.2.log-H", grade="certified",
       quantifier="T = 2..10, alpha in {0, 1/3, 2/5, 3/7, 49/100}: least number of hypotheses by two exhaustive "
                  "searches (antichains; tables grown point by point), each table with its certified game",
       says="{the least size by the search of antichains} equals {the least size by growing tables}")
@sabotage("5 hypotheses for 8 points at alpha = 2/5",
          lambda points, alpha: 5 if (points, alpha) == (8, Fraction(2, 5)) else smallest_size_for(points, alpha))
def smallest_sizes_for_small_domains(size=smallest_size_for) -> Verdict:
    return judge("==", (((t, a), size(t, a), least_size_by_growing(t, a)) for t, a in product(range(2, 11), ALPHAS)))

def refutes_smallest_sizes_for_small_domains(size, points, alpha):
    k, concepts = size(points, alpha), point_functions(points).rows()
    # claimed to be enough: in every antichain of k hypotheses some point's game has a value above alpha
    return all(any(representation_game(class_of_columns(columns, k), concept).value > alpha for concept in concepts)
               for columns in antichains(k, points))


@check("BBKN14-3.2.log-H", grade="certified",
       quantifier="N = 1, 2, 4, ..., 2^64, e^epsilon in {9/4, 1.01}, alpha = 1/4, beta = 1/10: rows for 2N less rows "
                  "for N",
       says="doubling N adds max(128, 8/epsilon) ln 2/alpha rows, give or take one row")
@sabotage("rows proportional to N", lambda n, r, alpha, beta: occam_sample_size(1, r, alpha, beta) * n)
@judged("<=")
def each_doubling_costs_the_same_rows(size=occam_sample_size):
    for k, r in product(range(64), (Fraction(9, 4), Fraction(101, 100))):
        more = size(2 ** (k + 1), r, QUARTER, TENTH) - size(2**k, r, QUARTER, TENTH)
        factor: Any = 128 if r == Fraction(9, 4) else 8 / log_bracket(r)
        step = log_bracket(2) * factor / QUARTER
        yield (k, r), more, step + 1
        yield (k, r), step - 1, more

def refutes_each_doubling_costs_the_same_rows(size, k, r):
    more = size(2 ** (k + 1), r, QUARTER, TENTH) - size(2**k, r, QUARTER, TENTH)
    epsilon = (Decimal(r.numerator) / r.denominator).ln()
    return abs(more - max(128, 8 / epsilon) * Decimal(2).ln() * 4) > 1
