"""Figures of the introduction to closure."""

from privlearn.figures.closure import introduction as closure_introduction


def test_two_bars_for_every_target(figure):
    closure_introduction.failures(figure, {"100": (0.9, 0.2), "000": (0.0, 0.1)})
    assert [round(bar.get_height(), 1) for bar in figure.axes[0].patches] == [0.9, 0.0, 0.2, 0.1]


def test_powers_beyond_the_picture_are_left_out(figure):
    closure_introduction.growth(figure, [2, 4, 64], [1, 2, 4])
    assert list(figure.axes[0].lines[1].get_ydata()) == [2**5, 4**5]
    assert list(figure.axes[0].lines[2].get_ydata()) == [4, 16]


def test_one_curve_for_every_class(figure):
    closure_introduction.least_failures(figure, [0, 1], {"a": [0.5, 0.2], "b": [0.6, 0.4]})
    assert len(figure.axes[0].lines) == 2
