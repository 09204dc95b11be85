"""A learner that tests its lead, distributions, and parameters of upper bounds, for the page private-learning."""

from fractions import Fraction
from itertools import product
from math import isqrt, prod
from typing import Any

from privlearn.concepts import T3
from privlearn.exact.fractions import QUARTER
from privlearn.laws import Law
from privlearn.learning.labelled import errors
from privlearn.mechanisms import two_sided_geometric


def answer_if_stable(database) -> Law:
    """Propose, test, release: the best concept of T3 if its noisy lead over the next one is at least 4, else nothing.

    One row changes the lead by 2 at most, and only from a lead of 2 or less can the best concept change: then the
    answer can become impossible, but it was given with probability 1/6 at most.
    """
    wrong = sorted((errors(row, database), k) for k, row in enumerate(T3.rows()))
    lead = two_sided_geometric(Fraction(1, 2), centre=wrong[1][0] - wrong[0][0], low=0, high=len(database) + 4)
    return lead.map(lambda noisy: wrong[0][1] if noisy >= 4 else None)


GRID = tuple((p, 1 - p) for p in sorted({Fraction(k, 20) for k in range(21)} | {
    QUARTER + Fraction(1, 1000), 1 - QUARTER - Fraction(1, 1000), Fraction(26, 100), Fraction(74, 100)}))
RATIOS = (Fraction(9, 4), Fraction(81, 64))  # e^epsilon with rational roots: epsilon about 0.81 and 0.24


def failure_from_the_definition(concepts: list[Any], target, weights, rows: int, ratio: Fraction,
                                accuracy: Fraction) -> Fraction:
    """Return the failure of the exponential mechanism: all sequences of points, weights by repeated division."""
    root = Fraction(isqrt(ratio.numerator), isqrt(ratio.denominator))
    bad = [sum((w for w, a, b in zip(weights, c, target, strict=True) if a != b), Fraction(0)) > accuracy
           for c in concepts]
    total = Fraction(0)
    for drawn in product([x for x, w in enumerate(weights) if w], repeat=rows):
        weight = [root ** -sum(c[x] != target[x] for x in drawn) for c in concepts]
        lost = sum((w for w, wrong in zip(weight, bad, strict=True) if wrong), Fraction(0))
        total += lost / sum(weight) * prod((weights[x] for x in drawn), start=Fraction(1))
    return total


LARGE = tuple((1 << k, ratio, accuracy, QUARTER) for k in (1, 2, 4, 10, 64) for ratio in RATIOS
              for accuracy in (QUARTER, Fraction(1, 10)))
