"""Closure learning of unions of k points, on arrays of 10^5 to 10^6 rows.

Definitions
-----------
The algorithm is that of :func:`~privlearn.learners.closure.learner.closure_learn_law` for the rule "or" of k point
functions, on arrays of rows ``(x, y)``.  On m occurring points a point function has one of m + 1 patterns: 1 at one of
them, or nowhere.  A union of r more points mends the errors of r points labelled 1, so the best completion takes the r
with the most such rows, and all patterns are scored together.

>>> union_completion_errors(np.zeros(3, int), 1, np.array([5, 3, 0]), np.array([0, 0, 4])).tolist()
[0, 0, 7, 3]

Source: ABMS20, Algorithm 5.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from privlearn.exact import as_integer
from privlearn.exact.rationals import Number
from privlearn.learners.closure.cuts import Array, label_counts
from privlearn.learners.points.noisy import improper_point_learner
from privlearn.learners.relabeling.arrays import SHARE, Rows, check_run, chosen_index, distinct, drawn_rows


def union_completion_errors(before: Array, later: int, ones: Array, zeros: Array) -> Array:
    """Return the completion score of point functions for a union: 1 at the first, ..., the last point only, nowhere.

    Parameters
    ----------
    before : array of m bits
        The union of ``h_1, ..., h_{i-1}`` at the m points.
    later : int, at least 0
        The number of point functions after this one.
    ones, zeros : integer arrays of length m
        Numbers of rows with either label at each point.

    Returns
    -------
    integer array of length m + 1

    Examples
    --------
    >>> union_completion_errors(np.zeros(3, int), 1, np.array([5, 3, 0]), np.array([0, 0, 4])).tolist()
    [0, 0, 7, 3]
    """
    gain = np.where(before == 1, 0, ones - zeros)
    wrong = int(np.where(before == 1, zeros, ones).sum())
    useful = np.sort(np.maximum(gain, 0))[::-1][:later + 1]
    best, last = int(useful[:later].sum()), int(useful[later]) if len(useful) > later else 0
    among = np.zeros(len(gain), dtype=bool)
    among[np.argsort(-gain, kind="stable")[:later]] = True
    with_it = np.where(among & (gain > 0), best + last, best + gain)  # one of the best frees a place for the next
    return np.append(wrong - with_it, wrong - best)


PointLearner = Callable[[Rows, np.random.Generator], Array]


def improper_points(size: int, alpha: Number) -> PointLearner:
    """Return the improper private learner of points for arrays: its answer is the table of a function.

    Where :func:`~privlearn.learners.points.noisy.improper_point_learner` gives no hypothesis, the answer is constantly
    0.
    """
    def learn(rows: Rows, rng: np.random.Generator) -> Array:
        database = [(x, y) for x, y in rows.tolist()]
        answer = improper_point_learner(database, size=size, alpha=alpha).sample(rng)
        return np.zeros(size, dtype=np.int64) if answer is None else np.array(answer, dtype=np.int64)

    return learn


def closure_points_run(parts: int, size: int, sample: Rows, learner: PointLearner, *, root: Number,
                       rng: np.random.Generator) -> list[Array]:
    """Return the functions of one run of ``A_ClosureLearn`` for unions of k point functions.

    Parameters
    ----------
    parts : int
        k.
    size : int
        Number of points of the domain, more than occur in any two parts of the sample (so that the pattern which is
        nowhere 1 belongs to a point function), or at least all of them: then the nowhere pattern is left out.
    sample : integer array, shape (rows, 2)
        At least 18 k rows.
    learner : callable
        ``(rows, rng) -> table of a function``, not necessarily a point function.
    root : number
        ``e^{epsilon/2}`` of the relabelling.
    rng : numpy.random.Generator

    Raises
    ------
    ValueError
        Before any private step, if an argument is bad or a point lies outside the domain.

    Notes
    -----
    The output of the algorithm is the union (the maximum) of the functions.
    """
    check_run(sample, 2 * SHARE * as_integer(parts, "parts", least=1), as_integer(size, "size", least=1), root, rng)
    part = len(sample) // (2 * parts)
    found: list[Array] = []
    for i in range(parts):
        data, other = (sample[j * part:(j + 1) * part] for j in (2 * i, 2 * i + 1))
        points = distinct(np.concatenate([data[:, 0], other[:, 0]]))
        before = np.max([h[points] for h in found], axis=0) if found else np.zeros(len(points), dtype=np.int64)
        scores = union_completion_errors(before, parts - 1 - i, *label_counts(data, points))
        chosen: Any = chosen_index(scores if len(points) < size else scores[:-1], root).sample(rng)
        labels = data[:, 0] == points[chosen] if chosen < len(points) else np.zeros(part, dtype=bool)
        changed = np.column_stack([data[:, 0], labels]).astype(np.int64)
        found.append(learner(drawn_rows(changed, part // SHARE, rng), rng))
    return found
