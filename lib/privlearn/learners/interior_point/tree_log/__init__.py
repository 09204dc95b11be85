"""TreeLog: its law, written once and made fast; privacy, failure, and the rows that both ask for.

Begin with :func:`tree_log_law`, the algorithm in the order of the paper's steps, and :func:`plan_tree_log`, which finds
parameters for a wanted privacy and success and proves both.  :func:`fast_tree_log_law` is the same law for millions of
points, :class:`LawTables` for thousands of small databases.
"""

from privlearn.learners.interior_point.tree_log.class_view import step_ratios, view_laws
from privlearn.learners.interior_point.tree_log.class_view_rows import plan_class_view
from privlearn.learners.interior_point.tree_log.equal_parts import equal_split
from privlearn.learners.interior_point.tree_log.failure import (base_size, choice_failure, end_failure, recursion_depth,
                                                                tree_log_failure)
from privlearn.learners.interior_point.tree_log.fast import fast_interior_point_law, fast_tree_log_law
from privlearn.learners.interior_point.tree_log.law import Level, TreeLogParameters, tree_log_law
from privlearn.learners.interior_point.tree_log.plans import TreeLogPlan, plan_tree_log, tree_log_rows_needed
from privlearn.learners.interior_point.tree_log.privacy import Directions, tree_log_directions, view_renyi
from privlearn.learners.interior_point.tree_log.tables import LawTables
