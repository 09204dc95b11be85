"""Combinatorial dimensions: each a number, a witness and a verifier."""

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
from privlearn.dimensions.vc import is_shattered, shattered_set, vc_dimension

__all__ = [
    "RepresentationGame",
    "antichain_classes",
    "best_table",
    "class_of_columns",
    "columns_of",
    "draw_sets",
    "growing_tables",
    "is_alpha_minimal",
    "is_antichain",
    "is_representation_game",
    "is_shattered",
    "layer_for",
    "layer_game",
    "layer_value",
    "minimality_interval",
    "random_sets_shape",
    "representation_alpha",
    "representation_game",
    "representing_sets",
    "shattered_set",
    "smallest_size",
    "smallest_size_for",
    "sperner_size",
    "vc_dimension",
]
