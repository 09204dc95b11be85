"""Figures of the preliminaries."""

from privlearn.figures.points_and_intervals import preliminaries


def test_laws_are_drawn_one_bar_for_each_outcome(figure):
    pair = {0: 0.5, 1: 0.5}, {0: 0.25, 1: 0.75}
    preliminaries.pairs_of_laws(figure, {"h = 1": pair, "h = 2": pair})
    assert [len(axes.patches) for axes in figure.axes] == [4, 4]
