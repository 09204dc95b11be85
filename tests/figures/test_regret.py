"""Figures of regret and of unions of many classes."""

import matplotlib.pyplot as plt
import pytest

from privlearn.figures.closure import many_unions, regret


@pytest.fixture
def figure():
    made = plt.figure(layout="constrained")
    yield made
    plt.close(made)


def test_exact_regret_lies_between_two_lines(figure):
    regret.between(figure, [1, 2], [0.3, 0.5], [0.5, 0.5], [0.6, 0.9])
    assert [list(line.get_ydata()) for line in figure.axes[0].lines] == [[0.6, 0.9], [0.5, 0.5], [0.3, 0.5]]


def test_every_group_of_classes_has_its_number(figure):
    regret.composed(figure, [0.0, 0.5], [0.5, 0.5], [3, 4])
    assert [text.get_text() for text in figure.axes[0].texts] == ["3", "4"]


def test_row_of_a_dimension_counts_its_classes(figure):
    regret.randomised(figure, {1: {0.5: 2, 0.75: 3}, 2: {1.0: 1}})
    assert [text.get_text() for text in figure.axes[0].texts] == ["5 classes", "1 class"]


def test_strip_of_a_margin_has_three_lines_and_all_points(figure):
    regret.margin(figure, [(1, 0), (0, 1)], [1, -1], 0.5, (1, 0))
    assert len(figure.axes[0].lines) == 5


def test_best_discount_is_marked(figure):
    many_unions.discounts(figure, [0.1, 0.5], {"a": [3, 4]}, {"a": (0.2, 2.5)})
    assert list(figure.axes[0].lines[1].get_xdata()) == [0.2]


def test_exact_values_are_dots(figure):
    many_unions.bounds(figure, [1, 2], {"exact": [1, 3], "bound": [2, 4]})
    assert [line.get_marker() for line in figure.axes[0].lines] == ["o", "None"]


def test_staircase_has_one_bar_for_each_concept(figure):
    many_unions.staircase(figure, 2, 3)
    assert len(figure.axes[0].patches) == 6


def test_piles_of_chips_are_stacked(figure):
    many_unions.chips(figure, [(0, 2), (1, 1)])
    assert [bar.get_y() for bar in figure.axes[0].containers[1]] == [0, 1]
