"""Figures of the results of FX15 show what they are given."""

from privlearn.figures.communication import results as draw


def test_samples_draw_a_line_for_each_name_and_the_marks(axes):
    draw.samples(axes, {"a": [(1, 1), (10, 10)], "b": [(1, 2), (10, 2)]}, "b", marks=[(2, 2)])
    assert len(axes.lines) == 3
    assert axes.get_xscale() == axes.get_yscale() == "decades"
