"""Pictures of geometric classes and of trees of halfspaces."""

import matplotlib.pyplot as plt
import pytest

from privlearn.figures.communication import geometric_classes, halfspace_trees


@pytest.fixture
def figure():
    made = plt.figure()
    yield made
    plt.close(made)


def test_each_pair_of_dimension_and_size_is_a_dot(figure):
    geometric_classes.gap_scatter(figure, {(0, 1): 3, (1, 2): 5, (1, 3): 1}, 2)
    assert len(figure.axes[0].collections) == 3


def test_an_empty_box_has_no_frame(figure):
    boxes = [((1, 1), (0, 0))] + [((0, 0), (1, 1))] * 15
    geometric_classes.box_panels(figure, [(0, 0), (1, 1)], boxes, [])
    assert [len(axes.patches) for axes in figure.axes] == [0] + [1] * 15


def test_each_ball_has_its_circle(figure):
    geometric_classes.ball_panels(figure, [(0, 0), (1, 1)], [((0, 0), 0.5, "one")] * 8)
    assert [len(axes.patches) for axes in figure.axes] == [1] * 8


def test_each_series_has_a_bar_for_each_label(figure):
    geometric_classes.dimension_bars(figure, ["1, 1", "2, 1"], {"a": [1, 2], "b": [2, 3], "c": [0, 1]})
    assert len(figure.axes[0].patches) == 6


def test_single_bars_keep_their_order_from_the_top(figure):
    geometric_classes.single_bars(figure, {"first": 2, "second": 1}, 4)
    assert [patch.get_width() for patch in figure.axes[0].patches] == [1, 2]


def test_each_count_has_a_line(figure):
    halfspace_trees.count_lines(figure, [1, 2], {"a": [2, 4], "b": [1, 8]})
    assert list(figure.axes[0].lines[1].get_ydata()) == [0, 3]


def test_values_are_counted_before_and_after(figure):
    halfspace_trees.spread_values(figure, [0, 1, 1], [0, 9, 10], 8, 4)
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["before: 2 values", "after: 3 values"]


def test_steps_of_a_path_are_numbered(figure):
    halfspace_trees.leaf_path(figure, [(0, 0), (1, 0), (0, 1), (1, 1)], [0, 1, 1, 1], [((0, 0), 0), ((0, 1), 1)])
    assert [text.get_text() for text in figure.axes[0].texts] == ["slice y = 0", "slice y = 1", "1", "2"]
