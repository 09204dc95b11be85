"""Pictures of geometric classes and of trees of halfspaces."""

from privlearn.figures.communication import geometric_classes


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(geometric_classes.gap_scatter, {(0, 1): 3, (1, 2): 5, (1, 3): 1}, 2)
    assert len(figure.axes[0].collections) == 3  # each pair of dimension and size is a dot
    figure = drawn(geometric_classes.ball_panels, [(0, 0), (1, 1)], [((0, 0), 0.5, "one")] * 8)
    assert [len(axes.patches) for axes in figure.axes] == [1] * 8  # each ball has its circle
    figure = drawn(geometric_classes.dimension_bars, ["1, 1", "2, 1"], {"a": [1, 2], "b": [2, 3], "c": [0, 1]})
    assert len(figure.axes[0].patches) == 6  # each series has a bar for each label


def test_an_empty_box_has_no_frame(figure):
    boxes = [((1, 1), (0, 0))] + [((0, 0), (1, 1))] * 15
    geometric_classes.box_panels(figure, [(0, 0), (1, 1)], boxes, [])
    assert [len(axes.patches) for axes in figure.axes] == [0] + [1] * 15
