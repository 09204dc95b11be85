"""Relabelling a database by a privately chosen concept, and running a private learner on it."""

from privlearn.learners.relabeling.relabel import (
    Score,
    error_count,
    initial_segment_errors,
    initial_segment_law,
    occurring_points,
    pattern_law,
    pattern_scores,
    patterns,
    relabel_law,
    relabelled,
)
from privlearn.learners.relabeling.relabel_and_learn import first_consistent, relabel_and_learn_law
from privlearn.learners.relabeling.sensitivity import (
    MatchedSensitivity,
    matched_sensitivity,
    small_databases,
    standard_sensitivity,
)

__all__ = [
    "MatchedSensitivity",
    "Score",
    "error_count",
    "first_consistent",
    "initial_segment_errors",
    "initial_segment_law",
    "matched_sensitivity",
    "occurring_points",
    "pattern_law",
    "pattern_scores",
    "patterns",
    "relabel_and_learn_law",
    "relabel_law",
    "relabelled",
    "small_databases",
    "standard_sensitivity",
]
