"""Figures of online boosting and of majorities of majorities."""

import matplotlib.pyplot as plt
import pytest

from privlearn.figures.closure import boosting as online_boosting
from privlearn.figures.closure import formulas as majority_formulas


@pytest.fixture
def figure():
    made = plt.figure(layout="constrained")
    yield made
    plt.close(made)


def test_mistakes_are_cumulative(figure):
    online_boosting.boosted(figure, [True, False, True], [0.5, 0.25, 0.25], 3, 4)
    assert [list(line.get_ydata()) for line in figure.axes[0].lines[:2]] == [[0.5, 0.75, 1.0], [1, 1, 2]]


def test_hinge_losses_and_bound_are_horizontal_lines(figure):
    online_boosting.boosted(figure, [True], [0.5], 3, 4)
    assert [set(line.get_ydata()) for line in figure.axes[0].lines[2:]] == [{3}, {4}]


def test_edges_have_two_formulas_and_the_instances(figure):
    online_boosting.edges(figure, [3, 5], [0.3, 0.4], [0.3, 0.4], [0.2, 0.3])
    assert len(figure.axes[0].lines) == 3


def test_formula_tree_shows_every_leaf_and_gate(figure):
    majority_formulas.formula_tree(figure, [["x1", "0"], ["x2", "0"]], ["1"])
    assert sorted(text.get_text() for text in figure.axes[0].texts) == ["0", "0", "1", "MAJ", "MAJ", "MAJ", "x1", "x2"]


def test_waterfall_has_a_bar_for_each_stage(figure):
    majority_formulas.waterfall(figure, ["a", "b"], [10, 100], 5)
    assert [bar.get_height() for bar in figure.axes[0].patches] == [10, 100]
