"""Figures of composition."""

from privlearn.figures.thresholds.composition import costs_against_steps, losses


def test_every_curve_is_drawn_and_named(axes):
    costs_against_steps(axes, [1, 4], {"basic": [1, 4], "exact": [1, 3]})
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["basic", "exact"]
    assert [list(line.get_ydata()) for line in axes.lines] == [[1, 4], [1, 3]]


def test_both_laws_have_a_bar_for_each_loss(axes):
    losses(axes, [-1, 1], [0.25, 0.75], [0.75, 0.25])
    assert sorted(bar.get_height() for bar in axes.patches) == [0.25, 0.25, 0.75, 0.75]
