"""Private learners, the game they play, and what every learner needs."""

from privlearn.learners.lower_bounds import (
    excluded_rows,
    exponential_failure,
    is_smallest_rows,
    minimal_m_packing,
    smallest_rows_any_learner,
    smallest_rows_exponential,
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
    "excluded_rows",
    "exponential_failure",
    "grid_distributions",
    "is_smallest_rows",
    "minimal_m_packing",
    "samples",
    "smallest_rows_any_learner",
    "smallest_rows_exponential",
    "worst_case_failure",
]
