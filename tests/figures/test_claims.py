"""Figures of a run of all claims."""

import matplotlib.pyplot as plt
import pytest

from privlearn.figures.claims import instances_by_check


@pytest.fixture
def axes():
    figure, made = plt.subplots()
    yield made
    plt.close(figure)


def test_each_grade_has_a_sorted_line(axes):
    instances_by_check(axes, [("exact", 3), ("exact", 10), ("numeric", 1)])
    assert [list(line.get_ydata()) for line in axes.lines] == [[10, 3], [1]]
