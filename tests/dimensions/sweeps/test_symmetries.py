"""Counts of orbits, beside lists of them."""

import numpy as np
import pytest

from privlearn.dimensions.sweeps.numbers import classes_up_to_renaming
from privlearn.dimensions.sweeps.places import figures
from privlearn.dimensions.sweeps.symmetries import count_up_to_symmetry, cycles, function_symmetries
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize("points", [1, 2, 3, 4])
def test_as_many_as_are_listed(points):
    assert count_up_to_symmetry(points) == len(classes_up_to_renaming(points)[0])
    assert count_up_to_symmetry(points, flips=True) == len(np.unique(figures(points)))


def test_the_counts_in_print():
    assert [count_up_to_symmetry(n) for n in range(6)] == [2, 4, 12, 80, 3984, 37333248]  # A003180
    assert [count_up_to_symmetry(n, flips=True) for n in range(1, 7)] == [
        3, 6, 22, 402, 1228158, 400507806843728]  # A000616
    with pytest.raises(TooLargeToEnumerate):
        count_up_to_symmetry(7)


def test_cycles_and_the_group_of_symmetries():
    found = set(function_symmetries(2, flips=True))
    assert len(found) == 8
    assert all(sorted(s) == [0, 1, 2, 3] for s in found)
    assert {tuple(s[t[f]] for f in range(4)) for s in found for t in found} == found
    assert [cycles(p) for p in ((), (0, 1), (1, 2, 0), (1, 0, 3, 2))] == [0, 2, 1, 2]
