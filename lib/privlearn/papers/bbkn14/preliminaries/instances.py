"""BBKN14, Section 2: settings, small databases and learners that several checks of the preliminaries use."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, lcm, prod
from typing import Any

from privlearn.concepts import ConceptClass
from privlearn.exact import as_exp_epsilon, log_bracket
from privlearn.exact.rationals import Number, rational_square_root
from privlearn.laws import Law, pure
from privlearn.learners.formulas import clause_tables, violations
from privlearn.learning.labelled import errors
from privlearn.mechanisms import (Promise, PromisedMechanism, from_scores, labelled_rows, multiset_databases,
                                  replace_one, replace_one_unordered, two_sided_geometric)

GAMMAS = [(Fraction(1, a), Fraction(1, b), Fraction(e, 10))
          for a in (3, 4, 10) for b in (5, 10, 100) for e in (1, 5, 9)]
LOG_TWO = log_bracket(2).upper
LOG_FIVE_QUARTERS = log_bracket(Fraction(5, 4)).lower


@cache
def log_above(value: Fraction) -> Fraction:
    """Return a rational just above the natural logarithm."""
    return log_bracket(value).upper


def improper_point_rows(d: int, alpha: Fraction, beta: Fraction, epsilon: Fraction) -> int:
    """Return the rows that the improper learner of ``POINT_d`` uses, rounded up (BBKN14, proof of Claim 4.5).

    ``N = ceil(log_{5/4}(5/beta))`` disjoint samples of ``384 ln 4 / (epsilon (alpha/8)^2)`` rows, and a fresh one of
    ``24 ln(3/beta^2) / (epsilon alpha)``; the parameter ``d`` does not occur.
    """
    runs = ceil(log_above(5 / beta) / LOG_FIVE_QUARTERS)
    one_run = 384 * 2 * LOG_TWO / (epsilon * (alpha / 8) ** 2)
    fresh = 24 * log_above(3 / beta**2) / (epsilon * alpha)
    return runs * ceil(one_run) + ceil(fresh)


def proper_point_rows(d: int, alpha: Fraction, beta: Fraction, epsilon: Fraction) -> int:
    return ceil((d * LOG_TWO + log_above(1 / beta)) / (epsilon * alpha))


RATIO = Fraction(9, 4)  # e^epsilon; its root 3/2 makes all weights rational


def noisy_sum(database: tuple[int, ...]) -> Law:
    """Return the sum of a database of bits with geometric noise of ratio 4/9, clamped to 0..m."""
    return two_sided_geometric(1 / RATIO, centre=sum(database), low=0, high=len(database))


def failure_by_ordered_samples(learner, hypotheses, target, weights, rows: int,
                               alpha: Fraction) -> Fraction:
    """Return the failure as the definition has it: a sum over all sequences of points, no multiset, no symmetry."""
    unit = lcm(*(w.denominator for w in weights))
    whole = [int(w * unit) for w in weights]
    wrong = [sum(w for w, a, b in zip(weights, target, h, strict=True) if a != b) > alpha for h in hypotheses.rows()]
    orders = Counter(tuple(sorted(drawn)) for drawn in product([x for x, w in enumerate(whole) if w], repeat=rows))
    total = Fraction(0)
    for drawn, times in orders.items():
        law = learner(tuple((x, target[x]) for x in drawn)).exact()
        lost = sum((m for h, m in law.items() if h is None or wrong[h]), Fraction(0))
        total += times * prod(whole[x] for x in drawn) * lost
    return total / unit**rows


ACCURACIES = (Fraction(1, 4), Fraction(1, 8))
RISKS = (Fraction(1, 4), Fraction(1, 20))
VARIABLES = 3
WIDTH = 2
QUERIES = tuple(clause_tables(VARIABLES, WIDTH))  # N = 19 clauses


@cache
def clause_counts(database) -> tuple[int, ...]:
    """Return the true answers of all queries."""
    return tuple(violations(clause, database) for clause in QUERIES)


@cache
def neighbouring_assignments() -> list[Any]:
    """Return all ordered neighbouring pairs of databases of 1 and 2 labelled assignments, up to the order of rows."""
    return [pair for rows in (1, 2) for pair in replace_one_unordered(multiset_databases(labelled_rows(8), rows))]


def two_faced_learner(concepts: ConceptClass, exp_epsilon: Number) -> PromisedMechanism:
    """Be the exponential mechanism on databases that some concept fits, and print the first row of all others.

    A learner in every sense that an honest sample can show, and no private one: with ratio ``exp_epsilon`` on
    realisable databases, infinite beyond (BBKN14, Remark 2.6).
    """
    ratio, rows = as_exp_epsilon(exp_epsilon), concepts.rows()
    base = rational_square_root(ratio, "exp_epsilon")

    def law(database) -> Law:
        wrong = {h: errors(row, database) for h, row in enumerate(rows)}
        if min(wrong.values()) > 0:
            return pure(("row", *database[0]))
        return from_scores({h: -count for h, count in wrong.items()}, base)

    return PromisedMechanism(law, Promise(ratio, replace_one), "two-faced learner")
