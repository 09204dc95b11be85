"""Figures of switching points."""

import matplotlib.pyplot as plt
import pytest

from privlearn.figures.points_and_intervals import switching_points as switching


@pytest.fixture
def figure():
    made = plt.figure()
    yield made
    plt.close(made)


def test_switching_points_stand_between_points(figure):
    switching.step_function(figure, (1, 0, 0), [(0, "increasing"), (1, "decreasing"), (3, "increasing")])
    up, down = figure.axes[0].lines
    assert up.get_xdata().tolist() == [-0.5, 2.5]
    assert down.get_xdata().tolist() == [0.5]


def test_every_error_is_one_bar(figure):
    switching.error_sets(figure, {"target": (1, 0, 0), "h": (0, 0, 1), "c": (1, 1, 0)}, "target")
    assert len(figure.axes[0].containers) == 3
    assert sum(len(bars) for bars in figure.axes[0].containers) == 3


def test_regions_deviations_and_successes_have_their_lines(figure):
    switching.excluded_region(figure, [1, 2], {"a": [3, 2], "b": [2, 1]})
    switching.deviation_curves(figure, [4, 6], {"ell": [0.1, 0.2]}, 0.1)
    switching.success_against_rows(figure, [1, 2], {"z": [0.5, 0.6]}, 0.9)
    assert [len(axes.lines) for axes in figure.axes] == [2, 2, 2]


def test_stages_are_joined_by_arrows(figure):
    switching.pipeline(figure, [("first", "1 row"), ("second", "2 rows"), ("third", "")])
    assert len(figure.axes[0].texts) == 3 + 3 + 2
