"""BBKN14, Section 5.2: instances that several checks of the page noise-learners share."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

from privlearn.checking import judged
from privlearn.concepts import ConceptClass, initial_segments
from privlearn.laws import Law
from privlearn.learners.noise import IndependentNoiseLearner, exponential_inner
from privlearn.learners.noise.points import point_inner
from privlearn.learners.points import ZERO
from privlearn.mechanisms import all_databases, audit_pure, labelled_rows, replace_one

ALPHAS = (Fraction(1, 8), Fraction(1, 4), Fraction(2, 5))


def two_sided(mu: Fraction) -> Fraction:
    """Return ``4 mu (1 - mu)``."""
    return 4 * mu * (1 - mu)


def printed_inner_bound(alpha: Fraction) -> Fraction:
    """Return ``1/16 + 1/4 + alpha/8``: too few rows kept, none of them the target's, giving up."""
    return Fraction(1, 16) + Fraction(1, 4) + alpha / 8


def targets(concepts: Callable[[int], ConceptClass], size: int) -> list[int]:
    """Return the concepts of the class as points, or ``ZERO``."""
    return [row.index(1) if 1 in row else ZERO for row in concepts(size).rows()]


def proper_outer(size: int, ratio: int, noise: Fraction) -> IndependentNoiseLearner:
    """Return the exponential mechanism over intervals plus noise."""
    segments = initial_segments(size)
    return IndependentNoiseLearner(cache(exponential_inner(segments, ratio)), segments, noise)


@judged("<=")
def audits(proper, size: int, numbers: tuple[int, ...]):
    """Compare the ratio of the composed learner with that of its outer learner."""
    for ratio, mu, rows in product((4, 9), (Fraction(1, 50), Fraction(1, 5)), numbers):
        outer = proper_outer(size, ratio, mu)
        databases = all_databases(labelled_rows(size), rows)
        audit, limit = audit_pure(proper(outer), databases, replace_one), audit_pure(outer, databases, replace_one)
        where = size, ratio, mu, limit.exp_epsilon
        yield (*where, *audit.witness), audit.exp_epsilon, limit.exp_epsilon, audit.pairs


def broken_point_inner_reads_stars(database, *, size: int, keep: Fraction, abort: Fraction) -> Law:
    """Take a star for the example "point 0 has label 0"."""
    rows = tuple((0, 0) if row is None else row for row in database)
    return point_inner(rows, size=size, keep=keep, abort=abort)
