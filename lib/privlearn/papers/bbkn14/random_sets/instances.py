"""BBKN14, Section 4.1: seeded classes, settings and crossovers of the learner with random sets."""

from fractions import Fraction
from functools import cache

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.concepts.sets import indicator
from privlearn.dimensions.representation.points import draw_sets, representing_sets
from privlearn.dimensions.representation.points.random_sets import DrawnSets, cut_down
from privlearn.dimensions.representation.points.random_sizes import RandomSetsShape
from privlearn.exact import Bracket, least_integer, log_bracket
from privlearn.exact.fractions import QUARTER, TENTH
from privlearn.learners.points.side_by_side import improper_private_rows
from privlearn.learners.proper_points import failure_at
from privlearn.learners.selection import small_class_rows


def petals(number: int) -> ConceptClass:
    return ConceptClass.from_matrix([indicator({0, i}, number + 1) for i in range(1, number + 1)])


def broken_plane_over_integers(order: int) -> np.ndarray:
    """Compute with integers mod the order instead of the field: wrong exactly for proper prime powers."""
    q = order
    vectors = np.array([(1, y, z) for y in range(q) for z in range(q)] + [(0, 1, z) for z in range(q)] + [(0, 0, 1)])
    return (vectors @ vectors.T % q == 0).astype(np.uint8)


def first_points(shape: RandomSetsShape, seed: int = 0) -> DrawnSets:
    """Draw the sets and keep the first T points without any test."""
    return cut_down(draw_sets(shape, seed), np.arange(shape.concepts))


@cache
def seeded_sets(d: int, alpha: Fraction) -> DrawnSets:
    return representing_sets(d, alpha, 0)


def separation_rows(d: int) -> int:
    return small_class_rows(d, 2, QUARTER, TENTH)


def first_crossover(rows=separation_rows) -> int:
    """Return the least d found by bisection at which proper learning is refuted with these rows."""
    return least_integer(lambda d: least_proper_failure(d, rows(d)).lower > TENTH, first=16)


def least_proper_failure(d: int, rows: int) -> Bracket:
    """Bracket the least failure of a proper private learner on the two-point family, mass 1/4, e^epsilon = 2."""
    return failure_at(d, rows, log_bracket(2, 256), QUARTER)


def second_crossover() -> int:
    """Return the least b with more rows in Theorem 4.2 at d = 2^b than in Claim 4.5."""
    limit = improper_private_rows(2, QUARTER, TENTH)
    return least_integer(lambda b: separation_rows(1 << b) > limit, first=4)


@cache
def rows_at(d: int, alpha: Fraction, beta: Fraction, epsilon: Fraction) -> int:
    return small_class_rows(d, 1 + epsilon, alpha, beta)
