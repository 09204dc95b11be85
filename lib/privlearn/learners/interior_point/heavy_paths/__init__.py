"""HeavyPaths: interior points with a single random path; its law, privacy, failure and rows.

Begin with :func:`heavy_paths_law`, the algorithm with all its constants as parameters, and :func:`plan_heavy_paths`,
which finds parameters for a wanted privacy and success and proves both.  :func:`fast_heavy_paths_law` is the same law
for millions of points.
"""

from privlearn.learners.interior_point.heavy_paths.databases import (construct_paths, domain_sizes, first_heavy_level,
                                                                     heavy_falls, query_values)
from privlearn.learners.interior_point.heavy_paths.failure import failure_parts, heavy_paths_failure, heavy_paths_rows
from privlearn.learners.interior_point.heavy_paths.fast import fast_heavy_paths_law
from privlearn.learners.interior_point.heavy_paths.law import (HeavyPathsParameters, answer_from_law, heavy_paths_law,
                                                               level_up_law, one_random_path_law)
from privlearn.learners.interior_point.heavy_paths.many_databases import least_parting_value
from privlearn.learners.interior_point.heavy_paths.plans import HeavyPathsPlan, heavy_rows_needed, plan_heavy_paths
from privlearn.learners.interior_point.heavy_paths.privacy import composed_privacy, heavy_paths_privacy
from privlearn.learners.interior_point.heavy_paths.stopping_point import (answers_law, noise_gap_tail, stopping_margins,
                                                                          stopping_point_law)
