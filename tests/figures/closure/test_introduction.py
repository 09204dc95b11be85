"""Figures of the introduction to closure."""

from privlearn.figures.closure import introduction as closure_introduction


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(closure_introduction.failures, {"100": (0.9, 0.2), "000": (0.0, 0.1)})  # two bars for every target
    assert [round(bar.get_height(), 1) for bar in figure.axes[0].patches] == [0.9, 0.0, 0.2, 0.1]
    figure = drawn(closure_introduction.growth, [2, 4, 64], [1, 2, 4])  # powers beyond the picture are left out
    assert list(figure.axes[0].lines[1].get_ydata()) == [2**5, 4**5]
    assert list(figure.axes[0].lines[2].get_ydata()) == [4, 16]
    figure = drawn(closure_introduction.least_failures, [0, 1], {"a": [0.5, 0.2], "b": [0.6, 0.4]})
    assert len(figure.axes[0].lines) == 2  # one curve for every class
