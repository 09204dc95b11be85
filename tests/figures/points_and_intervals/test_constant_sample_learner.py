"""Figures of the improper learner draw what they are given."""

from privlearn.figures.points_and_intervals import constant_sample_learner as draw


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(draw.noisy_functions, {"a": [0, 1, 0, 0], "b": [0, 0, 0, 0]}, target=1, width=2)
    assert [axes.get_title() for axes in figure.axes] == ["a", "b"]  # one panel for each function
    # errors are split at the threshold
    figure = drawn(draw.error_distribution, [0.0, 0.5, 1.0], [0.5, 0.25, 0.25], 0.5, "n = 2")
    assert [len(part.get_segments()) for part in figure.axes[0].collections] == [1, 2]
    figure = drawn(draw.ratio_curves, [0.0, 0.5], {"x": [1.0, 2.0]}, 1.5, "q", {"here": 0.25})  # curves are named
    assert figure.axes[0].get_legend_handles_labels()[1] == ["x"]
