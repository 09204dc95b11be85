"""Figures of the learner of lines."""

from privlearn.figures.communication import lines_learner as draw


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(draw.plane_samples, 3, [(0, 0), (1, 1)], [([(0, 0)], "one"), ([], "none")], [[(0, 0)], []])
    assert [axes.get_title() for axes in figure.axes] == ["one", "none"]  # each sample has its panel
    figure = drawn(draw.plane_samples, 3, [(0, 0), (1, 1)], [([(0, 0), (0, 1)], "")], [[]])
    _, outside, inside, _ = figure.axes[0].lines
    assert (list(outside.get_ydata()), list(inside.get_ydata())) == ([1], [0])  # seen points are split by label
    figure = drawn(draw.decision_rules, [1, 2], {"a": ([0.1, 0.9], 1.5)})  # threshold is a vertical line
    assert list(figure.axes[0].lines[1].get_xdata()) == [1.5, 1.5]
    figure = drawn(draw.event_curves, [0, 1], {"none": [1, 0], "two": [0, 1]}, 2 / 3)
    assert len(figure.axes[0].lines) == 3  # every event has a curve and the level a line
    # failures of each plan have a panel
    figure = drawn(draw.failure_by_scale, [3, 4], {"a": [1, 0], "b": [0, 1]}, 0.25)
    assert [[bar.get_height() for bar in axes.patches] for axes in figure.axes] == [[1, 0], [0, 1]]
    figure = drawn(draw.hockey_sticks, {"a": [0.0, 0.2, 0.1]}, 0.1)  # losses are sorted
    assert list(figure.axes[0].lines[0].get_ydata()) == [0.2, 0.1, 0.0]
    # sizes are on logarithmic axes
    figure = drawn(draw.rows_needed, {"p": ([2, 4], {"a": [1, 10]}), "confidence": ([1, 2], {"b": [3, 4]})})
    assert figure.axes[0].get_xscale() == figure.axes[0].get_yscale() == figure.axes[1].get_yscale() == "decades"
