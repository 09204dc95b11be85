"""Figures of the preliminaries."""


import matplotlib.pyplot as plt
import pytest

from privlearn.figures.points_and_intervals import preliminaries


@pytest.fixture
def figure():
    made = plt.figure()
    yield made
    plt.close(made)


def test_laws_are_drawn_one_bar_for_each_outcome(figure):
    pair = {0: 0.5, 1: 0.5}, {0: 0.25, 1: 0.75}
    preliminaries.pairs_of_laws(figure, {"h = 1": pair, "h = 2": pair})
    assert [len(axes.patches) for axes in figure.axes] == [4, 4]


def test_the_promise_is_the_diagonal(figure):
    preliminaries.promise_and_fact(figure, [1, 2], {"m = 1": [1, 1.5]})
    assert [line.get_ydata().tolist() for line in figure.axes[0].lines] == [[1, 2], [1, 1.5]]
