"""Combinatorial dimensions: each a number, a witness and a verifier."""

from privlearn.dimensions.bounds import DimensionBounds, LimitReached
from privlearn.dimensions.covering import (
    CoverValue,
    is_cover_value,
    is_smallest_cover,
    largest_packing,
    random_cover_value,
    smallest_cover,
)
from privlearn.dimensions.deterministic_representation import (
    SmallestRepresentation,
    can_answer,
    is_smallest_representation,
    representation_size_bounds,
    smallest_representation,
)
from privlearn.dimensions.error_patterns import ErrorPattern, are_error_patterns, error_patterns
from privlearn.dimensions.halfspace_trees import (
    collision_free,
    halfspace_tree,
    halfspace_tree_depth,
    is_collision_free,
    is_halfspace_tree,
)
from privlearn.dimensions.littlestone import (
    MistakeTree,
    is_mistake_tree,
    littlestone_bounds,
    littlestone_dimension,
    mistake_tree,
    tree_depth,
)
from privlearn.dimensions.probabilistic_representation import (
    ProbabilisticRepresentation,
    RepresentationValue,
    essential_points,
    is_representation_value,
    miss_probability,
    probabilistic_representation_value,
    smallest_probabilistic_representation,
)
from privlearn.dimensions.random_sets import draw_sets, random_sets_shape, representing_sets
from privlearn.dimensions.representation import (
    RepresentationGame,
    is_alpha_minimal,
    is_representation_game,
    minimality_interval,
    representation_alpha,
    representation_game,
)
from privlearn.dimensions.representing_search import antichain_classes, best_table, growing_tables
from privlearn.dimensions.representing_size import (
    class_of_columns,
    columns_of,
    is_antichain,
    layer_for,
    layer_game,
    layer_value,
    smallest_size,
    smallest_size_for,
    sperner_size,
)
from privlearn.dimensions.shatter_function import sauer_bound, vc_of_all_classes
from privlearn.dimensions.small_tables import littlestone_of_all_classes
from privlearn.dimensions.threshold import (
    is_threshold_sequence,
    threshold_bounds,
    threshold_dimension,
    threshold_sequence,
)
from privlearn.dimensions.vc import is_shattered, shattered_set, tree_of_shattered_set, vc_bounds, vc_dimension

__all__ = [
    "CoverValue",
    "DimensionBounds",
    "ErrorPattern",
    "LimitReached",
    "MistakeTree",
    "ProbabilisticRepresentation",
    "RepresentationGame",
    "RepresentationValue",
    "SmallestRepresentation",
    "antichain_classes",
    "are_error_patterns",
    "best_table",
    "can_answer",
    "class_of_columns",
    "collision_free",
    "columns_of",
    "draw_sets",
    "error_patterns",
    "essential_points",
    "growing_tables",
    "halfspace_tree",
    "halfspace_tree_depth",
    "is_alpha_minimal",
    "is_antichain",
    "is_collision_free",
    "is_cover_value",
    "is_halfspace_tree",
    "is_mistake_tree",
    "is_representation_game",
    "is_representation_value",
    "is_shattered",
    "is_smallest_cover",
    "is_smallest_representation",
    "is_threshold_sequence",
    "largest_packing",
    "layer_for",
    "layer_game",
    "layer_value",
    "littlestone_bounds",
    "littlestone_dimension",
    "littlestone_of_all_classes",
    "minimality_interval",
    "miss_probability",
    "mistake_tree",
    "probabilistic_representation_value",
    "random_cover_value",
    "random_sets_shape",
    "representation_alpha",
    "representation_game",
    "representation_size_bounds",
    "representing_sets",
    "sauer_bound",
    "shattered_set",
    "smallest_cover",
    "smallest_probabilistic_representation",
    "smallest_representation",
    "smallest_size",
    "smallest_size_for",
    "sperner_size",
    "threshold_bounds",
    "threshold_dimension",
    "threshold_sequence",
    "tree_depth",
    "tree_of_shattered_set",
    "vc_bounds",
    "vc_dimension",
    "vc_of_all_classes",
]
