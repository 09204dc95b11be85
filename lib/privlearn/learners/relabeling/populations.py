"""Populations of points with noisy labels, and how well an agnostic learner's answer tracks the relabelling.

Definitions
-----------
The points are ``0..size-1``, uniformly distributed, the label of each row is that of a segment
(:class:`NoisySegment`) or a point function (:class:`NoisyPoint`) and wrong with probability ``noise``.  A population
draws samples as arrays, and knows the exact *excess* of an answer: its error above that of the best concept.

>>> population = NoisySegment(10, 4, Fraction(1, 5))
>>> population.excess(4), population.excess(6)  # two points of ten, each worse by 3/5
(Fraction(0, 1), Fraction(3, 25))
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from privlearn.exact import as_probability
from privlearn.exact.rationals import Number
from privlearn.learners.relabeling.arrays import ArrayLearner, Rows, distinct, drawn_index
from privlearn.learners.relabeling.relabel import initial_segment_errors


@dataclass(frozen=True)
class NoisySegment:
    """Uniform points of ``0..size-1``, labelled 1 up to ``cut``, each label flipped with probability ``noise``."""

    size: int
    cut: int
    noise: Fraction

    def sample(self, rows: int, rng: np.random.Generator) -> Rows:
        """Return independent labelled rows."""
        xs = rng.integers(self.size, size=rows)
        return np.column_stack([xs, (xs <= self.cut) ^ _flips(self.noise, rows, rng)]).astype(np.int64)

    def excess(self, cut: int) -> Fraction:
        """Return how far the error of the threshold at ``cut`` is above the best one's, which is ``noise``."""
        return (1 - 2 * self.noise) * Fraction(abs(int(cut) - self.cut), self.size)


@dataclass(frozen=True)
class NoisyPoint:
    """The point ``target`` with probability ``mass``, else a uniform one of ``0..size-1``; labels flipped by noise."""

    size: int
    target: int
    mass: Fraction
    noise: Fraction

    def sample(self, rows: int, rng: np.random.Generator) -> Rows:
        """Return independent labelled rows."""
        xs = np.where(_flips(self.mass, rows, rng), self.target, rng.integers(self.size, size=rows))
        return np.column_stack([xs, (xs == self.target) ^ _flips(self.noise, rows, rng)]).astype(np.int64)

    def excess(self, value: int, ones: int) -> Fraction:
        """Return the excess error of a function with this value at the target and so many ones in the whole domain."""
        at_target = self.mass + (1 - self.mass) / self.size
        elsewhere = (1 - self.mass) * Fraction(ones - value, self.size)
        return (1 - 2 * self.noise) * ((1 - value) * at_target + elsewhere)


def tracking_errors(learner: ArrayLearner, population: NoisySegment, rows: int, root: Number,
                    rng: np.random.Generator) -> tuple[Fraction, Fraction]:
    """Return how far the answer f is from the relabelling threshold h: in the population, and on D.

    One run on ``|D| = |V| = rows``, without the subsampling: the learner sees all of the relabelled D.  An answer
    ``None`` stands for "h on the points of D, not h elsewhere".

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> far, seen = tracking_errors(lambda rows, rng: None, NoisySegment(2**40, 5, Fraction(1, 10)), 100, 2, rng)
    >>> seen, far > 1 - Fraction(1, 2**30)
    (Fraction(0, 1), True)
    """
    sample = population.sample(2 * rows, rng)
    xs, points = sample[:rows, 0], distinct(sample[:, 0])
    ones = drawn_index(initial_segment_errors(sample[:rows], points), root, rng)
    h = int(points[ones - 1]) if ones else -1
    f = learner(np.column_stack([xs, (xs <= h).astype(np.int64)]), rng)
    if f is None:
        return 1 - Fraction(len(distinct(xs)), population.size), Fraction(0)
    low, high = sorted((int(f), h))
    return Fraction(high - low, population.size), Fraction(int(((xs > low) & (xs <= high)).sum()), rows)


def _flips(chance: Fraction, rows: int, rng: np.random.Generator) -> np.ndarray:
    share = as_probability(chance, "chance")
    return rng.integers(share.denominator, size=rows) < share.numerator
