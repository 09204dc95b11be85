"""Figures of rows needed to generalize."""

from privlearn.figures.closure import generalization


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(generalization.bad_event, [1, 2], [1.0, 0.5], 0.1, 3981)  # rows asked for are named
    assert figure.axes[0].get_title() == "the theorem asks for m = 3981"
    figure = drawn(generalization.needed_constants, [0.5], [0.36], [0.18])  # constants have two curves
    assert [list(line.get_ydata()) for line in figure.axes[0].lines[:2]] == [[0.36], [0.18]]
    figure = drawn(generalization.two_rates, [0.25, 0.125], [20, 50], [13, 49])  # slopes go through the last points
    assert [list(line.get_ydata()) for line in figure.axes[0].lines[1::2]] == [[25, 50], [12.25, 49]]
    figure = drawn(generalization.overfitting, {"a": [(0.0, 0.5), (0.2, 0.0)]})  # last step goes on
    assert list(figure.axes[0].lines[0].get_xdata()) == [0.0, 0.2, 0.25]
