"""Figures of light hypotheses."""

from privlearn.figures.points_and_intervals import light_hypotheses


def test_every_weight_is_a_bar(figure):
    light_hypotheses.weight_laws(figure, {"a": {1: 1.0}, "b": {2: 0.5, 5: 0.5}}, limit=3)
    assert [len(axes.patches) for axes in figure.axes] == [1, 2]
    assert [len(axes.lines) for axes in figure.axes] == [1, 1]


def test_every_learner_is_a_marker(figure):
    light_hypotheses.excluded_weights(figure, [0, 1, 2], [9, 5, 2], {"proper": (0, 20), "heavy": (2, 30)})
    assert [line.get_xydata().tolist() for line in figure.axes[0].lines[1:]] == [[[0, 20]], [[2, 30]]]


def test_errors_are_crossed(figure):
    light_hypotheses.strips(figure, {"target": (1, 0, 0), "h": (0, 1, 0)}, "target")
    assert [line.get_xdata().tolist() for line in figure.axes[0].lines] == [[], [0, 1]]


def test_successes_and_the_goal_have_their_lines(figure):
    light_hypotheses.success_against_rows(figure, [1, 2], {"z": [0.5, 0.6]}, 0.9, "d = 64")
    assert len(figure.axes[0].lines) == 2
