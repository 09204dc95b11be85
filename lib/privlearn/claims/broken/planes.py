"""Wrong planes and drawings of sets: arithmetic that is no field, a missing line, points kept that should go."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from privlearn.concepts.planes import projective_plane_lines
from privlearn.dimensions.random_sets import DrawnSets, RandomSetsShape, cut_down, draw_sets
from privlearn.dimensions.thinned_planes import ThinnedPlane, thin_plane


def broken_plane_over_integers(order: int) -> np.ndarray:
    """Compute with integers mod the order instead of the field: wrong exactly for proper prime powers."""
    q = order
    vectors = np.array([(1, y, z) for y in range(q) for z in range(q)] + [(0, 1, z) for z in range(q)] + [(0, 0, 1)])
    return (vectors @ vectors.T % q == 0).astype(np.uint8)


def broken_plane_without_a_line(order: int) -> np.ndarray:
    """Delete the first line."""
    return projective_plane_lines(order).matrix[1:]


def broken_thinning_keeps_all_points(order: int, alpha: Fraction, c: Fraction) -> ThinnedPlane:
    """Keep the first T points, however few lines go through them."""
    drawn = thin_plane(order, alpha, c, 0)
    return replace(drawn, kept_points=tuple(range(drawn.points)))


def first_points(shape: RandomSetsShape, seed: int = 0) -> DrawnSets:
    """Draw the sets and keep the first T points without any test."""
    return cut_down(draw_sets(shape, seed), np.arange(shape.concepts))
