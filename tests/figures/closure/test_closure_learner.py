"""Figures of closure learning."""

from privlearn.figures.closure import closure_learner


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(closure_learner.panels, {"target": (0, 1, 1), "one step": (1, 1, 1)}, (0, 1, 1))
    assert [list(axes.lines[1].get_xdata()) for axes in figure.axes] == [[], [0]]  # errors are crosses on every panel
    figure = drawn(closure_learner.curves, [1, 2], {"a": [1, 10], "b": [2, 3]}, "x", "y", log="y", limit=5,
                   ticks=[1, 2])
    assert len(figure.axes[0].lines) == 3  # every curve is drawn and the limit too
    assert figure.axes[0].get_yscale() == "decades"
    figure = drawn(closure_learner.losses, {"a": 0.25, "b": 0.5}, 0.3, 2.5)  # losses are written beside their bars
    assert [text.get_text().strip() for text in figure.axes[0].texts] == ["0.2500", "0.5000", "printed: 0.3"]
