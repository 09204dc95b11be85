"""Signs on intervals."""

from fractions import Fraction

import pytest

from privlearn.exact import Undecided
from privlearn.exact.signs import sign_boxes


def test_boxes_cover_the_interval():
    boxes = sorted((low, high) for low, high, _ in sign_boxes(lambda x: x.exp() - 1 - x / 2, Fraction(1, 10), 1))
    assert boxes[0][0] == Fraction(1, 10)
    assert boxes[-1][1] == 1
    assert all(left[1] == right[0] for left, right in zip(boxes, boxes[1:], strict=False))


def test_a_negative_part_is_found_first_where_it_is_wide():
    value = next(value for _, _, value in sign_boxes(lambda x: x - 1, 0, 4) if value.upper <= 0)
    assert value.lower >= Fraction(-1001, 1000)


def test_a_touching_zero_is_undecided():
    with pytest.raises(Undecided):
        list(sign_boxes(lambda x: x * x, -1, 1, depth=8))


def test_a_point_is_one_box():
    assert [high for _, high, _ in sign_boxes(lambda x: x, 1, 1)] == [1]
