"""Pictures of geometric classes and of trees of halfspaces."""

from privlearn.figures.communication import geometric_classes


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
