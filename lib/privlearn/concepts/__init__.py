"""Concept classes, named families and operations."""

from privlearn.concepts.aggregation import aggregate, named_rule
from privlearn.concepts.concept_class import Concept, ConceptClass
from privlearn.concepts.families import (T3, all_classes, all_functions, initial_segments, intervals, lines,
                                         point_functions, points, subset_layer, thresholds)
from privlearn.concepts.geometric import balls, boxes, grid, halfspaces
from privlearn.concepts.planes import affine_plane, projective_plane_lines
from privlearn.concepts.reading import read_class
from privlearn.concepts.subspaces import affine_subspaces, traces_of_flats, zero_sets
from privlearn.concepts.symmetry import classes_up_to_symmetry
