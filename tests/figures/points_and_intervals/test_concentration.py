"""Figures of tails and their bounds."""

from privlearn.figures.points_and_intervals import concentration


def test_a_tail_of_zero_is_drawn_at_the_edge(figure):
    concentration.tail_and_bound(figure, [0.5, 1], {"tail": [0.1, 0]}, {"bound": [0.2, 0.1]}, 1e-9)
    assert min(figure.axes[0].lines[0].get_ydata()) == 1e-9
