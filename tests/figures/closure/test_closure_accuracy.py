"""Figures of the accuracy of closure learning."""

from privlearn.figures.closure import closure_accuracy


def test_terms_are_stacked(figure):
    closure_accuracy.terms(figure, [{"a": 1.0, "b": 2.0}], [0.5], "one step")
    assert [(bar.get_y(), bar.get_height()) for bar in figure.axes[0].patches] == [(0.0, 1.0), (1.0, 2.0)]
