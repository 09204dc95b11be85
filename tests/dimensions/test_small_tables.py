"""The table of Littlestone's dimensions."""

import numpy as np
import pytest

from privlearn.dimensions.sweeps import littlestone_of_all_classes
from privlearn.exact import TooLargeToEnumerate


def test_all_functions_are_the_only_class_of_full_dimension():
    for n in range(1, 5):
        table = littlestone_of_all_classes(n)
        assert np.flatnonzero(table == n).tolist() == [len(table) - 1]


def test_exactly_the_single_functions_have_dimension_zero():
    assert [int((littlestone_of_all_classes(n) == 0).sum()) for n in range(1, 5)] == [2, 4, 8, 16]


def test_five_points_are_too_many():
    with pytest.raises(TooLargeToEnumerate):
        littlestone_of_all_classes(5)


def test_the_table_cannot_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        littlestone_of_all_classes(1)[0] = 5
