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

from privlearn.learners.points.boosted import (
    PrivatePointResult,
    boosted,
    boosted_from_counts,
    boosted_point_learner,
    errors_on,
    private_point_learner,
    selected,
    split_counts,
)
from privlearn.learners.points.counts import (
    RowCounts,
    counted_point,
    draw_counts,
    power_coin,
    row_counts,
)
from privlearn.learners.points.distinguishers import (
    Distinguisher,
    fixed_queries_advantage,
    optimal_distinguisher,
    tree_advantage,
)
from privlearn.learners.points.efficient import KeyedHypothesis, efficient_from_counts, efficient_point_learner
from privlearn.learners.points.families import (
    AffineFamily,
    HashFamily,
    KeyedFamily,
    RandomFunctions,
    TableFamily,
    zeros_for,
)
from privlearn.learners.points.keyed import (
    hypothesis_key,
    keyed_failure_bound,
    keyed_failure_supremum,
    keyed_point_learner,
    keyed_privacy_ratio,
    private_keyed_point_learner,
    private_keyed_point_learner_at,
    random_function_failure,
)
from privlearn.learners.points.lazy import (
    LazyHypothesis,
    endless_flips,
    lazily_flipped,
)
from privlearn.learners.points.noisy import (
    ZERO,
    consistent_point,
    flipped,
    improper_point_learner,
    improper_point_learner_at,
    noisy_point_learner,
    subsampled_point,
)
from privlearn.learners.points.plans import (
    PointPlan,
    frugal_plan,
    printed_plan,
    stage_failure_bound,
)
from privlearn.learners.points.privacy import (
    concept_table,
    improper_rates,
    improper_ratio,
    improper_ratio_limit,
    worst_point_ratio,
)
from privlearn.learners.points.utility import (
    error_tail,
    improper_sample_size,
    miss_probability,
    noise_tail_uniform,
    noisy_sample_size,
    point_failure,
)

__all__ = [
    "ZERO",
    "AffineFamily",
    "Distinguisher",
    "HashFamily",
    "KeyedFamily",
    "KeyedHypothesis",
    "LazyHypothesis",
    "PointPlan",
    "PrivatePointResult",
    "RandomFunctions",
    "RowCounts",
    "TableFamily",
    "boosted",
    "boosted_from_counts",
    "boosted_point_learner",
    "concept_table",
    "consistent_point",
    "counted_point",
    "draw_counts",
    "efficient_from_counts",
    "efficient_point_learner",
    "endless_flips",
    "error_tail",
    "errors_on",
    "fixed_queries_advantage",
    "flipped",
    "frugal_plan",
    "hypothesis_key",
    "improper_point_learner",
    "improper_point_learner_at",
    "improper_rates",
    "improper_ratio",
    "improper_ratio_limit",
    "improper_sample_size",
    "keyed_failure_bound",
    "keyed_failure_supremum",
    "keyed_point_learner",
    "keyed_privacy_ratio",
    "lazily_flipped",
    "miss_probability",
    "noise_tail_uniform",
    "noisy_point_learner",
    "noisy_sample_size",
    "optimal_distinguisher",
    "point_failure",
    "power_coin",
    "printed_plan",
    "private_keyed_point_learner",
    "private_keyed_point_learner_at",
    "private_point_learner",
    "random_function_failure",
    "row_counts",
    "selected",
    "split_counts",
    "stage_failure_bound",
    "subsampled_point",
    "tree_advantage",
    "worst_point_ratio",
    "zeros_for",
]
