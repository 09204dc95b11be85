"""Figures of independent noise learners."""

import pytest

from privlearn.figures.points_and_intervals import noise_learners as draw


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(draw.concept_and_noise, (1, 1, 0, 0), (1, 0, 0, 1))  # a bar for each one of the three strips
    assert [len(strip.get_paths()) for strip in figure.axes[0].collections] == [2, 2, 2]
    assert figure.axes[0].get_title() == "2 of 4 points flipped"
    figure = drawn(draw.concept_and_noise, (0, 0), (0, 0))  # no noise leaves its strip empty
    assert not any(strip.get_paths() for strip in figure.axes[0].collections)
    figure = drawn(draw.rate_bounds, [0.1, 0.2], {"bound": [0.05, 0.1]}, {"alpha'": [0.1, 0.2]})
    assert [line.get_linestyle() for line in figure.axes[0].lines] == ["-", "--"]  # bounds are solid and lines dashed
    figure = drawn(draw.channel_bars, [-1, 0, 1], [0.01, 0.9, 0.01], "channel")
    assert len(figure.axes[0].patches) == 3  # each offset has a bar on a logarithmic scale
    assert figure.axes[0].get_yscale() == "decades"


def test_strips_of_different_lengths_are_refused(figure):
    with pytest.raises(ValueError, match="zip"):
        draw.concept_and_noise(figure, (0, 1), (0,))
