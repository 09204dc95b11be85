"""Figures of entropies and of Pinsker's inequality."""

from privlearn.figures.communication import information


def test_each_entropy_has_a_curve(figure):
    information.entropy_curves(figure, [0, 1], {"H": [0, 1], "H2": [0, 1]})
    assert len(figure.axes[0].lines) == 2


def test_bad_mass_has_one_label_for_all_tables(figure):
    information.bad_mass_curves(figure, [1, 2], [[0, 1], [1, 0]], {"limit": [1, 1]}, "tables")
    assert figure.axes[0].get_legend_handles_labels()[1] == ["tables", "limit"]


def test_pinsker_region_has_the_pairs_and_the_bounds(figure):
    information.pinsker_region(figure, [(1, 0.5)], [0, 1], {"bound": [0, 1]})
    assert len(figure.axes[0].lines) == 2
