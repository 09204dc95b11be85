"""Figures of the keyed learner."""

from privlearn.figures.points_and_intervals import keyed_learner


def test_advantages_start_at_no_queries(figure):
    keyed_learner.advantages(figure, {"a": [0, 0, 0.5], "b": [0, 0.25, 0.5]})
    assert [list(line.get_xdata()) for line in figure.axes[0].lines] == [[0, 1, 2], [0, 1, 2]]


def test_the_ring_is_at_the_point(figure):
    keyed_learner.squares(figure, {"a": [0, 0, 0, 1], "b": [1, 0, 0, 1]}, 2, 3)
    assert [(axes.lines[0].get_xdata()[0], axes.lines[0].get_ydata()[0]) for axes in figure.axes] == [(1, 1), (1, 1)]


def test_families_lie_where_they_were_found(figure):
    keyed_learner.ratio_against_marginal(figure, ([0.5, 0.25], [1.5, 2.0]), {"f": (0.25, 2.0)}, {"promise": 4.0})
    assert list(figure.axes[0].lines[1].get_ydata()) == [2.0]
