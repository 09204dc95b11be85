"""Figures of composition."""

from privlearn.figures.thresholds.composition import costs_against_steps, losses


def test_pictures_show_what_they_are_given(drawn_axes):
    axes = drawn_axes(costs_against_steps, [1, 4], {"basic": [1, 4], "exact": [1, 3]})  # every curve is drawn and named
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["basic", "exact"]
    assert [list(line.get_ydata()) for line in axes.lines] == [[1, 4], [1, 3]]
    axes = drawn_axes(losses, [-1, 1], [0.25, 0.75], [0.75, 0.25])  # both laws have a bar for each loss
    assert sorted(bar.get_height() for bar in axes.patches) == [0.25, 0.25, 0.75, 0.75]
