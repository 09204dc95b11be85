"""Dimensions of unions and compositions of classes: bounds, and the constructions that meet them."""

from privlearn.dimensions.composition.blocks import largest_block, smallest_block_side
from privlearn.dimensions.composition.closure_bounds import closure_bound, universal_class
from privlearn.dimensions.composition.ladder_extraction import extract_ladder, is_ladder
from privlearn.dimensions.composition.ladder_tables import planted_table
from privlearn.dimensions.composition.or_classes import OrClass, is_or_ladder, or_class_of_coins, random_or_class
from privlearn.dimensions.composition.ramsey import greedy_guarantee, is_monochromatic, monochromatic_set, ramsey_bound
from privlearn.dimensions.composition.tree_colourings import achievable_heights, best_subtree, complete_tree
from privlearn.dimensions.composition.tree_covers import composed_cover, is_zero_cover, zero_cover
from privlearn.dimensions.composition.unions import hamming_ball, ladder_classes, split_ladder
