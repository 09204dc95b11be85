"""All classes on a few points, and all pairs of them: dimensions counted exhaustively."""

from privlearn.dimensions.sweeps.five_points import dimensions_on_five_points, five_point_census, kept_census
from privlearn.dimensions.sweeps.four_points import (class_sizes, littlestone_of_all_classes, threshold_of_all_classes,
                                                     vc_of_all_classes)
from privlearn.dimensions.sweeps.masks import composed_masks, littlestone_of_masks, threshold_of_masks
from privlearn.dimensions.sweeps.maximal import maximal_classes, maximal_on_five_points, one_mistake_classes
from privlearn.dimensions.sweeps.mean_depths import mean_depths_of_all_classes
from privlearn.dimensions.sweeps.numbers import class_of_number, classes_up_to_renaming, number_of_class
from privlearn.dimensions.sweeps.pairs import RULES, kept_pair_sweep, sweep_pairs
from privlearn.dimensions.sweeps.places import Place, place_of
from privlearn.dimensions.sweeps.simple_pairs import largest_on_five_points
from privlearn.dimensions.sweeps.symmetries import count_up_to_symmetry
from privlearn.dimensions.sweeps.unions import blocks_of_all_classes, unions_of_all_classes
