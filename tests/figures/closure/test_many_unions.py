"""Figures of unions of many classes."""

from privlearn.figures.closure import many_unions


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(many_unions.discounts, [0.1, 0.5], {"a": [3, 4]}, {"a": (0.2, 2.5)})  # best discount is marked
    assert list(figure.axes[0].lines[1].get_xdata()) == [0.2]
    figure = drawn(many_unions.bounds, [1, 2], {"exact": [1, 3], "bound": [2, 4]})  # exact values are dots
    assert [line.get_marker() for line in figure.axes[0].lines] == ["o", "None"]
    figure = drawn(many_unions.staircase, 2, 3)  # staircase has one bar for each concept
    assert len(figure.axes[0].patches) == 6
    figure = drawn(many_unions.chips, [(0, 2), (1, 1)])  # piles of chips are stacked
    assert [bar.get_y() for bar in figure.axes[0].containers[1]] == [0, 1]
