"""Figures of paths of neighbours."""

from privlearn.figures.thresholds import paths

WEIGHTS = {(0, 0): 3, (1, 0): 2, (1, 1): 1}


def test_neighbours_stand_side_by_side(figure):
    paths.neighbour_trees(figure, 1, [(WEIGHTS, [], "S"), (WEIGHTS, [], "S'")])
    assert [axes.get_title() for axes in figure.axes] == ["S", "S'"]


def test_bounds_are_lines_and_maxima_marks(figure):
    paths.bound_and_maximum(figure, [0, 1], {"a": [0.5, 0.3]}, {"a": [0.5, 0.4]})
    assert [line.get_linestyle() for line in figure.axes[0].lines] == ["--", "None"]
