"""Sanitizers: releasing answers to all counting queries of a class at once, and what any of them must pay."""

from privlearn.release.counting_queries import (is_useful, optimal_usefulness, point_queries, query_answers,
                                                sanitizer_rows_threshold, sanitizer_success_bound,
                                                smallest_rows_sanitizer, subset_queries, usefulness)
from privlearn.release.histogram import (geometric_histogram, histogram_failure, is_smallest_rows_histogram,
                                         smallest_rows_histogram)
from privlearn.release.small_databases import point_counts, small_database_rows, small_database_sanitizer
from privlearn.release.small_databases_of_points import (loss_counts, nearest_small_database, small_database_failure,
                                                         small_database_of_points, uniform_at_loss)
from privlearn.release.symmetric import symmetric_usefulness
