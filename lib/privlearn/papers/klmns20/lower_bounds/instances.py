"""KLMNS20, Section 1: the least failure over all mechanisms, kept, and once more from the definition."""

from fractions import Fraction
from functools import cache
from itertools import product

from privlearn.exact import exp_bracket
from privlearn.exact.fractions import QUARTER
from privlearn.exact.minimax import Enclosure
from privlearn.mechanisms.optima import least_interior_failure

E_BELOW, E_ABOVE = exp_bracket(1, bits=24).lower, exp_bracket(1, bits=24).upper  # 1-private implies ratio E_ABOVE

NOTE = ("epsilon = 1 stands for the ratio e^epsilon = e rounded up to 24 bits: every 1-private algorithm has it, so "
        "every lower bound is true of all of them. ")


@cache
def least(size: int, rows: int, ratio: Fraction = E_ABOVE, delta: Fraction = Fraction(0)) -> Enclosure:
    """Return :func:`least_interior_failure`, solved once in a process."""
    return least_interior_failure(size, rows, ratio, delta)


def plain_optimum(size: int, rows: int, ratio: Fraction, delta: Fraction) -> float:
    """Return the least failure from the definition: all ordered databases, all neighbours, slacks; floating point."""
    import numpy as np
    from scipy.optimize import linprog

    databases = list(product(range(size), repeat=rows))
    pairs = [(i, j) for i, a in enumerate(databases) for j, b in enumerate(databases)
             if sum(x != y for x, y in zip(a, b, strict=True)) == 1]
    laws, wide = size * len(databases), size * len(databases) + size * len(pairs) + 1
    rows_above = np.zeros(((size + 1) * len(pairs) + len(databases), wide))
    bounds, k = np.zeros(len(rows_above)), 0
    for p, (i, j) in enumerate(pairs):
        for x in range(size):
            rows_above[k, [i * size + x, j * size + x, laws + p * size + x]] = 1, -float(ratio), -1
            k += 1
        rows_above[k, laws + p * size : laws + (p + 1) * size], bounds[k], k = 1, float(delta), k + 1
    for i, a in enumerate(databases):
        rows_above[k, [i * size + x for x in range(size) if not min(a) <= x <= max(a)]] = 1
        rows_above[k, -1], k = -1, k + 1
    sums = np.kron(np.eye(len(databases)), np.ones(size))
    sums = np.hstack([sums, np.zeros((len(databases), wide - laws))])
    return float(linprog(np.eye(wide)[-1], rows_above, bounds, sums, np.ones(len(databases))).fun)


@cache
def least_rows(size: int) -> int:
    """Return the least n with failure at most 1/4 at epsilon = 1, delta = 1/100, over all mechanisms."""
    rows = 1
    while least(size, rows, E_BELOW).upper > QUARTER:  # what is private with ratio E_BELOW and delta 0 is so here
        rows += 1
    return rows
