"""Figures of the exponential and choosing mechanisms."""

from privlearn.figures.thresholds import choosing as draw


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(draw.excess_area, [0.75, 0.25], [0.25, 0.75], 2, ["a", "b"])  # shaded area is the hockey stick
    shaded = [bar.get_height() for bar in figure.axes[0].containers[1]]
    assert shaded == [0.25, 0]
    figure = drawn(draw.failure_and_bound, [0, 2], {"4": ([0.5, 0.1], [1, 0.2])})  # failure and bound share their gaps
    assert [list(line.get_xdata()) for line in figure.axes[0].lines] == [[0, 2], [0, 2]]
    figure = drawn(draw.growing_count, [0, 1], {3: {"a": [0, 1]}, 7: {"a": [0, 1]}})  # threshold is marked in its panel
    assert [list(axes.lines[-1].get_xdata()) for axes in figure.axes] == [[3, 3], [7, 7]]
    figure = drawn(draw.true_against_asked, [0.1, 0.01], {"a": [0.01, 0.001]})  # asked delta is the diagonal
    assert list(figure.axes[0].lines[0].get_ydata()) == [0.1, 0.01]
