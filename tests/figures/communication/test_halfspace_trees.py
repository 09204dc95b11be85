"""Figures of mistake trees of halfspaces."""

from privlearn.figures.communication import halfspace_trees


def test_each_count_has_a_line(figure):
    halfspace_trees.count_lines(figure, [1, 2], {"a": [2, 4], "b": [1, 8]})
    assert list(figure.axes[0].lines[1].get_ydata()) == [0, 3]


def test_values_are_counted_before_and_after(figure):
    halfspace_trees.spread_values(figure, [0, 1, 1], [0, 9, 10], 8, 4)
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["before: 2 values", "after: 3 values"]


def test_steps_of_a_path_are_numbered(figure):
    halfspace_trees.leaf_path(figure, [(0, 0), (1, 0), (0, 1), (1, 1)], [0, 1, 1, 1], [((0, 0), 0), ((0, 1), 1)])
    assert [text.get_text() for text in figure.axes[0].texts] == ["slice y = 0", "slice y = 1", "1", "2"]
