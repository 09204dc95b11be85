"""Figures of open questions."""

from privlearn.figures.communication import open_questions


def test_bars_come_in_pairs(axes):
    open_questions.bars(axes, {"n = 1": (0.1, 1), "n = 2": (0.2, 2)}, ("told", "allowed"), "bits")
    assert len(axes.patches) == 4
