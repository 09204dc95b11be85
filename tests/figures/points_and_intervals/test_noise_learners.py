"""Figures of independent noise learners."""

import pytest

from privlearn.figures.points_and_intervals import noise_learners as draw


def test_a_bar_for_each_one_of_the_three_strips(figure):
    draw.concept_and_noise(figure, (1, 1, 0, 0), (1, 0, 0, 1))
    assert [len(strip.get_paths()) for strip in figure.axes[0].collections] == [2, 2, 2]
    assert figure.axes[0].get_title() == "2 of 4 points flipped"


def test_no_noise_leaves_its_strip_empty(figure):
    draw.concept_and_noise(figure, (0, 0), (0, 0))
    assert not any(strip.get_paths() for strip in figure.axes[0].collections)


def test_strips_of_different_lengths_are_refused(figure):
    with pytest.raises(ValueError, match="zip"):
        draw.concept_and_noise(figure, (0, 1), (0,))


def test_bounds_are_solid_and_lines_dashed(figure):
    draw.rate_bounds(figure, [0.1, 0.2], {"bound": [0.05, 0.1]}, {"alpha'": [0.1, 0.2]})
    assert [line.get_linestyle() for line in figure.axes[0].lines] == ["-", "--"]


def test_each_offset_has_a_bar_on_a_logarithmic_scale(figure):
    draw.channel_bars(figure, [-1, 0, 1], [0.01, 0.9, 0.01], "channel")
    assert len(figure.axes[0].patches) == 3
    assert figure.axes[0].get_yscale() == "decades"
