"""Figures of the lower bound for lines."""

import math

from privlearn.figures.communication import lines_lower_bound


def test_bits_may_be_missing(figure):
    lines_lower_bound.bits_by_prime(figure, [2, 3], {"bound": [math.nan, 1.0]}, [(2, 1.5)])
    assert figure.axes[0].get_xscale() == "decades"


def test_uniform_law_deviates_nowhere(figure):
    lines_lower_bound.deviation_map(figure, [[0, 0], [0, 0]])
    assert figure.axes[0].images[0].get_array().max() == 0


def test_two_marks_are_named_on_their_outer_sides(figure):
    lines_lower_bound.deficit_against_gamma(figure, [1, 2], {"a": [1, 2]}, {"left": 1, "right": 2})
    assert [text.get_ha() for text in figure.axes[0].texts] == ["right", "left"]
