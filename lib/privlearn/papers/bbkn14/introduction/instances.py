"""BBKN14, Section 1: classes, settings and distributions of the introduction."""

from fractions import Fraction
from functools import cache

from privlearn.concepts import ConceptClass, initial_segments
from privlearn.dimensions.representation.points import random_sets_shape, sperner_size
from privlearn.exact.fractions import QUARTER, TENTH
from privlearn.learners.generic import occam_sample_size
from privlearn.learners.intervals import rows_for_switches
from privlearn.learners.light import rows_for_weight
from privlearn.learners.points import point_table_row
from privlearn.learners.points.side_by_side import Cell, improper_private_rows, seed_length
from privlearn.learners.proper_points import smallest_rows_any_learner
from privlearn.learners.selection import small_class_rows

DOMAIN_BITS = (4, 8, 16, 32, 64, 128, 256, 512, 1024)


def rows_needed(d: int) -> int:
    """Return the rows that any private proper learner needs at e^epsilon = 2, alpha = beta = 1/10."""
    return smallest_rows_any_learner(d, 2, TENTH, TENTH)


def segments_on(size: int, domain: str) -> ConceptClass:
    """Return the T + 1 initial segments on ``"[T]"`` or on ``"[T+1]"``, where none of them reaches the last point."""
    return initial_segments(size) if domain == "[T]" else initial_segments(size + 1).without(size + 1)


ADVANTAGE = Fraction(1, 100)  # what an efficient learner of the images may gain on the generator


@cache
def table_row(d: int) -> dict[str, Cell]:
    """Return the six cells of Table 1 at e^epsilon = 2, alpha = beta = 1/10."""
    return point_table_row(d, 2, TENTH, TENTH, seed_bits=seed_length(d), advantage=ADVANTAGE)


@cache
def roadmap(d: int) -> dict[str, int]:
    """Return the numbers of Section 1.1.1 at e^epsilon = 2, alpha = 1/4, beta = 1/10, by the ids they come from."""
    return {
        "3.4: generic learner over all points": occam_sample_size(2**d, 2, QUARTER, TENTH),
        "3.9: any proper private learner": smallest_rows_any_learner(d, 2, QUARTER, TENTH),
        "3.10: hypotheses needed at least": sperner_size(2**d),
        "4.1: hypotheses of the small class": random_sets_shape(d, QUARTER / 2).sets,
        "4.2: generic learner over the small class": small_class_rows(d, 2, QUARTER, TENTH),
        "4.8: learner with heavy hypotheses": improper_private_rows(2, QUARTER, TENTH),
        "4.11: rows below which weight 2^(d/2) is exceeded": rows_for_weight(2**d, 2 ** (d // 2), 2, TENTH),
        "5.4: rows below which 2^(d/2) switches are exceeded": rows_for_switches(2**d, 2 ** (d // 2), 2, TENTH),
    }


TRIPLES = ((Fraction(1, 2), Fraction(1, 10), Fraction(4)), (Fraction(1, 2), Fraction(1, 4), Fraction(4)),
           (Fraction(3, 5), Fraction(1, 10), Fraction(9, 4)), (Fraction(2, 5), Fraction(1, 5), Fraction(9)),
           (Fraction(3, 4), Fraction(1, 20), Fraction(9)))  # (alpha, beta, e^epsilon)


def hard_distributions(alpha: Fraction) -> list[dict[int, Fraction]]:
    """Return ten distributions on at most three points, target 1: masses around alpha and alpha / 2."""
    tiny = Fraction(1, 100)
    heavy = [alpha + tiny, alpha / 2 + tiny, alpha / 2, alpha / 4, Fraction(0)]
    made = []
    for hit in heavy:
        rest = 1 - hit
        made += [{1: hit, 2: rest}, {1: hit, 2: rest - min(rest, alpha + tiny - hit), 3: min(rest, alpha + tiny - hit)}]
    return made
