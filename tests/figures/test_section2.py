"""Figures of the preliminaries."""

import math

import matplotlib.pyplot as plt
import pytest

from privlearn.figures.points_and_intervals import preliminaries as section2


@pytest.fixture
def figure():
    made = plt.figure()
    yield made
    plt.close(made)


def test_the_heat_map_leaves_other_pairs_blank(figure):
    section2.ratio_heat_map(figure, 2, {(0, 1): 2.0}, 4.0)
    shown = figure.axes[0].images[0].get_array()
    assert shown[0, 1] == pytest.approx(math.log(2))
    assert shown.mask.tolist() == [[True, False], [True, True]]


def test_laws_are_drawn_one_bar_for_each_outcome(figure):
    section2.two_laws(figure, {"left": {0: 0.5, 1: 0.5}, "right": {0: 0.25, 1: 0.75}}, "h = 1")
    assert len(figure.axes[0].patches) == 4


def test_the_promise_is_the_diagonal(figure):
    section2.promise_and_fact(figure, [1, 2], {"m = 1": [1, 1.5]})
    assert [line.get_ydata().tolist() for line in figure.axes[0].lines] == [[1, 2], [1, 1.5]]


def test_failures_come_with_their_two_lines(figure):
    section2.failure_and_bound(figure, [1, 2], {"exact": [0.5, 0.25]}, 10, 0.1)
    assert len(figure.axes[0].lines) == 3


def test_a_tail_of_zero_is_drawn_at_the_edge(figure):
    section2.tail_and_bound(figure, [0.5, 1], {"tail": [0.1, 0]}, {"bound": [0.2, 0.1]})
    assert min(figure.axes[0].lines[0].get_ydata()) == section2.SMALLEST
