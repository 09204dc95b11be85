"""Figures of composed classes."""

from privlearn.figures.closure import aggregation


def test_every_entry_of_a_table_is_written(figure):
    aggregation.tables(figure, {"and": [[0, 1], [1, 3]]})
    assert [text.get_text() for text in figure.axes[0].texts] == ["0", "1", "1", "3"]


def test_table_of_zeros_can_be_drawn(figure):
    aggregation.tables(figure, {"zero": [[0]]})
    assert len(figure.axes[0].patches) == 1


def test_shorter_curve_ends_early(figure):
    aggregation.bounds(figure, [1, 2, 3], {"all": [1, 2, 3], "found": [1, 2]})
    assert [len(line.get_xdata()) for line in figure.axes[0].lines] == [3, 2]


def test_closure_bound_is_marked(figure):
    aggregation.crossing(figure, [4, 9, 16], 2)
    assert list(figure.axes[0].lines[2].get_xdata()) == [2, 2]


def test_only_ones_of_a_staircase_are_filled(figure):
    aggregation.staircase(figure, [[1, 1], [0, 1]])
    assert len(figure.axes[0].patches) == 3
