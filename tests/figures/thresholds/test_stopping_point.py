"""Figures of StoppingPoint: what is drawn is what was given."""

from privlearn.figures.thresholds import stopping_point as draw


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(draw.level_bars, [("D", {0: 4, 3: 1}), ("empty", {})])  # bars are the multiplicities
    assert [bar.get_height() for bar in figure.axes[0].patches] == [4, 1]
    assert not figure.axes[1].patches
    figure = drawn(draw.two_paths, 1, [("S", {(0, 0): 3, (1, 0): 2, (1, 1): 1}, [(0, 0), (1, 0)])])
    axis = figure.axes[0]
    assert [text.get_text() for text in axis.texts] == ["3", "2", "1"]  # every weight is written and the path is thick
    assert [line.get_linewidth() > 1 for line in axis.lines] == [True, False]
    figure = drawn(draw.answer_laws, ["a", "b"], {"T = 1": {"S": [0.25, 0.75], "S + x": [0.5, 0.5]}})
    assert [bar.get_height() for bar in figure.axes[0].patches] == [0.25, 0.75, 0.5, 0.5]  # laws are drawn side by side
