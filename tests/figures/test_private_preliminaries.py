"""Figures of the pages on private preliminaries and on generalization."""

import matplotlib.pyplot as plt
import pytest

from privlearn.figures.closure import generalization, private_preliminaries


@pytest.fixture
def figure():
    made = plt.figure(layout="constrained")
    yield made
    plt.close(made)


def test_marked_profile_is_the_thick_one(figure):
    private_preliminaries.privacy_profiles(figure, [0, 1], {"a": [0.5, 0], "b": [0.25, 0]}, "b")
    thin, thick = figure.axes[0].lines
    assert thin.get_linewidth() < thick.get_linewidth()


def test_every_hypothesis_has_its_probability(figure):
    private_preliminaries.chosen_hypotheses(figure, (0, 1), [0.75, 0.25])
    assert [text.get_text() for text in figure.axes[0].texts] == ["0.750", "0.250"]


def test_limit_of_the_ratios_is_drawn(figure):
    private_preliminaries.worst_ratios(figure, [2, 4], {2: [2.5, 3.0]}, 4)
    assert list(figure.axes[0].lines[-1].get_ydata()) == [4, 4]


def test_losses_are_divided_by_epsilon(figure):
    private_preliminaries.subsampling_losses(figure, [0.5, 2.0], {"m = 1": [0.25, 3.0]})
    assert list(figure.axes[0].lines[0].get_ydata()) == [0.5, 1.5]


def test_rows_asked_for_are_named(figure):
    generalization.bad_event(figure, [1, 2], [1.0, 0.5], 0.1, 3981)
    assert figure.axes[0].get_title() == "the theorem asks for m = 3981"


def test_constants_have_two_curves(figure):
    generalization.needed_constants(figure, [0.5], [0.36], [0.18])
    assert [list(line.get_ydata()) for line in figure.axes[0].lines[:2]] == [[0.36], [0.18]]


def test_slopes_go_through_the_last_points(figure):
    generalization.two_rates(figure, [0.25, 0.125], [20, 50], [13, 49])
    assert [list(line.get_ydata()) for line in figure.axes[0].lines[1::2]] == [[25, 50], [12.25, 49]]


def test_last_step_goes_on(figure):
    generalization.overfitting(figure, {"a": [(0.0, 0.5), (0.2, 0.0)]})
    assert list(figure.axes[0].lines[0].get_xdata()) == [0.0, 0.2, 0.25]
