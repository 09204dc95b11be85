"""Figures of online boosting and of majorities of majorities."""

from privlearn.figures.closure import boosting as online_boosting


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(online_boosting.boosted, [True, False, True], [0.5, 0.25, 0.25], 3, 4)  # mistakes are cumulative
    assert [list(line.get_ydata()) for line in figure.axes[0].lines[:2]] == [[0.5, 0.75, 1.0], [1, 1, 2]]
    figure = drawn(online_boosting.boosted, [True], [0.5], 3, 4)  # hinge losses and bound are horizontal lines
    assert [set(line.get_ydata()) for line in figure.axes[0].lines[2:]] == [{3}, {4}]
    figure = drawn(online_boosting.edges, [3, 5], [0.3, 0.4], [0.3, 0.4], [0.2, 0.3])
    assert len(figure.axes[0].lines) == 3  # edges have two formulas and the instances
