"""BBKN14, Section 5.1: instances that several checks of the page switching-points share."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.laws import Law
from privlearn.learners.intervals.exponential import Database, interval_errors
from privlearn.mechanisms import from_scores


def hypotheses(largest: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield all functions on ``least`` to ``largest`` points."""
    for size in range(least, largest + 1):
        yield from product((0, 1), repeat=size)


BETAS = (Fraction(3, 10), Fraction(1, 10))
ALPHAS = (Fraction(2, 5), Fraction(1, 5))
SETTINGS = tuple(product(ALPHAS, BETAS))
# five values of each variable: a rational identity of degree at most 2 in each that holds there holds everywhere
SEVENTHS, THIRDS = ([Fraction(k, unit) for k in range(1, 6)] for unit in (7, 3))
ALL: tuple[Any, ...] = tuple(product(SEVENTHS, SEVENTHS, range(2, 7), THIRDS))
SYMBOLIC = ("all alpha, beta, z, epsilon: rational functions of degree at most 2 in each variable, compared at 5 "
            "values of each")


def broken_selection_without_half(concepts: Sequence[int], database: Database, root: Fraction) -> Law:
    """Weigh by ``e^{-epsilon errors}``: the normaliser is not paid for."""
    return from_scores({j: -wrong for j, wrong in interval_errors(concepts, database).items()}, root * root)
