"""Tables of all small classes agree with the solvers that know nothing of them."""

import random

import numpy as np
import pytest

from privlearn.dimensions import littlestone_dimension, threshold_dimension, vc_dimension
from privlearn.dimensions.sweeps import class_of_number, dimensions_on_five_points, five_point_census
from privlearn.dimensions.sweeps.numbers import renamings_of_all_classes


def test_dimensions_on_five_points_are_those_of_the_solvers():
    draw = random.Random(5)
    dense, single = (draw.getrandbits(32) for _ in range(150)), (1 << draw.randrange(32) for _ in range(9))
    for number in [1, 2**32 - 1, *dense, *single]:
        concepts = class_of_number(number, 5)
        expected = littlestone_dimension(concepts), vc_dimension(concepts), threshold_dimension(concepts)
        assert dimensions_on_five_points(number) == expected


def test_census_is_the_same_without_compilation():
    rows = [0, 1, 0x1BF, 0xFFFF]
    left, right = five_point_census(rows), five_point_census(rows, compiled=False)
    assert (left.counts == right.counts).all()
    assert (left.examples == right.examples).all()


def test_orbit_weights_give_what_all_of_the_orbit_gives():
    orbit = np.unique(renamings_of_all_classes(4)[:, 0x1BF]).tolist()
    assert (five_point_census(orbit).counts == five_point_census([0x1BF], [len(orbit)]).counts).all()


def test_parts_in_parallel_add_up():
    rows = list(range(40, 60))
    assert (five_point_census(rows, jobs=2).counts == five_point_census(rows).counts).all()


def test_weights_of_another_length_are_refused():
    with pytest.raises(ValueError, match="weights must be"):
        five_point_census([1, 2], [1])


@pytest.mark.parametrize("number", [-1, 2**32])
def test_numbers_beyond_five_points_are_refused(number):
    with pytest.raises(ValueError, match="number must be"):
        dimensions_on_five_points(number)
