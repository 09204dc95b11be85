"""Figures of the exponential and choosing mechanisms."""

from privlearn.figures.thresholds import choosing as draw


def test_shaded_area_is_the_hockey_stick(figure):
    draw.excess_area(figure, [0.75, 0.25], [0.25, 0.75], 2, ["a", "b"])
    shaded = [bar.get_height() for bar in figure.axes[0].containers[1]]
    assert shaded == [0.25, 0]


def test_failure_and_bound_share_their_gaps(figure):
    draw.failure_and_bound(figure, [0, 2], {"4": ([0.5, 0.1], [1, 0.2])})
    assert [list(line.get_xdata()) for line in figure.axes[0].lines] == [[0, 2], [0, 2]]


def test_threshold_is_marked_in_its_panel(figure):
    draw.growing_count(figure, [0, 1], {3: {"a": [0, 1]}, 7: {"a": [0, 1]}})
    assert [list(axes.lines[-1].get_xdata()) for axes in figure.axes] == [[3, 3], [7, 7]]


def test_asked_delta_is_the_diagonal(figure):
    draw.true_against_asked(figure, [0.1, 0.01], {"a": [0.01, 0.001]})
    assert list(figure.axes[0].lines[0].get_ydata()) == [0.1, 0.01]
