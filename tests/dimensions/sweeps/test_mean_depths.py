"""Mean depths of all classes, beside the search for each."""

from fractions import Fraction

import numpy as np
import pytest

from privlearn.dimensions.randomized_littlestone import randomized_littlestone_dimension
from privlearn.dimensions.sweeps.four_points import littlestone_of_all_classes
from privlearn.dimensions.sweeps.mean_depths import mean_depths_of_all_classes
from privlearn.dimensions.sweeps.numbers import class_of_number
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize(("points", "step"), [(1, 1), (2, 1), (3, 1), (4, 1999)])
def test_the_table_has_what_the_search_finds(points, step):
    table = mean_depths_of_all_classes(points)
    for number in range(1, len(table), step):
        assert randomized_littlestone_dimension(class_of_number(number, points)) == Fraction(
            int(table[number]), 2 << points)


def test_twenty_four_pairs_with_littlestones_dimension_on_four_points_and_none_on_five():
    pairs = set(zip(littlestone_of_all_classes(4).tolist(), mean_depths_of_all_classes(4).tolist(), strict=True))
    assert len(pairs - {(-1, -32)}) == 24
    with pytest.raises(TooLargeToEnumerate):
        mean_depths_of_all_classes(5)


def test_the_empty_class_has_minus_one_and_a_larger_class_no_less():
    for points in (1, 2, 3, 4):
        table = mean_depths_of_all_classes(points)
        assert Fraction(int(table[0]), 2 << points) == -1
        numbers = np.arange(1, len(table))
        assert all((table[numbers | 1 << f] >= table[numbers]).all() for f in range(1 << points))
