"""Every step of closure learning compared with the population: the terms of the proof, exactly.

Definitions
-----------
The *error of the best completion* after i steps is the least error, in the population, of ``G(h_1, ..., h_i, c_{i+1},
..., c_k)`` over all thresholds c.  It grows in step i by no more than the three terms of :class:`StepTerms`: how far
the sample strays from the population, how much worse than the best the chosen pattern is, and how far the learner's
answer is from the chosen pattern.

>>> composed_cuts(6, (1, 3), np.arange(6)).tolist()  # 6 is the rule "exactly one of the two thresholds"
[0, 0, 1, 1, 0, 0]

Source: ABMS20, Lemma 7.3.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from privlearn.concepts.aggregation import as_rule
from privlearn.learners.closure.cuts import Array, ClosureStep, cut_completion_errors, label_counts
from privlearn.learners.relabeling.arrays import Rows


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
