"""Figures of the keyed learner."""

from privlearn.figures.points_and_intervals import keyed_learner


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(keyed_learner.advantages, {"a": [0, 0, 0.5], "b": [0, 0.25, 0.5]})  # advantages start at no queries
    assert [list(line.get_xdata()) for line in figure.axes[0].lines] == [[0, 1, 2], [0, 1, 2]]
    figure = drawn(keyed_learner.squares, {"a": [0, 0, 0, 1], "b": [1, 0, 0, 1]}, 2, 3)  # the ring is at the point
    assert [(axes.lines[0].get_xdata()[0], axes.lines[0].get_ydata()[0]) for axes in figure.axes] == [(1, 1), (1, 1)]
    figure = drawn(keyed_learner.ratio_against_marginal, ([0.5, 0.25], [1.5, 2.0]), {"f": (0.25, 2.0)},
                   {"promise": 4.0})
    assert list(figure.axes[0].lines[1].get_ydata()) == [2.0]  # families lie where they were found
