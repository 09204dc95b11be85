"""Figures of the improper learner draw what they are given."""

from privlearn.figures.points_and_intervals import constant_sample_learner as draw


def test_one_panel_for_each_function(figure):
    draw.noisy_functions(figure, {"a": [0, 1, 0, 0], "b": [0, 0, 0, 0]}, target=1, width=2)
    assert [axes.get_title() for axes in figure.axes] == ["a", "b"]


def test_errors_are_split_at_the_threshold(figure):
    draw.error_distribution(figure, [0.0, 0.5, 1.0], [0.5, 0.25, 0.25], 0.5, "n = 2")
    assert [len(part.get_segments()) for part in figure.axes[0].collections] == [1, 2]


def test_curves_are_named(figure):
    draw.ratio_curves(figure, [0.0, 0.5], {"x": [1.0, 2.0]}, 1.5, "q", {"here": 0.25})
    assert figure.axes[0].get_legend_handles_labels()[1] == ["x"]
