"""Figures of the pages on private preliminaries and on generalization."""

from privlearn.figures.closure import private_preliminaries


def test_every_mechanism_has_its_profile(figure):
    private_preliminaries.privacy_profiles(figure, [0, 1], {"a": [0.5, 0], "b": [0.25, 0]})
    assert [list(line.get_ydata()) for line in figure.axes[0].lines] == [[0.5, 0], [0.25, 0]]


def test_every_hypothesis_has_its_probability(figure):
    private_preliminaries.chosen_hypotheses(figure, (0, 1), [0.75, 0.25])
    assert [text.get_text() for text in figure.axes[0].texts] == ["0.750", "0.250"]


def test_limit_of_the_ratios_is_drawn(figure):
    private_preliminaries.worst_ratios(figure, [2, 4], {2: [2.5, 3.0]}, 4)
    assert list(figure.axes[0].lines[-1].get_ydata()) == [4, 4]


def test_losses_are_divided_by_epsilon(figure):
    private_preliminaries.subsampling_losses(figure, [0.5, 2.0], {"m = 1": [0.25, 3.0]})
    assert list(figure.axes[0].lines[0].get_ydata()) == [0.5, 1.5]
