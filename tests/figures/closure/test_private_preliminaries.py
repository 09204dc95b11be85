"""Figures of the pages on private preliminaries and on generalization."""

from privlearn.figures.closure import private_preliminaries


def test_pictures_show_what_they_are_given(drawn):
    # every mechanism has its profile
    figure = drawn(private_preliminaries.privacy_profiles, [0, 1], {"a": [0.5, 0], "b": [0.25, 0]})
    assert [list(line.get_ydata()) for line in figure.axes[0].lines] == [[0.5, 0], [0.25, 0]]
    # every hypothesis has its probability
    figure = drawn(private_preliminaries.chosen_hypotheses, (0, 1), [0.75, 0.25])
    assert [text.get_text() for text in figure.axes[0].texts] == ["0.750", "0.250"]
    figure = drawn(private_preliminaries.worst_ratios, [2, 4], {2: [2.5, 3.0]}, 4)  # limit of the ratios is drawn
    assert list(figure.axes[0].lines[-1].get_ydata()) == [4, 4]
    figure = drawn(private_preliminaries.subsampling_losses, [0.5, 2.0], {"m = 1": [0.25, 3.0]})
    assert list(figure.axes[0].lines[0].get_ydata()) == [0.5, 1.5]  # losses are divided by epsilon
