"""Figures of mistake trees of halfspaces."""

from privlearn.figures.communication import halfspace_trees


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(halfspace_trees.count_lines, [1, 2], {"a": [2, 4], "b": [1, 8]})  # each count has a line
    assert list(figure.axes[0].lines[1].get_ydata()) == [0, 3]
    figure = drawn(halfspace_trees.spread_values, [0, 1, 1], [0, 9, 10], 8, 4)  # values are counted before and after
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["before: 2 values", "after: 3 values"]
    # steps of a path are numbered
    figure = drawn(halfspace_trees.leaf_path, [(0, 0), (1, 0), (0, 1), (1, 1)], [0, 1, 1, 1],
                   [((0, 0), 0), ((0, 1), 1)])
    assert [text.get_text() for text in figure.axes[0].texts] == ["slice y = 0", "slice y = 1", "1", "2"]
