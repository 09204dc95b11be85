"""Learners of lines over Z_p with approximate privacy: a sample size that does not grow with p.

Which of the ``p^2`` lines ``y = a x + b`` labels the points?  Two points on it tell, so samples of a certain size agree
on the answer, and an answer on which they agree can be published privately (:func:`overall_learner`, FX15 Section 6):

>>> import numpy as np
>>> from fractions import Fraction
>>> from privlearn.learners.lines import learn_line, plan_for, predict
>>> rng, p = np.random.default_rng(7), 1_000_003
>>> x, y = rng.integers(p, size=(2, 100_000))
>>> y = np.where(rng.random(100_000) < 1/10, (3 * x + 1) % p, y)
>>> rows = np.column_stack([x, y, (3 * x + 1 - y) % p == 0])
>>> plan = plan_for(100_000, alpha=Fraction(2, 5), beta=Fraction(1, 10**6), miss=Fraction(1, 8))
>>> learn_line(rows, p, plan, rng)
(2, 3, 1)
>>> predict((2, 3, 1), [(0, 1), (5, 5)], p).tolist()
[1, 0]

Its parts: the basic learner and its hypotheses, votes and their stability, the test with Laplace noise, plans, the
exact law of a block, and the certified probability of failure.
"""

from privlearn.learners.lines.accuracy import (
    failure_bracket,
    least_blocks,
    plan_for,
    size_failure,
    stable_miss,
    unreleased_bracket,
)
from privlearn.learners.lines.basic import (
    ZERO,
    Hypothesis,
    basic_learner,
    hypothesis_table,
    line_hypotheses,
    line_points,
    line_through,
    predict,
)
from privlearn.learners.lines.confidence import (
    AmplifiedPlan,
    amplified_law,
    amplified_learner,
    amplified_plan,
    divergence,
    enough_runs,
    least_selection_rows,
    looks_bad,
    looks_good,
    missed_gap,
    select_hypothesis,
    selection_failure,
    total_failure,
)
from privlearn.learners.lines.events import (
    Events,
    block_law,
    hypothesis_error,
    line_masses,
    none_one_two,
    none_one_two_brackets,
    point_probability,
)
from privlearn.learners.lines.naive import naive_subsample
from privlearn.learners.lines.overall import (
    array_hypotheses,
    block_votes,
    learn_line,
    overall_learner,
    released,
    vote_stability,
)
from privlearn.learners.lines.plans import (
    StabilityPlan,
    amplification_runs,
    amplified_rows,
    consecutive_scales,
    printed_blocks,
    printed_plan,
    repaired_plan,
    selection_rows,
    window_scales,
    window_start,
)
from privlearn.learners.lines.release import (
    laplace_tail,
    least_passing,
    ratio_for,
    release_bracket,
    release_probability,
)
from privlearn.learners.lines.scales import (
    accurate_answers,
    bad_intervals,
    bad_scales,
    concentrated_masses,
    good_for,
    interval_lengths,
    most_integers,
    most_unstable_scales,
    unstable_scales,
)
from privlearn.learners.lines.votes import changed_votes, most_frequent, stability, vote_vectors

__all__ = [
    "ZERO",
    "AmplifiedPlan",
    "Events",
    "Hypothesis",
    "StabilityPlan",
    "accurate_answers",
    "amplification_runs",
    "amplified_law",
    "amplified_learner",
    "amplified_plan",
    "amplified_rows",
    "array_hypotheses",
    "bad_intervals",
    "bad_scales",
    "basic_learner",
    "block_law",
    "block_votes",
    "changed_votes",
    "concentrated_masses",
    "consecutive_scales",
    "divergence",
    "enough_runs",
    "failure_bracket",
    "good_for",
    "hypothesis_error",
    "hypothesis_table",
    "interval_lengths",
    "laplace_tail",
    "learn_line",
    "least_blocks",
    "least_passing",
    "least_selection_rows",
    "line_hypotheses",
    "line_masses",
    "line_points",
    "line_through",
    "looks_bad",
    "looks_good",
    "missed_gap",
    "most_frequent",
    "most_integers",
    "most_unstable_scales",
    "naive_subsample",
    "none_one_two",
    "none_one_two_brackets",
    "overall_learner",
    "plan_for",
    "point_probability",
    "predict",
    "printed_blocks",
    "printed_plan",
    "ratio_for",
    "release_bracket",
    "release_probability",
    "released",
    "repaired_plan",
    "select_hypothesis",
    "selection_failure",
    "selection_rows",
    "size_failure",
    "stability",
    "stable_miss",
    "total_failure",
    "unreleased_bracket",
    "unstable_scales",
    "vote_stability",
    "vote_vectors",
    "window_scales",
    "window_start",
]
