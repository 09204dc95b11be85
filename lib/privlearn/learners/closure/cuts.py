"""Closure learning with 10^5 to 10^6 rows: rules of k thresholds, and unions of k points.

Definitions
-----------
The algorithm is that of :func:`~privlearn.learners.closure.learner.closure_learn_law`, on arrays of rows
``(x, y)``.  A threshold is named by its *cut*: it is 1 at x iff ``x <= cut``.  On m occurring points a threshold has
one of m + 1 patterns, "the first s points are 1".  :func:`cut_completion_errors` finds the completion score of all of
them at once.  From left to right every threshold changes from 1 to 0 once; which of them have not changed yet is the
*state*, the cheapest way into every state is found from the left, the cheapest way on from the right, and the pattern
s is the pair of states between which the threshold in question changes at s.  This takes 2^r m steps, r being the
number of thresholds that are not yet fixed, where listing the completions takes m^r.

:mod:`~privlearn.learners.closure.progress` compares every step with the population.

>>> ones, zeros = np.array([0, 2, 0]), np.array([1, 0, 1])  # an interval: points 0 and 2 have label 0, point 1 label 1
>>> cut_completion_errors(4, (), 1, ones, zeros).tolist()  # h and not c: only the pattern (1, 1, 0) can be completed
[2, 2, 0, 1]

Source: ABMS20, Algorithm 5 and Lemma 7.3.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from privlearn.concepts.aggregation import as_rule
from privlearn.exact import as_integer
from privlearn.exact.rationals import Number
from privlearn.learners.relabeling.arrays import (SHARE, ArrayLearner, Rows, check_run, chosen_index, distinct,
                                                  drawn_rows)

Array = np.ndarray
CutScore = Callable[[int, Sequence[Array], int, Array, Array], Array]


def cut_completion_errors(rule: int, before: Sequence[Array], later: int, ones: Array, zeros: Array) -> Array:
    """Return the completion score of the patterns "the first 0, 1, ..., m points are 1" of a threshold.

    Parameters
    ----------
    rule : int
        Truth table of G in ``len(before) + 1 + later`` arguments.
    before : sequence of arrays of m bits
        The values of ``h_1, ..., h_{i-1}`` at the points, of any functions.
    later : int, at least 0
        The number of thresholds after this one.
    ones, zeros : integer arrays of length m
        What it costs to say 0, or 1, at each point: the numbers of rows with label 1, or 0.  They may be negative.

    Returns
    -------
    integer array of length m + 1
    """
    free, m = later + 1, len(ones)
    table = as_rule(rule, len(before) + free)
    start = np.zeros(m, dtype=np.int64)
    for values in before:
        start = 2 * start + values
    truth = np.array([table >> k & 1 for k in range(1 << (len(before) + free))], dtype=np.int64)
    states = 1 << free  # bit b: the threshold b places before the last one still says 1
    total = np.zeros((states, m + 1), dtype=np.int64)
    for state in range(states):
        said = truth[(start << free) + state]
        np.cumsum(np.where(said == 1, zeros, ones), out=total[state, 1:])
    into, onward = np.empty_like(total), np.empty_like(total)
    for state in reversed(range(states)):
        into[state] = total[state]
        if state < states - 1:
            earlier = np.min([into[state | 1 << b] for b in range(free) if not state >> b & 1], axis=0)
            into[state] += np.minimum.accumulate(earlier - total[state])
    for state in range(states):
        onward[state] = total[state, m] - total[state]
        if state:
            next_ones = np.min([onward[state ^ 1 << b] for b in range(free) if state >> b & 1], axis=0)
            onward[state] = np.minimum.accumulate((next_ones + total[state])[::-1])[::-1] - total[state]
    own = 1 << later
    found: Array = np.min([into[own | rest] + onward[rest] for rest in range(own)], axis=0)
    return found


@dataclass(frozen=True)
class ClosureStep:
    """What happened in one step: the rows D, the cut that relabelled them, its excess score, the learner's cut."""

    data: Rows
    chosen: int
    excess: int
    answer: int


def closure_cuts_run(rule: int, thresholds: int, sample: Rows, learner: ArrayLearner, *, root: Number,
                     rng: np.random.Generator, score: CutScore = cut_completion_errors) -> tuple[ClosureStep, ...]:
    """Return the steps of one run of ``A_ClosureLearn`` for a rule of k thresholds.

    Parameters
    ----------
    rule, thresholds : int
        Truth table of G, and k.
    sample : integer array, shape (rows, 2)
        At least 18 k rows; it is cut into 2 k equal parts, and rows that are left over are dropped.
    learner : callable
        ``(rows, rng) -> cut``, such as :func:`~privlearn.learners.relabeling.arrays.exponential_cut`.
    root : number
        ``e^{epsilon/2}`` of the relabelling, rational; all coins are exact.
    rng : numpy.random.Generator
    score : callable
        :func:`cut_completion_errors`, or what is to be put in its place.

    Raises
    ------
    ValueError
        Before any private step, if an argument is bad or a point lies outside the domain.

    Notes
    -----
    Guarantee of privacy: :func:`~privlearn.learners.closure.learner.closure_learn_law`.
    """
    check_run(sample, 2 * SHARE * as_integer(thresholds, "thresholds", least=1), getattr(learner, "size", None), root,
              rng)
    part = len(sample) // (2 * thresholds)
    steps: list[ClosureStep] = []
    for i in range(thresholds):
        data, other = (sample[j * part:(j + 1) * part] for j in (2 * i, 2 * i + 1))
        points = distinct(np.concatenate([data[:, 0], other[:, 0]]))
        scores = score(rule, [points <= step.answer for step in steps], thresholds - 1 - i, *label_counts(data, points))
        ones: Any = chosen_index(scores, root).sample(rng)
        cut = int(points[ones - 1]) if ones else -1
        changed = np.column_stack([data[:, 0], data[:, 0] <= cut]).astype(np.int64)
        answer = learner(drawn_rows(changed, part // SHARE, rng), rng)
        steps.append(ClosureStep(data, cut, int(scores[ones] - scores.min()), int(answer)))
    return tuple(steps)


def label_counts(data: Rows, points: Array) -> tuple[Array, Array]:
    """Return the numbers of rows with label 1 and with label 0 at each of the points, which are increasing."""
    where = np.searchsorted(points, data[:, 0])
    ones, zeros = (np.bincount(where[data[:, 1] == y], minlength=len(points)) for y in (1, 0))
    return ones.astype(np.int64), zeros.astype(np.int64)
