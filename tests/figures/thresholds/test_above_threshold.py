"""Figures of composition and of AboveThreshold."""

from privlearn.figures.thresholds.above_threshold import failures_against_errors, ratios_against_queries, stops


def test_a_stop_has_a_bar_for_each_answer_and_one_for_none(axes):
    stops(axes, (0, 5), 3, [0.125, 0.625, 0.25])
    assert [bar.get_height() for bar in axes.patches] == [0.125, 0.625, 0.25]


def test_printed_errors_and_the_goal_are_lines(axes):
    failures_against_errors(axes, [0, 5], {1: [0.5, 0.01], 5: [0.9, 0.1]}, 0.1, {1: 4, 5: 6})
    assert [line.get_xdata()[0] for line in axes.lines] == [0, 4, 0, 6, 0]


def test_the_promise_is_a_line(axes):
    ratios_against_queries(axes, [1, 2], {"monotone": [0.5, 0.9]}, 1.0)
    assert list(axes.lines[-1].get_ydata()) == [1.0, 1.0]
