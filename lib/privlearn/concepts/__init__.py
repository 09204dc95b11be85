"""Concept classes, named families and operations."""

from privlearn.concepts.concept_class import Concept, ConceptClass
from privlearn.concepts.families import (
    all_functions,
    initial_segments,
    intervals,
    point_functions,
    points,
    subset_layer,
)
from privlearn.concepts.planes import affine_plane, projective_plane_lines

__all__ = [
    "Concept",
    "ConceptClass",
    "affine_plane",
    "all_functions",
    "initial_segments",
    "intervals",
    "point_functions",
    "points",
    "projective_plane_lines",
    "subset_layer",
]
