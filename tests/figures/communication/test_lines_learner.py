"""Figures of the learner of lines."""

from privlearn.figures.communication import lines_learner as draw


def test_each_sample_has_its_panel(figure):
    draw.plane_samples(figure, 3, [(0, 0), (1, 1)], [([(0, 0)], "one"), ([], "none")], [[(0, 0)], []])
    assert [axes.get_title() for axes in figure.axes] == ["one", "none"]


def test_seen_points_are_split_by_label(figure):
    draw.plane_samples(figure, 3, [(0, 0), (1, 1)], [([(0, 0), (0, 1)], "")], [[]])
    _, outside, inside, _ = figure.axes[0].lines
    assert (list(outside.get_ydata()), list(inside.get_ydata())) == ([1], [0])


def test_threshold_is_a_vertical_line(figure):
    draw.decision_rules(figure, [1, 2], {"a": ([0.1, 0.9], 1.5)})
    assert list(figure.axes[0].lines[1].get_xdata()) == [1.5, 1.5]


def test_every_event_has_a_curve_and_the_level_a_line(figure):
    draw.event_curves(figure, [0, 1], {"none": [1, 0], "two": [0, 1]}, 2 / 3)
    assert len(figure.axes[0].lines) == 3


def test_failures_of_each_plan_have_a_panel(figure):
    draw.failure_by_scale(figure, [3, 4], {"a": [1, 0], "b": [0, 1]}, 0.25)
    assert [[bar.get_height() for bar in axes.patches] for axes in figure.axes] == [[1, 0], [0, 1]]


def test_losses_are_sorted(figure):
    draw.hockey_sticks(figure, {"a": [0.0, 0.2, 0.1]}, 0.1)
    assert list(figure.axes[0].lines[0].get_ydata()) == [0.2, 0.1, 0.0]


def test_sizes_are_on_logarithmic_axes(figure):
    draw.rows_needed(figure, {"p": ([2, 4], {"a": [1, 10]}), "confidence": ([1, 2], {"b": [3, 4]})})
    assert figure.axes[0].get_xscale() == figure.axes[0].get_yscale() == figure.axes[1].get_yscale() == "decades"
