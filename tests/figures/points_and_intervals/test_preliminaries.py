"""Figures of the preliminaries."""

import math

import matplotlib.pyplot as plt
import pytest

from privlearn.figures.points_and_intervals import preliminaries


@pytest.fixture
def figure():
    made = plt.figure()
    yield made
    plt.close(made)


def test_the_heat_map_leaves_other_pairs_blank(figure):
    preliminaries.ratio_heat_map(figure, 2, {(0, 1): 2.0}, 4.0)
    shown = figure.axes[0].images[0].get_array()
    assert shown[0, 1] == pytest.approx(math.log(2))
    assert shown.mask.tolist() == [[True, False], [True, True]]


def test_laws_are_drawn_one_bar_for_each_outcome(figure):
    pair = {0: 0.5, 1: 0.5}, {0: 0.25, 1: 0.75}
    preliminaries.pairs_of_laws(figure, {"h = 1": pair, "h = 2": pair})
    assert [len(axes.patches) for axes in figure.axes] == [4, 4]


def test_the_promise_is_the_diagonal(figure):
    preliminaries.promise_and_fact(figure, [1, 2], {"m = 1": [1, 1.5]})
    assert [line.get_ydata().tolist() for line in figure.axes[0].lines] == [[1, 2], [1, 1.5]]


def test_failures_come_with_their_two_lines(figure):
    preliminaries.failure_and_bound(figure, [1, 2], {"exact": [0.5, 0.25]}, 10, 0.1)
    assert len(figure.axes[0].lines) == 3
