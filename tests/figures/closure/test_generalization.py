"""Figures of rows needed to generalize."""

from privlearn.figures.closure import generalization


def test_rows_asked_for_are_named(figure):
    generalization.bad_event(figure, [1, 2], [1.0, 0.5], 0.1, 3981)
    assert figure.axes[0].get_title() == "the theorem asks for m = 3981"


def test_constants_have_two_curves(figure):
    generalization.needed_constants(figure, [0.5], [0.36], [0.18])
    assert [list(line.get_ydata()) for line in figure.axes[0].lines[:2]] == [[0.36], [0.18]]


def test_slopes_go_through_the_last_points(figure):
    generalization.two_rates(figure, [0.25, 0.125], [20, 50], [13, 49])
    assert [list(line.get_ydata()) for line in figure.axes[0].lines[1::2]] == [[25, 50], [12.25, 49]]


def test_last_step_goes_on(figure):
    generalization.overfitting(figure, {"a": [(0.0, 0.5), (0.2, 0.0)]})
    assert list(figure.axes[0].lines[0].get_xdata()) == [0.0, 0.2, 0.25]
