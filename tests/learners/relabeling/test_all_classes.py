"""The largest ratio over all classes, and one class taken by hand."""

from fractions import Fraction

import pytest

from privlearn.learners.relabeling.all_classes import largest_ratio


def test_the_sweep_agrees_with_one_class_taken_by_hand():
    found = largest_ratio("both new", 0)
    assert found.value.lower <= Fraction(41951, 10000) <= found.value.upper + Fraction(1, 100)
    assert largest_ratio("none new", 0, in_data=False).value.upper == 1


@pytest.mark.parametrize("arguments", [("both", 0), ("both new", 4)])
def test_bad_arguments_are_refused(arguments):
    with pytest.raises(ValueError, match="must"):
        largest_ratio(*arguments)
