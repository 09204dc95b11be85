"""Interior points and thresholds under approximate privacy: TreeLog, HeavyPaths, and what users call.

An interior point of a database lies between its smallest and its largest row.  :func:`tree_log` finds one among
integers of any length, :func:`tree_log_rows_needed` says from how many; columns of other kinds are for
:mod:`privlearn.private`.  The packages below hold the binary tree (``trees``) and the two algorithms, ``tree_log`` and
``heavy_paths``: laws, privacy, failure, plans.
"""

from privlearn.learners.interior_point.counting_queries import block_answers, point_from_answers
from privlearn.learners.interior_point.heavy_paths.fast import fast_heavy_paths_law
from privlearn.learners.interior_point.heavy_paths.plans import heavy_rows_needed, plan_heavy_paths
from privlearn.learners.interior_point.learned_thresholds import plan_threshold_learner
from privlearn.learners.interior_point.problem import (exponential_rows, interior_point_law, interior_score,
                                                       is_interior_point)
from privlearn.learners.interior_point.quantiles import private_quantiles, quantile_rows
from privlearn.learners.interior_point.reductions import interior_point_from_learner, learner_from_interior_point
from privlearn.learners.interior_point.release import heavy_paths, tree_log
from privlearn.learners.interior_point.tree_log.fast import fast_tree_log_law
from privlearn.learners.interior_point.tree_log.plans import plan_tree_log, tree_log_rows_needed
from privlearn.learners.interior_point.trees.common_prefixes import SparsePoints
from privlearn.mechanisms.columns import real_of_word, words_of_reals
