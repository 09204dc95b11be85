"""Figures of the separation draw what they are given."""

import pytest

from privlearn.figures.points_and_intervals import generator_separation as draw


@pytest.mark.parametrize(("function", "given"), [
    (draw.advantages, ({"a": ([1, 2], [0.1, 0.2]), "b": ([1], [0.5])},)),
    (draw.success_against_rows, ([0, 1], {"a": [0.1, 0.2], "b": [0.3, 0.4]})),
    (draw.counts_against_d, ([2, 4], {"a": [10, 20], "b": [30, 40]}))])
def test_one_line_for_each_curve(drawn, function, given):
    assert [line.get_label() for line in drawn(function, *given).axes[0].lines] == ["a", "b"]


def test_image_ends_after_its_last_member(drawn):
    assert list(drawn(draw.acceptances, {"a": [1, 1, 0]}, 2, "m = 1").axes[0].lines[-1].get_xdata()) == [2.5, 2.5]
