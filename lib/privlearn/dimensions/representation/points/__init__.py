"""Few hypotheses that represent the point functions: layers, random sets, planes, and exhaustive searches."""

from privlearn.dimensions.representation.points.columns import class_of_columns, columns_of, columns_value, is_antichain
from privlearn.dimensions.representation.points.layers import (layer_for, layer_game, layer_value, smallest_size,
                                                               sperner_size)
from privlearn.dimensions.representation.points.multiplicities import largest_multiplicities, uniform_bound
from privlearn.dimensions.representation.points.random_sets import draw_sets, representing_sets
from privlearn.dimensions.representation.points.random_sizes import random_sets_shape
from privlearn.dimensions.representation.points.searches import (antichain_classes, best_table, growing_tables,
                                                                 smallest_size_for)
from privlearn.dimensions.representation.points.thinned_planes import derandomised_plane, thin_plane
