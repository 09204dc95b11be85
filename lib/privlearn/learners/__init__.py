"""Private learners, the game they play, and what every learner needs."""

from privlearn.learners.lower_bounds import (
    excluded_rows,
    exponential_failure,
    is_smallest_rows,
    minimal_m_packing,
    rows_from_beta,
    smallest_rows_any_learner,
    smallest_rows_exponential,
)
from privlearn.learners.occam import (
    exact_point_ratio,
    moment_bound,
    occam_failure_bound,
    occam_sample_size,
    three_terms,
)
from privlearn.learners.pac import (
    WorstCase,
    as_distribution,
    error,
    exact_failure,
    grid_distributions,
    samples,
    worst_case_failure,
)

__all__ = [
    "WorstCase",
    "as_distribution",
    "error",
    "exact_failure",
    "exact_point_ratio",
    "excluded_rows",
    "exponential_failure",
    "grid_distributions",
    "is_smallest_rows",
    "minimal_m_packing",
    "moment_bound",
    "occam_failure_bound",
    "occam_sample_size",
    "rows_from_beta",
    "samples",
    "smallest_rows_any_learner",
    "smallest_rows_exponential",
    "three_terms",
    "worst_case_failure",
]
