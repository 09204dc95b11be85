"""Combinatorial dimensions: each a number, a witness and a verifier."""

from privlearn.dimensions.representation import (
    RepresentationGame,
    is_alpha_minimal,
    is_representation_game,
    minimality_interval,
    representation_alpha,
    representation_game,
)
from privlearn.dimensions.vc import is_shattered, shattered_set, vc_dimension

__all__ = [
    "RepresentationGame",
    "is_alpha_minimal",
    "is_representation_game",
    "is_shattered",
    "minimality_interval",
    "representation_alpha",
    "representation_game",
    "shattered_set",
    "vc_dimension",
]
