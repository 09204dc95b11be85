"""Figures of closure learning."""

from privlearn.figures.closure import closure_learner


def test_errors_are_crosses_on_every_panel(figure):
    closure_learner.panels(figure, {"target": (0, 1, 1), "one step": (1, 1, 1)}, (0, 1, 1))
    assert [list(axes.lines[1].get_xdata()) for axes in figure.axes] == [[], [0]]


def test_every_curve_is_drawn_and_the_limit_too(figure):
    closure_learner.curves(figure, [1, 2], {"a": [1, 10], "b": [2, 3]}, "x", "y", log="y", limit=5, ticks=[1, 2])
    assert len(figure.axes[0].lines) == 3
    assert figure.axes[0].get_yscale() == "decades"


def test_losses_are_written_beside_their_bars(figure):
    closure_learner.losses(figure, {"a": 0.25, "b": 0.5}, 0.3, 2.5)
    assert [text.get_text().strip() for text in figure.axes[0].texts] == ["0.2500", "0.5000", "printed: 0.3"]
