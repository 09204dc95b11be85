"""Figures of paths of neighbours."""

from privlearn.figures.thresholds import paths

WEIGHTS = {(0, 0): 3, (1, 0): 2, (1, 1): 1}


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(paths.neighbour_trees, 1, [(WEIGHTS, [], "S"), (WEIGHTS, [], "S'")])  # neighbours stand side by side
    assert [axes.get_title() for axes in figure.axes] == ["S", "S'"]
    # bounds are lines and maxima marks
    figure = drawn(paths.bound_and_maximum, [0, 1], {"a": [0.5, 0.3]}, {"a": [0.5, 0.4]})
    assert [line.get_linestyle() for line in figure.axes[0].lines] == ["--", "None"]
