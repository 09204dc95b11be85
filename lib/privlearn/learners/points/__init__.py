"""Learners of points with improper hypotheses: a sample size that does not grow with the domain.

Which single one of ``2^40`` points carries the label 1?  :func:`private_point_learner` answers privately, from rows
``(x, y)`` in an array or a list, with a number of rows that depends on epsilon, alpha and beta alone:

>>> import numpy as np
>>> from privlearn.learners.points import private_point_learner
>>> rng = np.random.default_rng(7)
>>> x = np.where(rng.random(10_000) < 1/2, 41_337, rng.integers(2**40, size=10_000))
>>> sample = np.column_stack([x, x == 41_337])
>>> h = private_point_learner(sample, size=2**40, epsilon=1/2, alpha=1/4, beta=1/100, rng=rng)
>>> h(41_337), h.plan.total
(1, 8299)

Its parts, each a law that is exact on small domains: A1 (:func:`noisy_point_learner`), A2
(:func:`improper_point_learner`), stars and boosting (:func:`boosted_point_learner`), lazy hypotheses
(:func:`lazily_flipped`), and samples by their counts (:func:`counted_point`).
"""

from privlearn.learners.points.boosted import boosted_point_learner
from privlearn.learners.points.counts import RowCounts, counted_point, draw_counts, row_counts
from privlearn.learners.points.inner_concept import ZERO, consistent_point, subsampled_point
from privlearn.learners.points.lazy import LazyHypothesis, lazily_flipped
from privlearn.learners.points.noisy import flipped, improper_point_learner, noisy_point_learner
from privlearn.learners.points.plans import PointPlan, frugal_plan, printed_point_plan
from privlearn.learners.points.privacy import improper_rates, improper_ratio, worst_point_ratio
from privlearn.learners.points.private_learner import PrivatePointResult, private_point_learner
from privlearn.learners.points.side_by_side import point_table_row
from privlearn.learners.points.utility import improper_sample_size, noisy_sample_size, point_failure
