"""Figures of composed classes."""

from privlearn.figures.closure import aggregation


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(aggregation.tables, {"and": [[0, 1], [1, 3]]})  # every entry of a table is written
    assert [text.get_text() for text in figure.axes[0].texts] == ["0", "1", "1", "3"]
    figure = drawn(aggregation.tables, {"zero": [[0]]})  # table of zeros can be drawn
    assert len(figure.axes[0].patches) == 1
    figure = drawn(aggregation.bounds, [1, 2, 3], {"all": [1, 2, 3], "found": [1, 2]})  # shorter curve ends early
    assert [len(line.get_xdata()) for line in figure.axes[0].lines] == [3, 2]
    figure = drawn(aggregation.crossing, [4, 9, 16], 2)  # closure bound is marked
    assert list(figure.axes[0].lines[2].get_xdata()) == [2, 2]
    figure = drawn(aggregation.staircase, [[1, 1], [0, 1]])  # only ones of a staircase are filled
    assert len(figure.axes[0].patches) == 3
