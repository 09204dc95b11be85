"""Figures of entropies and of Pinsker's inequality."""

from privlearn.figures.communication import information


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(information.entropy_curves, [0, 1], {"H": [0, 1], "H2": [0, 1]})  # each entropy has a curve
    assert len(figure.axes[0].lines) == 2
    figure = drawn(information.bad_mass_curves, [1, 2], [[0, 1], [1, 0]], {"limit": [1, 1]}, "tables")
    assert figure.axes[0].get_legend_handles_labels()[1] == ["tables", "limit"]  # bad mass has one label for all tables
    figure = drawn(information.pinsker_region, [(1, 0.5)], [0, 1], {"bound": [0, 1]})
    assert len(figure.axes[0].lines) == 2  # pinsker region has the pairs and the bounds
