"""Figures of the separation draw what they are given."""

from matplotlib.figure import Figure

from privlearn.figures.points_and_intervals import generator_separation as draw


def test_one_line_for_each_curve():
    for function, arguments in (
        (draw.advantages, ({"a": ([1, 2], [0.1, 0.2]), "b": ([1], [0.5])},)),
        (draw.success_against_rows, ([0, 1], {"a": [0.1, 0.2], "b": [0.3, 0.4]})),
        (draw.counts_against_d, ([2, 4], {"a": [10, 20], "b": [30, 40]})),
    ):
        figure = Figure()
        function(figure, *arguments)
        assert [line.get_label() for line in figure.axes[0].lines] == ["a", "b"]


def test_image_ends_after_its_last_member():
    figure = Figure()
    draw.acceptances(figure, {"a": [1, 1, 0]}, 2, "m = 1")
    assert list(figure.axes[0].lines[-1].get_xdata()) == [2.5, 2.5]
