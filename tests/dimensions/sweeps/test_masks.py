"""Many classes at once against one class at a time."""

import random

import numpy as np
import pytest

from privlearn.dimensions import littlestone_dimension
from privlearn.dimensions.sweeps import (class_of_number, composed_masks, dimensions_on_five_points,
                                         littlestone_of_masks, threshold_of_masks)
from privlearn.dimensions.sweeps.pairs import combined_class


def drawn(points, times, seed=1):
    """Numbers of classes of about an eighth of all functions."""
    stream = random.Random(seed)
    return [stream.getrandbits(1 << points) & stream.getrandbits(1 << points) & stream.getrandbits(1 << points)
            for _ in range(times)]


def test_dimensions_are_those_of_the_census_and_of_the_search():
    masks = [0, 1, 2**32 - 1, *drawn(5, 200)]
    found = [dimensions_on_five_points(number) for number in masks]
    assert littlestone_of_masks(np.array(masks), 5).tolist() == [three[0] for three in found]
    assert threshold_of_masks(np.array(masks)).tolist() == [three[2] for three in found]
    masks = drawn(6, 30)
    assert littlestone_of_masks(np.array([0, *masks], dtype=np.uint64), 6).tolist() == [
        -1, *(littlestone_dimension(class_of_number(number, 6)) for number in masks)]


@pytest.mark.parametrize("points", [5, 6])
@pytest.mark.parametrize("rule", range(16))
def test_compositions_are_those_of_the_definition(rule, points):
    first, *seconds = (a & b for a, b in zip(drawn(points, 4, rule), drawn(points, 4, 99), strict=True))
    assert [int(c) for c in composed_masks(rule, first, np.array(seconds, dtype=np.uint64), points)] == [
        combined_class(rule, first, second, points) for second in seconds]


@pytest.mark.parametrize("points", [5, 6])
def test_rule_and_first_class_go_up_to_their_last_number(points):
    last = (1 << (1 << points)) - 1
    assert composed_masks(15, last, np.array([1]), points).tolist() == [1 << ((1 << points) - 1)]  # constant 1
    with pytest.raises(ValueError, match="rule must be below 16, got 16"):
        composed_masks(16, 1, np.array([1]), points)
    with pytest.raises(ValueError, match="first must be below"):
        composed_masks(0, last + 1, np.array([1]), points)
    for rule, first in ((-1, 1), (0, -1)):
        with pytest.raises(ValueError, match="must be an integer of at least 0"):
            composed_masks(rule, first, np.array([1]), points)
    for ask in (littlestone_of_masks, lambda numbers, other: composed_masks(0, 1, numbers, other)):
        for other in (4, 7):
            with pytest.raises(ValueError, match="points must be"):
                ask(np.array([1]), other)
