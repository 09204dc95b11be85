"""Figures of the stable path."""

from matplotlib.figure import Figure

from privlearn.figures.thresholds import stable_path


def test_region_has_a_step_for_each_stopping_weight():
    figure = Figure()
    stable_path.stable_region(figure, {(1, 3): 0, (1, 4): 2}, {1: 3})
    assert len(figure.axes[0].lines) == 3


def test_ratios_are_written_above_the_bars():
    figure = Figure()
    stable_path.level_laws(figure, [0.5, 0.5], [0.75, 0.25])
    assert [text.get_text() for text in figure.axes[0].texts] == ["x 1.50", "x 0.50"]
