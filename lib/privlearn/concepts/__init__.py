"""Concept classes, named families and operations."""

from privlearn.concepts.concept_class import Concept, ConceptClass
from privlearn.concepts.families import (
    all_classes,
    all_functions,
    initial_segments,
    intervals,
    is_prime,
    lines,
    point_functions,
    points,
    subset_layer,
    thresholds,
)
from privlearn.concepts.geometric import balls, boxes, grid, halfspaces
from privlearn.concepts.parity_hash import inner_products, rank_law
from privlearn.concepts.planes import affine_plane, projective_plane_lines
from privlearn.concepts.subspaces import affine_subspaces, traces_of_flats, zero_sets
from privlearn.concepts.symmetry import classes_up_to_symmetry, cube_symmetries, moved

__all__ = [
    "Concept",
    "ConceptClass",
    "affine_plane",
    "affine_subspaces",
    "all_classes",
    "all_functions",
    "balls",
    "boxes",
    "classes_up_to_symmetry",
    "cube_symmetries",
    "grid",
    "halfspaces",
    "initial_segments",
    "inner_products",
    "intervals",
    "is_prime",
    "lines",
    "moved",
    "point_functions",
    "points",
    "projective_plane_lines",
    "rank_law",
    "subset_layer",
    "thresholds",
    "traces_of_flats",
    "zero_sets",
]
