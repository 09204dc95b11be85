"""Closure learning with 10^5 to 10^6 rows: rules of k thresholds, and unions of k points.

Definitions
-----------
The algorithm is that of :func:`~privlearn.learners.relabeling.closure_learner.closure_learn_law`, on arrays of rows
``(x, y)``.  A threshold is named by its *cut*: it is 1 at x iff ``x <= cut``.  On m occurring points a threshold has
one of m + 1 patterns, "the first s points are 1".  :func:`cut_completion_errors` finds the completion score of all of
them at once.  From left to right every threshold changes from 1 to 0 once; which of them have not changed yet is the
*state*, the cheapest way into every state is found from the left, the cheapest way on from the right, and the pattern
s is the pair of states between which the threshold in question changes at s.  This takes 2^r m steps, r being the
number of thresholds that are not yet fixed, where listing the completions takes m^r.

:func:`traced` compares every step with the population: the terms of the proof, exactly.

>>> ones, zeros = np.array([0, 2, 0]), np.array([1, 0, 1])  # an interval: points 0 and 2 have label 0, point 1 label 1
>>> cut_completion_errors(4, (), 1, ones, zeros).tolist()  # h and not c: only the pattern (1, 1, 0) can be completed
[2, 2, 0, 1]

Source: ABMS20, Algorithm 5 and Lemma 7.3.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from privlearn.concepts.aggregation import as_rule
from privlearn.exact.rationals import Number
from privlearn.learners.points.noisy import improper_point_learner
from privlearn.learners.relabeling.at_scale import SHARE, ArrayLearner, Rows, chosen_index, distinct, drawn_rows

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
        ``(rows, rng) -> cut``, such as :func:`~privlearn.learners.relabeling.at_scale.exponential_cut`.
    root : number
        ``e^{epsilon/2}`` of the relabelling, rational; all coins are exact.
    rng : numpy.random.Generator
    score : callable
        :func:`cut_completion_errors`, or what is to be put in its place.

    Notes
    -----
    Guarantee of privacy: :func:`~privlearn.learners.relabeling.closure_learner.closure_learn_law`.
    """
    part = len(sample) // (2 * thresholds)
    if part < SHARE:
        raise ValueError(f"sample must have at least {2 * SHARE * thresholds} rows, got {len(sample)}")
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


@dataclass(frozen=True)
class CutPopulation:
    """Points ``0..len(weights)-1`` with integer weights, labelled by a rule of thresholds with the given cuts."""

    rule: int
    cuts: tuple[int, ...]
    weights: tuple[int, ...]

    @cached_property
    def masses(self) -> Array:
        """The weights as an array of int64."""
        return np.asarray(self.weights, dtype=np.int64)

    @cached_property
    def ends(self) -> Array:
        """The cumulated weights; the last one is their sum."""
        return np.cumsum(self.masses)

    def labels(self, cuts: Sequence[int] | None = None) -> Array:
        """Return the composition at every point, of the target's cuts or of others."""
        return composed_cuts(self.rule, self.cuts if cuts is None else cuts, np.arange(len(self.weights)))

    def sample(self, rows: int, rng: np.random.Generator) -> Rows:
        """Return independent labelled rows."""
        places = rng.integers(int(self.ends[-1]), size=rows)
        one_each = self.masses.min() == self.masses.max() == 1  # then a place is its point
        xs = places if one_each else np.searchsorted(self.ends, places, side="right")
        return np.column_stack([xs, composed_cuts(self.rule, self.cuts, xs)]).astype(np.int64)

    def error(self, cuts: Sequence[int]) -> Fraction:
        """Return the error of the composition of other cuts: between two cuts both compositions are constant."""
        starts = np.array(sorted({0, *(cut + 1 for cut in (*self.cuts, *cuts) if 0 <= cut < len(self.weights) - 1)}))
        wrong = composed_cuts(self.rule, self.cuts, starts) != composed_cuts(self.rule, cuts, starts)
        return Fraction(int(np.add.reduceat(self.masses, starts)[wrong].sum()), int(self.ends[-1]))


def composed_cuts(rule: int, cuts: Sequence[int], xs: Array) -> Array:
    """Return ``G([x <= cut_1], ..., [x <= cut_k])`` for every x.

    Examples
    --------
    >>> composed_cuts(6, (1, 3), np.arange(6)).tolist()
    [0, 0, 1, 1, 0, 0]
    """
    number = np.zeros(len(xs), dtype=np.int64)
    for cut in cuts:
        number = 2 * number + (xs <= cut)
    table = as_rule(rule, len(cuts))
    return np.array([table >> k & 1 for k in range(1 << len(cuts))], dtype=np.int64)[number]


@dataclass(frozen=True)
class StepTerms:
    """The error of the best completion before and after a step, and what the proof allows it to grow by.

    ``deviation`` is the supremum over all completions of the difference of errors on D and in the population (counted
    twice: to the sample and back), ``excess`` the excess score over the rows of D, ``distance`` the probability that
    the learner's answer differs from the relabelling threshold.
    """

    before: Fraction
    deviation: Fraction
    excess: Fraction
    distance: Fraction
    after: Fraction


def traced(population: CutPopulation, steps: Sequence[ClosureStep]) -> tuple[StepTerms, ...]:
    """Return the terms of every step of a run, as exact fractions.

    Notes
    -----
    Cost: a few calls of :func:`cut_completion_errors` on the whole domain.
    """
    xs, weights = np.arange(len(population.weights)), population.masses
    labels, mass, k = population.labels(), int(population.ends[-1]), len(population.cuts)
    true = weights * labels, weights * (1 - labels)
    found: list[StepTerms] = []
    error = Fraction(0)
    for i, step in enumerate(steps):
        before, rows = [xs <= earlier.answer for earlier in steps[:i]], len(step.data)
        gaps = [mass * seen - rows * known for seen, known in zip(label_counts(step.data, xs), true, strict=True)]
        ends = [int(cut_completion_errors(population.rule, before, k - 1 - i, *(sign * gap for gap in gaps)).min())
                for sign in (1, -1)]
        after = Fraction(least_error(population, [earlier.answer for earlier in steps[:i + 1]], true), mass)
        low, high = sorted((step.chosen, step.answer))
        distance = Fraction(int(weights[(xs > low) & (xs <= high)].sum()), mass)
        found.append(StepTerms(error, Fraction(-min(ends), mass * rows), Fraction(step.excess, rows), distance, after))
        error = after
    return tuple(found)


def least_error(population: CutPopulation, cuts: Sequence[int], costs: tuple[Any, Any]) -> int:
    """Return the least cost of a completion of the first cuts, or of their composition if no threshold is left."""
    xs, later = np.arange(len(population.weights)), len(population.cuts) - len(cuts)
    before = [xs <= cut for cut in cuts]
    if later:
        return int(cut_completion_errors(population.rule, before, later - 1, *costs).min())
    said = composed_cuts(population.rule, cuts, xs)
    return int(np.where(said == 1, costs[1], costs[0]).sum())


PointLearner = Callable[[Rows, np.random.Generator], Array]


def improper_points(size: int, alpha: Number) -> PointLearner:
    """Return the improper private learner of points for arrays: its answer is the table of a function.

    Where :func:`~privlearn.learners.points.improper_point_learner` gives no hypothesis, the answer is constantly 0.
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

    Notes
    -----
    The output of the algorithm is the union (the maximum) of the functions.
    """
    part = len(sample) // (2 * parts)
    if part < SHARE:
        raise ValueError(f"sample must have at least {2 * SHARE * parts} rows, got {len(sample)}")
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
