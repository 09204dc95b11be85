"""Arrays of classes on five and six points."""

import random

import numpy as np
import pytest

from privlearn.dimensions.sweeps import (composed_masks, dimensions_on_five_points, littlestone_of_all_classes,
                                         littlestone_of_masks, maximal_classes, maximal_on_five_points,
                                         one_mistake_classes)
from tests.dimensions.sweeps.test_masks import drawn


@pytest.mark.parametrize("points", [2, 3, 4])
def test_partitions_give_the_maximal_classes_of_the_table(points):
    assert sorted(one_mistake_classes(points)) == maximal_classes(littlestone_of_all_classes(points), 1).tolist()
    assert maximal_classes(littlestone_of_all_classes(2), 2).tolist() == [15]  # a large bound leaves everything


def test_maximal_classes_of_dimension_one_are_majorities_changed_on_blocks():
    assert maximal_on_five_points("littlestone", 1).tolist() == sorted(one_mistake_classes(5))
    assert len(set(one_mistake_classes(5))) == len(one_mistake_classes(5)) == 1632


def test_maximal_classes_of_threshold_dimension_one_are_partitions_with_the_empty_set():
    for number in maximal_on_five_points("threshold", 1).tolist():
        supports = [f for f in range(32) if number >> f & 1]
        assert supports[0] == 0
        assert sum(supports) == 31
        assert np.bitwise_or.reduce(supports) == 31


@pytest.mark.parametrize(("name", "place"), [("littlestone", 0), ("threshold", 2)])
def test_maximal_classes_can_not_be_extended(name, place):
    for number in random.Random(3).sample(maximal_on_five_points(name, 2).tolist(), 20):
        assert dimensions_on_five_points(number)[place] <= 2
        assert all(dimensions_on_five_points(number | 1 << f)[place] > 2 for f in range(32) if not number >> f & 1)


@pytest.mark.parametrize("name", ["littlestone", "threshold"])
def test_every_small_class_lies_in_a_maximal_one(name):
    classes, place = maximal_on_five_points(name, 2), {"littlestone": 0, "threshold": 2}[name]
    small = [number for number in (a & b for a, b in zip(drawn(5, 300, 4), drawn(5, 300, 5), strict=True))
             if number and dimensions_on_five_points(number)[place] <= 2]
    assert small
    assert all(((classes & number) == number).any() for number in small)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: littlestone_of_masks(np.array([1]), 7), "points must be 5 or 6, got 7"),
    (lambda: composed_masks(16, 1, np.array([1]), 5), "rule must be below 16, got 16"),
    (lambda: composed_masks(1, 2**32, np.array([1]), 5), "first must be below"),
    (lambda: maximal_on_five_points("vc", 1), "dimension must be 'littlestone' or 'threshold', got 'vc'"),
    (lambda: maximal_on_five_points("threshold", 3), "bound must be at most 2, got 3")])
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
