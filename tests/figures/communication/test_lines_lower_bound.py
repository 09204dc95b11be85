"""Figures of the lower bound for lines."""

import math

from privlearn.figures.communication import lines_lower_bound


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(lines_lower_bound.bits_by_prime, [2, 3], {"bound": [math.nan, 1.0]}, [(2, 1.5)])
    assert figure.axes[0].get_xscale() == "decades"  # bits may be missing
    figure = drawn(lines_lower_bound.deviation_map, [[0, 0], [0, 0]])  # uniform law deviates nowhere
    assert figure.axes[0].images[0].get_array().max() == 0
    # two marks are named on their outer sides
    figure = drawn(lines_lower_bound.deficit_against_gamma, [1, 2], {"a": [1, 2]}, {"left": 1, "right": 2})
    assert [text.get_ha() for text in figure.axes[0].texts] == ["right", "left"]
