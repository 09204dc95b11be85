"""Figures of online boosting and of majorities of majorities."""

from privlearn.figures.closure import boosting as online_boosting


def test_mistakes_are_cumulative(figure):
    online_boosting.boosted(figure, [True, False, True], [0.5, 0.25, 0.25], 3, 4)
    assert [list(line.get_ydata()) for line in figure.axes[0].lines[:2]] == [[0.5, 0.75, 1.0], [1, 1, 2]]


def test_hinge_losses_and_bound_are_horizontal_lines(figure):
    online_boosting.boosted(figure, [True], [0.5], 3, 4)
    assert [set(line.get_ydata()) for line in figure.axes[0].lines[2:]] == [{3}, {4}]


def test_edges_have_two_formulas_and_the_instances(figure):
    online_boosting.edges(figure, [3, 5], [0.3, 0.4], [0.3, 0.4], [0.2, 0.3])
    assert len(figure.axes[0].lines) == 3
