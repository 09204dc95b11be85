"""Figures of lines over a prime field."""

from privlearn.figures.communication import lines


def test_plane_has_a_panel_for_each_family(figure):
    lines.plane(figure, 3, [("one", [[(0, 0), (1, 1)]]), ("two", [[(0, 1)], [(0, 2)]])])
    assert [axes.get_title() for axes in figure.axes] == ["one", "two"]


def test_errors_stand_beside_their_bound(figure):
    lines.errors_by_messages(figure, [1, 2], [0.5, 0.25], [0.3, 0.1])
    assert [list(drawn.get_ydata()) for drawn in figure.axes[0].lines] == [[0.5, 0.25], [0.3, 0.1]]


def test_tables_show_their_numbers(figure):
    lines.partition_grid(figure, [("t", [[0, 1], [2, 0]])])
    assert sorted(text.get_text() for text in figure.axes[0].texts) == ["0", "0", "1", "2"]
