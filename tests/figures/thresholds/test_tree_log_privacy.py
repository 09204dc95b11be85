"""The figures of whole runs draw what they are given."""

from __future__ import annotations

import matplotlib as mpl

mpl.use("Agg")

from matplotlib.figure import Figure

from privlearn.figures.thresholds import tree_log_privacy as draw


def test_curves_are_cut_at_the_lowest_value():
    figure = Figure()
    draw.run_curves(figure, [0, 1, 2], [0.5, 0.1, 0.0], [0.5, 0.3, 0.2], 1.5, [(1, 0.5), (2, 0.3)])
    assert list(figure.axes[0].lines[0].get_xdata()) == [0, 1]


def test_empty_curve_is_left_out():
    figure = Figure()
    draw.run_curves(figure, [0, 1], [0.0, 0.0], [0.5, 0.3], 1.5, [(1, 0.5), (2, 0.3)])
    assert len(figure.axes[0].lines) == 3


def test_trivial_deltas_are_not_drawn():
    figure = Figure()
    draw.two_accounts(figure, [0.5, 1.0], {"a": [1.0, 0.1], "b": [1.0, 2.0]})
    assert len(figure.axes[0].lines) == 1


def test_slope_line_ends_in_the_last_point():
    figure = Figure()
    draw.rows_by_levels(figure, [1, 2], {"a": [10, 50]}, {"a": 2})
    assert figure.axes[0].lines[1].get_ydata()[-1] == 50
