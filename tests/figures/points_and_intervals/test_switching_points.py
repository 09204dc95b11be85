"""Figures of switching points."""

from privlearn.figures.points_and_intervals import switching_points as switching


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(switching.step_function, (1, 0, 0), [(0, "increasing"), (1, "decreasing"), (3, "increasing")])
    up, down = figure.axes[0].lines
    assert up.get_xdata().tolist() == [-0.5, 2.5]  # switching points stand between points
    assert down.get_xdata().tolist() == [0.5]
    figure = drawn(switching.error_sets, {"target": (1, 0, 0), "h": (0, 0, 1), "c": (1, 1, 0)}, "target")
    assert len(figure.axes[0].containers) == 3  # every error is one bar
    assert sum(len(bars) for bars in figure.axes[0].containers) == 3


def test_regions_and_deviations_have_their_lines(figure):
    switching.excluded_region(figure, [1, 2], {"a": [3, 2], "b": [2, 1]})
    switching.deviation_curves(figure, [4, 6], {"ell": [0.1, 0.2]}, 0.1)
    assert [len(axes.lines) for axes in figure.axes] == [2, 2]
