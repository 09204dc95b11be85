"""A dual simplex in floating point for small minimax programs: it proposes a basis where HiGHS has no build.

Definitions
-----------
The rows are those of :mod:`~privlearn.exact.simplex`: tasks and ratios (``<= 0``), then blocks (``== 1``).  Where the
first task is tight, and of every block the variable is in the basis on which this task loses least, no reduced cost is
negative: no first phase is needed, and rows that do not hold are repaired one after another, always the one that is
farthest from its hyperplane (*steepest edge*; the most negative number instead can take fifty times as many steps).
Costs are raised by tiny different amounts, lest a basis come back; some steps of the primal simplex undo what this has
changed.  Nothing that is found here is trusted.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

LARGEST_TABLEAU = 1 << 21  # entries
MOST_STEPS = 5000
FRESH = 50  # steps after which the tableau is computed anew; and steps at most with the true costs
RAISED, SMALL = 1e-7, 1e-9  # of a cost; what counts as zero


class Proposal(NamedTuple):
    """A basis: columns, slacks of rows numbered from the variables on; its point, and the multipliers of the rows."""

    basis: np.ndarray
    point: np.ndarray
    multipliers: np.ndarray


def refuse_large(rows: int, variables: int, blocks: int) -> None:
    """Refuse a program before its table is laid out.

    Raises
    ------
    ModuleNotFoundError
        If the tableau is too large: that needs HiGHS.
    """
    if rows * (variables + rows - blocks) > LARGEST_TABLEAU:
        raise ModuleNotFoundError(f"a program of {rows} rows and {variables} variables needs highspy", name="highspy")


def dual_simplex(rows: np.ndarray, blocks: Sequence[range]) -> Proposal:
    """Return what the simplex ends with.

    Parameters
    ----------
    rows : array of shape (rows, variables)
        The first is a task.  The last variable is the bound on the tasks, which has no sign and is minimised.
    blocks : sequence of ranges
        The variables of each block, in the order of the last rows.

    Raises
    ------
    ArithmeticError
        If a row cannot be repaired, or the steps do not end.
    """
    size, width = rows.shape
    below = size - len(blocks)
    scale = np.abs(rows).max(axis=1)
    scale[scale == 0] = 1  # a row that was left out
    right = np.array([0.0] * below + [1.0] * len(blocks))
    whole = np.column_stack([rows / scale[:, None], np.eye(size, below), right / scale])
    cost = np.zeros(width + below + 1)
    cost[width - 1] = 1
    start = [width - 1, *range(width + 1, width + below), *(min(block, key=rows[0].__getitem__) for block in blocks)]
    raised = cost + RAISED * (1 + np.arange(len(cost)) * 0.618034 % 1)
    raised[start], raised[-1] = cost[start], 0
    basis = _polished(whole, cost, _steps(whole, raised, np.array(start), width - 1), width - 1)
    table, reduced = _tableau(whole, cost, basis)
    point, slack = np.zeros(width + below), reduced[width:-1]
    point[basis] = table[:, -1]
    return Proposal(basis, point[:width], np.append(np.maximum(slack, 0) / scale[:below], np.zeros(len(blocks))))


def _tableau(whole: np.ndarray, cost: np.ndarray, basis: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    table = np.linalg.solve(whole[:, basis], whole)
    return table, cost - cost[basis] @ table


def _steps(whole: np.ndarray, cost: np.ndarray, basis: np.ndarray, unsigned: int) -> np.ndarray:
    """Repair rows until all hold; the variable without a sign never leaves the basis."""
    table, reduced = _tableau(whole, cost, basis)
    fresh = True
    for step in range(1, MOST_STEPS):
        values = np.where(basis == unsigned, 0, table[:, -1])
        if ended := values.min() >= -SMALL:
            if fresh:
                return basis
        else:
            lengths = np.einsum("ij,ij->i", table[:, :-1], table[:, :-1])
            leaving = int((np.minimum(values, 0) ** 2 / lengths).argmax())
            row = table[leaving, :-1]
            possible = np.flatnonzero(row < -SMALL)
            if not len(possible):
                raise ArithmeticError("a row of the program cannot be repaired")
            ratios = np.maximum(reduced[possible], 0) / -row[possible]
            nearly = possible[ratios <= ratios.min() + SMALL]
            entering = int(nearly[row[nearly].argmin()])
            table[leaving] /= row[entering]
            factors = table[:, entering].copy()
            factors[leaving] = 0
            table -= np.outer(factors, table[leaving])
            reduced -= reduced[entering] * table[leaving]
            basis[leaving] = entering
            fresh = False
        if step % FRESH == 0 or ended:
            (table, reduced), fresh = _tableau(whole, cost, basis), True
    raise ArithmeticError("the steps of the simplex do not end")


def _polished(whole: np.ndarray, cost: np.ndarray, basis: np.ndarray, unsigned: int) -> np.ndarray:
    """Return the basis with which the true costs end, or the one given if a few steps do not get there."""
    changed = basis.copy()
    for _ in range(FRESH):
        try:
            table, reduced = _tableau(whole, cost, changed)
        except np.linalg.LinAlgError:  # a pivot was nothing but rounding
            break
        entering = int(reduced[:-1].argmin())
        if reduced[entering] >= -SMALL:
            return changed
        column = np.where(changed == unsigned, 0, table[:, entering])
        ratios = np.full(len(column), np.inf)
        np.divide(np.maximum(table[:, -1], 0), column, out=ratios, where=column > SMALL)
        changed[int(ratios.argmin())] = entering
    return basis
