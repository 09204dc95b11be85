"""Figures of StoppingPoint: what is drawn is what was given."""

from privlearn.figures.thresholds import stopping_point as draw


def test_bars_are_the_multiplicities(figure):
    draw.level_bars(figure, [("D", {0: 4, 3: 1}), ("empty", {})])
    assert [bar.get_height() for bar in figure.axes[0].patches] == [4, 1]
    assert not figure.axes[1].patches


def test_every_weight_is_written_and_the_path_is_thick(figure):
    draw.two_paths(figure, 1, [("S", {(0, 0): 3, (1, 0): 2, (1, 1): 1}, [(0, 0), (1, 0)])])
    axis = figure.axes[0]
    assert [text.get_text() for text in axis.texts] == ["3", "2", "1"]
    assert [line.get_linewidth() > 1 for line in axis.lines] == [True, False]


def test_laws_are_drawn_side_by_side(figure):
    draw.answer_laws(figure, ["a", "b"], {"T = 1": {"S": [0.25, 0.75], "S + x": [0.5, 0.5]}})
    assert [bar.get_height() for bar in figure.axes[0].patches] == [0.25, 0.75, 0.5, 0.5]
