"""Figures of open questions."""

import pytest
from matplotlib.figure import Figure

from privlearn.figures.communication import open_questions


@pytest.fixture
def axes():
    return Figure().add_subplot()


def test_bars_come_in_pairs(axes):
    open_questions.bars(axes, {"n = 1": (0.1, 1), "n = 2": (0.2, 2)}, ("told", "allowed"), "bits")
    assert len(axes.patches) == 4
