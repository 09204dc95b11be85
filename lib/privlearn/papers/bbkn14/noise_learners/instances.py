"""BBKN14, Section 5.2: instances of the page noise-learners, and wrong noise learners and parts of them."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

from privlearn.checking import judged
from privlearn.concepts import ConceptClass, initial_segments
from privlearn.exact.formulas import Value, formula
from privlearn.laws import Law, bernoulli, pure
from privlearn.learners.noise import (IndependentNoiseLearner, exponential_inner, independent_noise, mismatches,
                                      reconstruct_interval)
from privlearn.learners.noise.inner_and_outer import Inner
from privlearn.learners.noise.points import point_inner
from privlearn.learners.points import ZERO
from privlearn.mechanisms import all_databases, audit_pure, labelled_rows, replace_one

ALPHAS = (Fraction(1, 8), Fraction(1, 4), Fraction(2, 5))


@formula("at most", where=("0 <= mu <= 1 / 2",),
         corners={"mu": (Fraction(0), Fraction(1, 100), Fraction(1, 5), Fraction(1, 2), Fraction(3, 4))})
def two_sided(mu: Value) -> Value:
    return 4 * mu * (1 - mu)


@formula("at most", tex={"alpha": r"\alpha'"}, corners={"alpha": (Fraction(1, 40), Fraction(1, 8), Fraction(2, 5))})
def inner_failure_limit(alpha: Value) -> Value:
    """Return the bound on the failure of the inner learner of Example 5.7."""
    return alpha / 8 + 1 / 256


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


def broken_outer_flips_a_block(inner: Inner, concepts: ConceptClass, noise: Fraction) -> Callable:
    """Flip all points or none: the right rate at every point, but no independence."""
    members = set(concepts.rows())

    def flipped(concept) -> Law:
        return bernoulli(noise).map(lambda bit: tuple(value ^ bit for value in concept))

    return lambda database: inner(database).then(lambda c: flipped(c) if c in members else pure(None))


def broken_outer_never_fails(inner: Inner, concepts: ConceptClass, noise: Fraction) -> Callable:
    """Take the first concept of the class where the inner learner gives none."""
    members, first = set(concepts.rows()), concepts.rows()[0]
    return lambda database: inner(database).then(lambda c: independent_noise(c if c in members else first, noise))


def broken_outer_noise_from_the_data(inner: Inner, concepts: ConceptClass, noise: Fraction) -> Callable:
    """Halve the noise rate on databases that show a label 1: the rate then tells about the rows."""
    def law(database) -> Law:
        shown = any(row is not None and row[1] == 1 for row in database)
        return IndependentNoiseLearner(inner, concepts, noise / 2 if shown else noise)(database)

    return law


def broken_reconstruction_breaks_ties_by_the_data(outer) -> Callable:
    """Between equally near intervals, take the least or the largest according to the first row's label."""
    def law(database) -> Law:
        last = database[0][1]

        def nearest(h) -> int | None:
            if h is None or reconstruct_interval(h) is not None:
                return None if h is None else reconstruct_interval(h)
            walk = mismatches(h)
            ends = [t for t, height in enumerate(walk) if height == walk.min()]
            return ends[-1 if last else 0]

        return outer(database).map(nearest)

    return law
