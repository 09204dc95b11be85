"""The binary tree over a domain: a random path, the classes of paths, and how private they are.

Begin with :func:`path_law`, a random path from the root, and :func:`embed`, the levels at which points fall off it.
:func:`path_curve` is what one more point changes in the path; :class:`SparsePoints` and :func:`sorted_points` serve
points too long to write out.
"""

from privlearn.learners.interior_point.trees.bounded_paths import bounded_curve
from privlearn.learners.interior_point.trees.chains import chain_law, halving_splits
from privlearn.learners.interior_point.trees.common_prefixes import SparsePoints, sorted_points
from privlearn.learners.interior_point.trees.laid_open import one_level
from privlearn.learners.interior_point.trees.matching import extensions, matching_prefix, path_support, weak_paths
from privlearn.learners.interior_point.trees.nodes import is_prefix, level_bits, middle, node_at, weight
from privlearn.learners.interior_point.trees.path_classes import branching_profile, class_law
from privlearn.learners.interior_point.trees.path_privacy import path_curve, unmatched_bound
from privlearn.learners.interior_point.trees.stable_path import stable_limit
from privlearn.learners.interior_point.trees.walk import candidates, embed, fall_levels, heavy_node, path_law
