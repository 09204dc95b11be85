"""Combinatorial dimensions: each a number, a witness and a verifier."""

from privlearn.dimensions.bounds import DimensionBounds, LimitReached
from privlearn.dimensions.halfspace_trees import halfspace_tree, halfspace_tree_depth, is_halfspace_tree
from privlearn.dimensions.littlestone import littlestone_bounds, littlestone_dimension, mistake_tree
from privlearn.dimensions.mistake_trees import MistakeTree, is_mistake_tree, tree_depth
from privlearn.dimensions.randomized_littlestone import mean_depth, mean_depth_tree, randomized_littlestone_dimension
from privlearn.dimensions.shelah import thresholds_from_tree, tree_from_thresholds
from privlearn.dimensions.threshold import threshold_bounds, threshold_dimension, threshold_sequence
from privlearn.dimensions.threshold_sequences import is_threshold_sequence
from privlearn.dimensions.vc import (is_shattered, sauer_bound, shattered_set, tree_of_shattered_set, vc_bounds,
                                     vc_dimension)
