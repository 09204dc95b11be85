"""BBKN14, Section 3: databases, and the sampler as printed, of the generic and the efficient learner of points."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from privlearn.checking import judged
from privlearn.concepts import ConceptClass, point_functions
from privlearn.exact import Bracket
from privlearn.exact.rationals import Number
from privlearn.learners.generic import three_terms
from privlearn.learners.generic.exponential import point_learner
from privlearn.mechanisms import (PromisedMechanism, audit_pure, labelled_rows, multiset_databases, refutes_pure,
                                  replace_one_unordered)
from privlearn.mechanisms.audit import PureAudit


def with_zero(size: int) -> ConceptClass:
    """Return the point functions and the function that is 0 everywhere, a hypothesis that nobody needs."""
    return point_functions(size).union(ConceptClass.from_matrix([[0] * size]))


CLOSE = Fraction(1001, 1000) ** 2  # e^epsilon, epsilon about 1/500: here privacy costs most


def without_the_third_term(n: int, r: Fraction, alpha: Fraction, rows: int) -> Bracket:
    """Return the bound on the failure less ``N e^(-epsilon alpha m / 8)``, the only term with epsilon."""
    return sum(three_terms(n, r, alpha, rows)[:2], Bracket(Fraction(0), Fraction(0)))


RATIO = Fraction(9, 4)  # e^epsilon; its root 3/2 makes all weights rational
ROOT = Fraction(3, 2)


def all_small_databases(most: tuple[tuple[int, int], ...] = ((4, 4), (8, 3))) -> Iterator[tuple[int, Any]]:
    """Every multiset of at most m labelled rows over T points, for the given (T, m)."""
    for size, largest in most:
        for rows in range(largest + 1):
            yield from ((size, database) for database in multiset_databases(labelled_rows(size), rows))


def printed_probability(size: int, database, outcome: int, root: Fraction = ROOT) -> Fraction:
    """Return what the printed procedure assigns to one concept, by its own formulas; it need not be a probability."""
    weight = {j: root ** -sum((x == j) != y for x, y in database) for j, _ in database}
    outside, score = size - len(database), -sum(y for _, y in database)
    total = sum(weight.values()) + outside * root**score
    return weight[outcome] / total if outcome in weight else outside * root**score / total / (size - len(weight))


def broken_point_learner_counts_rows(size: int, exp_epsilon: Number) -> PromisedMechanism:
    """Weigh the concepts outside the sample by ``size`` minus the number of *rows*, as printed in BBKN14's Lemma 3.4.

    Right when all points of the sample are distinct; with repeats the law is not the exponential mechanism's.
    """
    return point_learner(size, exp_epsilon, outside=lambda domain, database: domain - len(database))


@cache
def audit(make, size: int, rows: int) -> PureAudit:
    return audit_pure(make(size, RATIO), multiset_databases(labelled_rows(size), rows), replace_one_unordered)


@judged("<=")
def privacy_is_as_promised(make, sizes: Iterable[tuple[int, int]]):
    """Audit the learners for e^epsilon = 9/4, by numbers of points and of rows, over all multisets of labelled rows."""
    for size, rows in sizes:
        found = audit(make, size, rows)
        yield (size, *found.witness), found.exp_epsilon, RATIO, found.pairs


def breaks_the_promise(make, size: int, *pair_and_outcome) -> bool:
    """Tell whether a learner's laws on the pair differ by more than e^epsilon = 9/4 at the outcome."""
    return refutes_pure(pair_and_outcome, make(size, RATIO), RATIO)
