"""Figures of regret and of unions of many classes."""

from privlearn.figures.closure import regret


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(regret.between, [1, 2], [0.3, 0.5], [0.5, 0.5], [0.6, 0.9])  # exact regret lies between two lines
    assert [list(line.get_ydata()) for line in figure.axes[0].lines] == [[0.6, 0.9], [0.5, 0.5], [0.3, 0.5]]
    figure = drawn(regret.composed, [0.0, 0.5], [0.5, 0.5], [3, 4])  # every group of classes has its number
    assert [text.get_text() for text in figure.axes[0].texts] == ["3", "4"]
    figure = drawn(regret.randomised, {1: {0.5: 2, 0.75: 3}, 2: {1.0: 1}})  # row of a dimension counts its classes
    assert [text.get_text() for text in figure.axes[0].texts] == ["5 classes", "1 class"]
    figure = drawn(regret.margin, [(1, 0), (0, 1)], [1, -1], 0.5, (1, 0))
    assert len(figure.axes[0].lines) == 5  # strip of a margin has three lines and all points
