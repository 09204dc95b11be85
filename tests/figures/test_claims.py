"""Figures of a run of all claims."""

from privlearn.figures.claims import instances_by_check


def test_each_grade_has_a_sorted_line(axes):
    instances_by_check(axes, [("exact", 3), ("exact", 10), ("numeric", 1)])
    assert [list(line.get_ydata()) for line in axes.lines] == [[10, 3], [1]]
