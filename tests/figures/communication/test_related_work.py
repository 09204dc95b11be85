"""Figures of related work."""

from privlearn.figures.communication import related_work


def test_excess_shows_each_pair_once(axes):
    related_work.excess(axes, {(0.5, 1.0): 3, (0.25, 0.0): 1})
    assert len(axes.collections[0].get_offsets()) == 2
