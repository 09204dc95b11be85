"""Figures of TreeLog."""

from privlearn.figures.thresholds import tree_log as draw

WEIGHTS = {(0, 0): 3, (1, 0): 2, (1, 1): 1}


def test_every_node_shows_its_weight(drawn_axes):
    axes = drawn_axes(draw.draw_tree, 1, WEIGHTS, [(0, 0), (1, 0)])
    assert sorted(text.get_text() for text in axes.texts) == ["1", "2", "3"]


def test_levels_and_leaves_show_what_they_are_given(drawn):
    # a level shows the kept levels beside the tree
    figure = drawn(draw.tree_level, 1, WEIGHTS, [(0, 0), (1, 0)], [1, 2], [1, 1], 0, (0, 0), [0, 1], [1, 1])
    assert [bar.get_width() for bar in figure.axes[1].patches] == [1, 2, 1, 1]
    figure = drawn(draw.tree_level, 1, WEIGHTS, [(0, 0)], [3], [2], 0, (0, 0), [0, 1], [1, 0])
    marks = {line.get_label(): list(line.get_xdata()) for line in figure.axes[0].lines}
    assert (marks["leaf, interior"], marks["leaf, not interior"]) == ([0], [1])  # leaves are marked by their scores
    figure = drawn(draw.tree_without_chains, {(1, 0): None, (4, 0): (1, 0), (4, 7): (1, 0)}, [(1, 0), (4, 0)], 4)
    assert len(figure.axes[0].lines) == 2 + 1  # a tree without chains has one line for each link
    figure = drawn(draw.levels_as_colours, [[2, 1, 0, 0]], ["path to 0"], 2)  # levels have one mark for each point
    assert sum(len(line.get_xdata()) for line in figure.axes[0].lines) == 4
    figure = drawn(draw.answer_law, [0.2, 0.5, 0.1], (1, 2), 0.2)  # answers have a bar for each point and one for none
    assert sorted(bar.get_height() for bar in figure.axes[0].patches) == [0.1, 0.2, 0.2, 0.5]
