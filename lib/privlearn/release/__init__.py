"""Sanitizers: releasing answers to all counting queries of a class at once, and what any of them must pay."""

from privlearn.release.histogram import (
    geometric_histogram,
    histogram_failure,
    is_smallest_rows_histogram,
    smallest_rows_histogram,
)
from privlearn.release.usefulness import (
    is_useful,
    optimal_usefulness,
    point_queries,
    query_answers,
    sanitizer_rows_threshold,
    sanitizer_success_bound,
    smallest_rows_sanitizer,
    subset_queries,
    usefulness,
)

__all__ = [
    "geometric_histogram",
    "histogram_failure",
    "is_smallest_rows_histogram",
    "is_useful",
    "optimal_usefulness",
    "point_queries",
    "query_answers",
    "sanitizer_rows_threshold",
    "sanitizer_success_bound",
    "smallest_rows_histogram",
    "smallest_rows_sanitizer",
    "subset_queries",
    "usefulness",
]
