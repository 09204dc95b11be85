"""Wrong versions of the efficient point learner."""

from __future__ import annotations

from privlearn.exact.rationals import Number
from privlearn.mechanisms import PromisedMechanism, point_learner


def broken_point_learner_counts_rows(size: int, exp_epsilon: Number) -> PromisedMechanism:
    """Weigh the concepts outside the sample by ``size`` minus the number of *rows*, as printed in BBKN14's Lemma 3.4.

    Right when all points of the sample are distinct; with repeats the law is not the exponential mechanism's.
    """
    return point_learner(size, exp_epsilon, outside=lambda domain, database: domain - len(database))
