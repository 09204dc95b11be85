"""Figures of lines over a prime field."""

from privlearn.figures.communication import lines


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(lines.plane, 3, [("one", [[(0, 0), (1, 1)]]), ("two", [[(0, 1)], [(0, 2)]])])
    assert [axes.get_title() for axes in figure.axes] == ["one", "two"]  # plane has a panel for each family
    figure = drawn(lines.errors_by_messages, [1, 2], [0.5, 0.25], [0.3, 0.1])  # errors stand beside their bound
    assert [list(drawn.get_ydata()) for drawn in figure.axes[0].lines] == [[0.5, 0.25], [0.3, 0.1]]
    figure = drawn(lines.partition_grid, [("t", [[0, 1], [2, 0]])])  # tables show their numbers
    assert sorted(text.get_text() for text in figure.axes[0].texts) == ["0", "0", "1", "2"]
