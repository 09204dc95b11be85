"""FX15, Section 1: learning with twice the error of a representation."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import isqrt
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, point_functions, subset_layer, thresholds
from privlearn.dimensions.representation import smallest_representation
from privlearn.exact.fractions import QUARTER
from privlearn.learners.selection import private_rows, representation_failure_bound
from privlearn.learning import grid_distributions
from privlearn.papers.fx15.private_learning import claim
from privlearn.papers.fx15.private_learning.instances import (LARGE, RATIOS, failure_from_the_definition,
                                                              is_not_rounded_up, rounded_up, share_of)

REPRESENTED = (("points on 4", point_functions(4), Fraction(1, 8)), ("points on 4", point_functions(4), QUARTER),
               ("Thr_2", thresholds(2), Fraction(1, 8)), ("Thr_2", thresholds(2), QUARTER),
               ("points on 10", point_functions(10), Fraction(3, 7)))


claim("FX15-1.repr-learn", kind="proposition",
      uses=("BBKN14-3.1", "BBKN14-3.2", "FX15-2.2.dp", "FX15-2.3"),
      title="An epsilon-representation H gives a private learner of error 2 epsilon from O(log |H| / epsilon) samples",
      note="Explicit: ceil(64/(alpha epsilon) ln(4 |H|/delta)) samples, our constant.")


@cache
def representing(name: str, accuracy: Fraction) -> ConceptClass:
    """Return a smallest class that represents; for ten points the five hypotheses whose pairs are the points."""
    if name == "points on 10":
        return subset_layer(5, 2)
    concepts = next(c for label, c, _ in REPRESENTED if label == name)
    found: ConceptClass = smallest_representation(concepts, accuracy).hypotheses
    return found


def doubling_rows(size: int, ratio: Fraction, accuracy: Fraction, confidence: Fraction) -> int:
    """Return ``ceil(64 / (epsilon accuracy) ln(4 |H| / confidence))``."""
    return private_rows(64, 0, size, ratio, accuracy, confidence)


def represented_games() -> Iterator[tuple[str, Fraction, Any, Any]]:
    """Yield (name, alpha, target, distribution): denominator 8; on ten points at most two atoms and one target."""
    for name, concepts, accuracy in REPRESENTED:
        few = concepts.size == 10
        places = sorted(grid_distributions(concepts.size, 8, max_atoms=2 if few else None), key=max)
        for target, weights in product(concepts.rows()[:1] if few else concepts.rows(), places):
            yield name, accuracy, target, weights


@check("FX15-1.repr-learn", grade="certified",
       quantifier="smallest representations of the points on 4 points and of Thr_2 at epsilon = 1/8, 1/4, and of 10 "
                  "points by 5 hypotheses at 3/7; delta = 1/4, e^alpha = 9/4: all targets, all distributions with "
                  "denominator 8 (10 points: one target, by symmetry, at most 2 atoms)",
       says="{a bound on Pr[error > 2 epsilon]} is at most {delta}",
       reason="An exact rational upper bound on the failure (a moment bound): a thousand rows have too many "
              "multisets.")
@sabotage("a thousandth of the rows", make=lambda: share_of(doubling_rows, 1000))
@judged("<=")
def error_is_at_most_doubled(rows=doubling_rows):
    needed = cache(rows)
    for name, accuracy, target, weights in represented_games():
        hypotheses = representing(name, accuracy)
        n = needed(len(hypotheses), RATIOS[0], accuracy, QUARTER)
        bound = representation_failure_bound(((Fraction(1), hypotheses.rows()),), target, weights, n, RATIOS[0],
                                             2 * accuracy)
        yield (name, accuracy, target, weights, n), bound, QUARTER

def refutes_error_is_at_most_doubled(rows, name, accuracy, target, weights, n):
    hypotheses = representing(name, accuracy).rows()
    failure = failure_from_the_definition(hypotheses, target, weights, n, RATIOS[0], 2 * accuracy)
    return n == rows(len(hypotheses), RATIOS[0], accuracy, QUARTER) and failure > QUARTER


def chance_of_a_doubled_error(size: int, ratio: Fraction, accuracy: Fraction, rows: int) -> Fraction:
    """Return ``(|H| - 1) (1 - 2 alpha (1 - 1/r) + alpha (r - 1))^n``, r = e^(epsilon/2): for all targets and D.

    A good h errs with probability at most alpha, a bad one with more than 2 alpha; it is worst for the moment
    E r^(-g) of the bad one's excess g that they never err together.
    """
    root = Fraction(isqrt(ratio.numerator), isqrt(ratio.denominator))
    return (size - 1) * (1 - 2 * accuracy * (1 - 1 / root) + accuracy * (root - 1)) ** rows


@check("FX15-1.repr-learn", grade="certified",
       quantifier="every epsilon-representation by 2, 4, 16, 2^10, 2^64 functions, every target and EVERY "
                  "distribution; epsilon = 1/4, 1/10, delta = 1/4, e^alpha = 9/4, 81/64",
       says="{a bound on Pr[error > 2 epsilon]} is at most {delta}")
@sabotage("a quarter of the rows for two functions, however many",
          lambda size, ratio, accuracy, confidence: doubling_rows(2, ratio, accuracy, confidence) // 4)
def error_is_at_most_doubled_for_every_distribution(rows=doubling_rows) -> Verdict:
    return judge("<=", (((*case, rows(*case)), chance_of_a_doubled_error(*case[:3], rows(*case)), case[3])
                        for case in LARGE))

def refutes_error_is_at_most_doubled_for_every_distribution(rows, size, ratio, accuracy, confidence, n):
    """One function errs on mass alpha, all others on another part of mass just above 2 alpha: row after row."""
    bad, good = float(2 * accuracy) + 0.001, float(accuracy)
    gaps = {0: 1.0}  # errors of the others less those of the one
    for _ in range(n if n == rows(size, ratio, accuracy, confidence) else 0):
        after: dict[int, float] = {}
        for gap, chance in gaps.items():
            for step, part in ((1, bad), (-1, good), (0, 1 - bad - good)):
                after[gap + step] = after.get(gap + step, 0.0) + chance * part
        gaps = after
    rivals = {gap: (size - 1) * float(ratio) ** (-gap / 2) for gap in gaps}
    failure = sum(chance * rivals[gap] / (1 + rivals[gap]) for gap, chance in gaps.items())
    return n == rows(size, ratio, accuracy, confidence) and failure > float(confidence) + 1e-6


@check("FX15-1.repr-learn", grade="certified",
       quantifier="the same parameters: ceil(64/(alpha epsilon) ln(4 |H|/delta)) is the number of rows",
       says="the number of rows is 64/(alpha epsilon) ln(4 |H|/delta), rounded up")
@verifier(lambda rows, at: is_not_rounded_up(rows, at[:4], 64, lambda accuracy: 0))
@sabotage("a hundredth more", lambda *case: doubling_rows(*case) * 101 // 100)
@sabotage("one row less", lambda *case: doubling_rows(*case) - 1)
def rows_are_those_of_the_formula(rows=doubling_rows) -> Verdict:
    return judge("<=", rounded_up(rows, LARGE, 64, lambda accuracy: 0))
