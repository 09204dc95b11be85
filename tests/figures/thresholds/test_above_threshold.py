"""Figures of composition and of AboveThreshold."""

from privlearn.figures.thresholds.above_threshold import failures_against_errors, ratios_against_queries, stops


def test_pictures_show_what_they_are_given(drawn_axes):
    axes = drawn_axes(stops, (0, 5), 3, [0.125, 0.625, 0.25])  # a stop has a bar for each answer and one for none
    assert [bar.get_height() for bar in axes.patches] == [0.125, 0.625, 0.25]
    axes = drawn_axes(failures_against_errors, [0, 5], {1: [0.5, 0.01], 5: [0.9, 0.1]}, 0.1, {1: 4, 5: 6})
    assert [line.get_xdata()[0] for line in axes.lines] == [0, 4, 0, 6, 0]  # printed errors and the goal are lines
    axes = drawn_axes(ratios_against_queries, [1, 2], {"monotone": [0.5, 0.9]}, 1.0)  # the promise is a line
    assert list(axes.lines[-1].get_ydata()) == [1.0, 1.0]
