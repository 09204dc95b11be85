"""Figures of light hypotheses."""

from privlearn.figures.points_and_intervals import light_hypotheses


def test_pictures_show_what_they_are_given(drawn):
    figure = drawn(light_hypotheses.weight_laws, {"a": {1: 1.0}, "b": {2: 0.5, 5: 0.5}}, limit=3)
    assert [len(axes.patches) for axes in figure.axes] == [1, 2]  # every weight is a bar
    assert [len(axes.lines) for axes in figure.axes] == [1, 1]
    # every learner is a marker
    figure = drawn(light_hypotheses.excluded_weights, [0, 1, 2], [9, 5, 2], {"proper": (0, 20), "heavy": (2, 30)})
    assert [line.get_xydata().tolist() for line in figure.axes[0].lines[1:]] == [[[0, 20]], [[2, 30]]]
    figure = drawn(light_hypotheses.strips, {"target": (1, 0, 0), "h": (0, 1, 0)}, "target")  # errors are crossed
    assert [line.get_xdata().tolist() for line in figure.axes[0].lines] == [[], [0, 1]]
    figure = drawn(light_hypotheses.success_against_rows, [1, 2], {"z": [0.5, 0.6]}, 0.9, "d = 64")
    assert len(figure.axes[0].lines) == 2  # successes and the goal have their lines
