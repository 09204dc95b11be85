"""BBKN14, Section 3.1: optima over all learners and settings that several checks of the lower bounds use."""

from fractions import Fraction
from functools import cache

from privlearn.exact import solve
from privlearn.exact.fractions import TENTH
from privlearn.mechanisms import labelled_rows, multiset_databases, replace_one_unordered
from privlearn.mechanisms.optima import optimal_failure, point_program
from privlearn.mechanisms.optima.points import packing_task


@cache
def full_success(size: int, rows: int, ratio: Fraction) -> Fraction:
    """Return the best success on the packing among all private learners of points, over all labelled databases."""
    return 1 - solve(point_program(size, rows, ratio, *packing_task(size, rows))).value


@cache
def unsymmetrised_success(size: int, rows: int, ratio: Fraction) -> Fraction:
    """Return what :func:`full_success` returns, from the program over all multisets of labelled rows."""
    databases = multiset_databases(labelled_rows(size), rows)
    tasks = [{(((h, 1),) * rows, other): 1 for other in range(size) if other != h} for h in range(size)]
    return 1 - optimal_failure(databases, range(size), replace_one_unordered(databases), ratio, tasks).value


RATIO = Fraction(9, 4)
MASSES = (TENTH, Fraction(1, 4), Fraction(1, 3))
