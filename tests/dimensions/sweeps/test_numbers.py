"""Classes as numbers, there and back."""

import pytest

from privlearn.dimensions.sweeps import class_of_number, classes_up_to_renaming, number_of_class
from privlearn.dimensions.sweeps.numbers import as_few_points, renamings_of_all_classes
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize("number", [0, -1, 16, 1 << 20])
def test_number_out_of_range_is_refused(number):
    with pytest.raises(ValueError, match="number must be"):
        class_of_number(number, 2)


def test_number_and_class_undo_each_other_and_orbits_cover_all_classes():
    assert all(number_of_class(class_of_number(c, 3)) == c for c in range(1, 256))
    least, sizes = classes_up_to_renaming(4)
    assert (len(least), sizes.sum()) == (3984, 1 << 16)
    assert 0x1BF in renamings_of_all_classes(4)[:, 0x1BF]
    assert as_few_points(4) == 4
    with pytest.raises(TooLargeToEnumerate, match="the collection of classes on 5 points"):
        as_few_points(5)
