"""Concept classes, named families and operations."""

from privlearn.concepts.concept_class import Concept, ConceptClass
from privlearn.concepts.families import (
    all_functions,
    initial_segments,
    intervals,
    point_functions,
    points,
    projective_plane_lines,
    subset_layer,
)

__all__ = [
    "Concept",
    "ConceptClass",
    "all_functions",
    "initial_segments",
    "intervals",
    "point_functions",
    "points",
    "projective_plane_lines",
    "subset_layer",
]
