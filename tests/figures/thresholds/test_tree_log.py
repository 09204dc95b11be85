"""Figures of TreeLog."""

from privlearn.figures.thresholds import tree_log as draw

WEIGHTS = {(0, 0): 3, (1, 0): 2, (1, 1): 1}


def test_every_node_shows_its_weight(figure):
    axes = figure.add_subplot()
    draw.draw_tree(axes, 1, WEIGHTS, [(0, 0), (1, 0)])
    assert sorted(text.get_text() for text in axes.texts) == ["1", "2", "3"]


def test_a_level_shows_the_kept_levels_beside_the_tree(figure):
    draw.tree_level(figure, 1, WEIGHTS, [(0, 0), (1, 0)], [1, 2], [1, 1], 0, (0, 0), [0, 1], [1, 1])
    assert [bar.get_width() for bar in figure.axes[1].patches] == [1, 2, 1, 1]


def test_leaves_are_marked_by_their_scores(figure):
    draw.tree_level(figure, 1, WEIGHTS, [(0, 0)], [3], [2], 0, (0, 0), [0, 1], [1, 0])
    marks = {line.get_label(): list(line.get_xdata()) for line in figure.axes[0].lines}
    assert (marks["leaf, interior"], marks["leaf, not interior"]) == ([0], [1])


def test_a_tree_without_chains_has_one_line_for_each_link(figure):
    draw.tree_without_chains(figure, {(1, 0): None, (4, 0): (1, 0), (4, 7): (1, 0)}, [(1, 0), (4, 0)], 4)
    assert len(figure.axes[0].lines) == 2 + 1


def test_levels_have_one_mark_for_each_point(figure):
    draw.levels_as_colours(figure, [[2, 1, 0, 0]], ["path to 0"], 2)
    assert sum(len(line.get_xdata()) for line in figure.axes[0].lines) == 4


def test_answers_have_a_bar_for_each_point_and_one_for_none(figure):
    draw.answer_law(figure, [0.2, 0.5, 0.1], (1, 2), 0.2)
    assert sorted(bar.get_height() for bar in figure.axes[0].patches) == [0.1, 0.2, 0.2, 0.5]
